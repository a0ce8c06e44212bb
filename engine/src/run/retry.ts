import type { Milliseconds, ModelError, ModelErrorKind } from '@benchloop/spec';
import * as defaults from './defaults.ts';

/** Failures of the infrastructure, which say nothing about the model. Everything else is never tried again. */
const infrastructure: readonly ModelErrorKind[] = [
  'connect',
  'model-loading',
  'busy',
  'rate-limit',
  'server',
  'stream-truncated',
  'engine-crashed',
];

/** How long to wait before trying again, or null = give up. `done` counts the tries so far. */
export const retryWait = (error: ModelError, done: number): Milliseconds | null => {
  const most = error.kind === 'model-loading' ? defaults.loadingRetries : defaults.retries;
  if (!infrastructure.includes(error.kind) || done > most) return null;
  const wait = error.retryAfterMs ?? defaults.retryWaitMs * 2 ** (done - 1);
  return wait > defaults.longestRetryWaitMs ? null : wait;
};
