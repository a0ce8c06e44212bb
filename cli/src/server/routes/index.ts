import type { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { createDownloadRoutes } from './downloads.ts';
import { createEndpointRoutes } from './endpoints.ts';
import { createEventRoutes } from './events.ts';
import { createMachineRoutes } from './machine.ts';
import { createModelRoutes } from './models.ts';
import { createQueueRoutes } from './queue.ts';
import { createRunRoutes } from './runs.ts';
import { createSuiteRoutes } from './suites.ts';
import { createTaskRoutes } from './tasks.ts';
import { createTransferRoutes } from './transfer.ts';

/** Every group of addresses under `/api/`, sorted. One line each. */
export const routes: readonly { path: string; create: (context: ServerContext) => Hono }[] = [
  { path: 'downloads', create: createDownloadRoutes },
  { path: 'endpoints', create: createEndpointRoutes },
  { path: 'events', create: createEventRoutes },
  { path: 'machine', create: createMachineRoutes },
  { path: 'models', create: createModelRoutes },
  { path: 'queue', create: createQueueRoutes },
  { path: 'runs', create: createRunRoutes },
  { path: 'suites', create: createSuiteRoutes },
  { path: 'tasks', create: createTaskRoutes },
  { path: 'transfer', create: createTransferRoutes },
];
