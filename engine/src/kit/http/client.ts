import type { Worker } from 'node:worker_threads';
import { now } from '../clock.ts';
import { startWorker } from '../entry.ts';
import { createBatchReader, type EventBatch } from './batch.ts';
import type { HttpEvent, HttpRequest, ToWorker } from './protocol.ts';

export type MeasuringClient = {
  /** Sends a request; the events end with exactly one `end` or `failure`. Never throws for a remote failure. */
  send: (request: HttpRequest, signal: AbortSignal) => AsyncIterable<HttpEvent>;
  /** Stops the worker. Requests in flight end as aborted. */
  close: () => Promise<void>;
};

const isLast = (event: HttpEvent): boolean => event.type === 'end' || event.type === 'failure';

const failed = (reason: 'aborted' | 'protocol', message: string): HttpEvent => ({
  type: 'failure',
  at: now(),
  failure: { reason, phase: 'first-byte', code: null, message },
});

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Events of one request, to be taken one by one; those that come before they are asked for wait. By hand, because an
 * async generator costs several turns of the microtask queue an event, which hundreds of streams feel.
 */
const createEvents = (start: (push: (event: HttpEvent) => void) => void, stop: (over: boolean) => void) => {
  let events: HttpEvent[] = [];
  let taken = 0;
  let state: 'unasked' | 'running' | 'over' = 'unasked';
  let wake: ((result: IteratorResult<HttpEvent, undefined>) => void) | null = null;
  const finish = (over: boolean) => {
    if (state === 'running') stop(over);
    state = 'over';
  };
  const give = (event: HttpEvent): IteratorResult<HttpEvent, undefined> => {
    if (isLast(event)) finish(true);
    return { done: false, value: event };
  };
  const push = (event: HttpEvent) => {
    if (wake === null) return void events.push(event);
    const resolve = wake;
    wake = null;
    resolve(give(event));
  };
  const next = (): Promise<IteratorResult<HttpEvent, undefined>> => {
    if (state === 'unasked') {
      state = 'running';
      start(push);
    }
    const event = events[taken];
    if (event === undefined) return state === 'over' ? Promise.resolve(done) : new Promise((resolve) => (wake = resolve));
    taken += 1;
    if (taken === events.length) [events, taken] = [[], 0];
    return Promise.resolve(give(event));
  };
  const end = (): Promise<IteratorResult<HttpEvent, undefined>> => {
    finish(false);
    events = [];
    return Promise.resolve(done);
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
};

/**
 * An HTTP client whose sockets live in a worker thread of their own, so that work on the main thread never delays a
 * stamp. The worker starts with the first request and does not keep the process alive when idle.
 */
export const createMeasuringClient = (): MeasuringClient => {
  let worker: Worker | null = null;
  let nextId = 0;
  const waiting = new Map<number, (event: HttpEvent) => void>();

  const deliver = (id: number, event: HttpEvent) => {
    const target = waiting.get(id);
    if (isLast(event)) waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    target?.(event);
  };

  const failAll = (reason: 'aborted' | 'protocol', message: string) => {
    worker = null;
    waiting.forEach((_target, id) => deliver(id, failed(reason, message)));
  };

  const start = (): Worker => {
    const started = startWorker(new URL('./http-worker.ts', import.meta.url), { name: 'benchloop-http' });
    const read = createBatchReader(deliver);
    started.on('message', (batch: EventBatch) => read(batch));
    started.on('error', (error: Error) => failAll('protocol', `the HTTP worker stopped: ${error.message}`));
    started.on('exit', () => {
      if (worker === started) failAll('aborted', 'the HTTP client was closed');
    });
    return started;
  };

  const post = (message: ToWorker) => {
    worker ??= start();
    worker.ref();
    worker.postMessage(message);
  };

  return {
    send: (request, signal) => {
      const id = nextId++;
      const abort = () => post({ type: 'abort', id });
      return createEvents(
        (push) => {
          if (signal.aborted) return push(failed('aborted', 'the request was aborted'));
          waiting.set(id, push);
          post({ type: 'request', id, request });
          signal.addEventListener('abort', abort, { once: true });
        },
        (over) => {
          signal.removeEventListener('abort', abort);
          if (!over && waiting.has(id)) abort();
        },
      );
    },
    close: async () => {
      const closing = worker;
      failAll('aborted', 'the HTTP client was closed');
      await closing?.terminate();
    },
  };
};
