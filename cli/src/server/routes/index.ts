import type { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { createEventRoutes } from './events.ts';
import { createQueueRoutes } from './queue.ts';
import { createRunRoutes } from './runs.ts';

/** Every group of addresses under `/api/`, sorted. One line each. */
export const routes: readonly { path: string; create: (context: ServerContext) => Hono }[] = [
  { path: 'events', create: createEventRoutes },
  { path: 'queue', create: createQueueRoutes },
  { path: 'runs', create: createRunRoutes },
];
