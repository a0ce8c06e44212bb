import type { Worker } from 'node:worker_threads';
import { now } from '../clock.ts';
import { startWorker } from '../entry.ts';
import { forEachEvent, type FromWorker, type HttpEvent, type HttpRequest, type ToWorker } from './protocol.ts';

export type MeasuringClient = {
  /** Sends a request; the events end with exactly one `end` or `failure`. Never throws for a remote failure. */
  send: (request: HttpRequest, signal: AbortSignal) => AsyncIterable<HttpEvent>;
  /** Stops the worker. Requests in flight end as aborted. */
  close: () => Promise<void>;
};

type Waiting = { push: (event: HttpEvent) => void };

const isLast = (event: HttpEvent): boolean => event.type === 'end' || event.type === 'failure';

const failed = (reason: 'aborted' | 'protocol', message: string): HttpEvent => ({
  type: 'failure',
  at: now(),
  failure: { reason, phase: 'first-byte', code: null, message },
});

/** Events that come before they are asked for wait here. */
const createQueue = () => {
  const events: HttpEvent[] = [];
  let wake: (() => void) | null = null;
  return {
    push: (event: HttpEvent) => {
      events.push(event);
      wake?.();
    },
    next: async (): Promise<HttpEvent[]> => {
      if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      return events.splice(0);
    },
  };
};

/**
 * An HTTP client whose sockets live in a worker thread of their own, so that work on the main thread never delays a
 * stamp. The worker starts with the first request and does not keep the process alive when idle.
 */
export const createMeasuringClient = (): MeasuringClient => {
  let worker: Worker | null = null;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();

  const deliver = (id: number, event: HttpEvent) => {
    const target = waiting.get(id);
    if (isLast(event)) waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    target?.push(event);
  };

  const failAll = (reason: 'aborted' | 'protocol', message: string) => {
    worker = null;
    waiting.forEach((_target, id) => deliver(id, failed(reason, message)));
  };

  const start = (): Worker => {
    const started = startWorker(new URL('./http-worker.ts', import.meta.url), { name: 'benchloop-http' });
    started.on('message', (message: FromWorker) => forEachEvent(message, deliver));
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
    send: async function* send(request, signal) {
      if (signal.aborted) {
        yield failed('aborted', 'the request was aborted');
        return;
      }
      const id = nextId++;
      const queue = createQueue();
      const abort = () => post({ type: 'abort', id });
      waiting.set(id, queue);
      post({ type: 'request', id, request });
      signal.addEventListener('abort', abort, { once: true });
      let over = false;
      try {
        while (!over) {
          for (const event of await queue.next()) {
            over ||= isLast(event);
            yield event;
          }
        }
      } finally {
        signal.removeEventListener('abort', abort);
        if (!over && waiting.has(id)) abort();
      }
    },
    close: async () => {
      const closing = worker;
      failAll('aborted', 'the HTTP client was closed');
      await closing?.terminate();
    },
  };
};
