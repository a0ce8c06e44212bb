import { parentPort } from 'node:worker_threads';
import { createConnections } from './connections.ts';
import { startExchange, type Exchange } from './exchange.ts';
import type { FromWorker, HttpEvent, ToWorker } from './protocol.ts';

const { open } = createConnections();
const running = new Map<number, Exchange>();
let batch: FromWorker = [];

/** After all reads of this turn are stamped, they go over together. */
const flush = () => {
  const events = batch;
  batch = [];
  parentPort?.postMessage(events);
};

const emit = (id: number, event: HttpEvent) => {
  if (batch.length === 0) setImmediate(flush);
  batch.push({ id, event });
  if (event.type === 'end' || event.type === 'failure') running.delete(id);
};

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'abort') running.get(message.id)?.abort();
  else
    running.set(
      message.id,
      startExchange(message.request, open, (event) => emit(message.id, event)),
    );
});
