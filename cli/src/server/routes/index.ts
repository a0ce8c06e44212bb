import type { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { createChatRoutes } from './chat.ts';
import { createCompareRoutes } from './compare.ts';
import { createDownloadRoutes } from './downloads.ts';
import { createEndpointRoutes } from './endpoints.ts';
import { createEventRoutes } from './events.ts';
import { createLeaderboardRoutes } from './leaderboard.ts';
import { createMachineRoutes } from './machine.ts';
import { createModelRoutes } from './models.ts';
import { createQueueRoutes } from './queue.ts';
import { createRunRoutes } from './runs.ts';
import { createStackRoutes } from './stacks.ts';
import { createSuiteRoutes } from './suites.ts';
import { createTransferRoutes } from './transfer.ts';

/** Every group of addresses under `/api/`, sorted. One line each. */
export const routes: readonly { path: string; create: (context: ServerContext) => Hono }[] = [
  { path: 'chat', create: createChatRoutes },
  { path: 'compare', create: createCompareRoutes },
  { path: 'downloads', create: createDownloadRoutes },
  { path: 'endpoints', create: createEndpointRoutes },
  { path: 'events', create: createEventRoutes },
  { path: 'leaderboard', create: createLeaderboardRoutes },
  { path: 'machine', create: createMachineRoutes },
  { path: 'models', create: createModelRoutes },
  { path: 'queue', create: createQueueRoutes },
  { path: 'runs', create: createRunRoutes },
  { path: 'stacks', create: createStackRoutes },
  { path: 'suites', create: createSuiteRoutes },
  { path: 'transfer', create: createTransferRoutes },
];
