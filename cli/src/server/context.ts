import type { AppEvent } from '@benchloop/spec';
import type { Bus } from './bus.ts';
import type { JobQueue } from './jobs/queue.ts';

/** What the routes work with. */
export type ServerContext = {
  home: string;
  env: NodeJS.ProcessEnv;
  bus: Bus;
  queue: JobQueue;
  /** Made-up models and runs in a data home of their own; every page says so. */
  demo: boolean;
  /** Whether a chat and a sweep may name the mock model. */
  mayMock: boolean;
  /** Ends with the server. */
  signal: AbortSignal;
};

export type Publish = (event: AppEvent) => void;
