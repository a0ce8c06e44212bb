import { createStacksPage } from './stacks/page.tsx';
import { createLeaderboardPage } from './leaderboard/page.tsx';
import { createComparePage } from './compare/page.tsx';
import { createChatPage } from './chat/page.tsx';
import { createBenchmarkPage } from './benchmark/page.ts';
import { createDocPage, createDocsPage } from './docs/page.ts';
import { createModelsPage } from './models/page.ts';
import { createQueuePage } from './queue/page.ts';
import { createRunsPage } from './runs/page.tsx';
import { createRunPage } from './run/page.tsx';
import { createTracePage } from './trace/page.tsx';
import type { Page } from './page.ts';

/** Every page of the app in the order of the navigation. One line each. */
export const pages: readonly (() => Page)[] = [
  createModelsPage,
  createBenchmarkPage,
  createRunsPage,
  createRunPage,
  createTracePage,
  createLeaderboardPage,
  createComparePage,
  createStacksPage,
  createChatPage,
  createQueuePage,
  createDocsPage,
  createDocPage,
];
