import type { AppEvent } from '@benchloop/spec';
import type { Bus } from './bus.ts';
import type { JobQueue } from './jobs/queue.ts';

/** What the routes work with. */
export type ServerContext = {
  home: string;
  env: NodeJS.ProcessEnv;
  bus: Bus;
  queue: JobQueue;
  /** Ends with the server. */
  signal: AbortSignal;
};

export type Publish = (event: AppEvent) => void;
