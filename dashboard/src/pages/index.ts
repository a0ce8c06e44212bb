import { createRunsPage } from './runs/page.tsx';
import type { Page } from './page.ts';

/** Every page of the app in the order of the navigation. One line each. */
export const pages: readonly (() => Page)[] = [createRunsPage];
