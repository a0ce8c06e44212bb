import { parentPort } from 'node:worker_threads';
import { createConnections } from './connections.ts';
import { startExchange, type Exchange } from './exchange.ts';
import type { FromWorker, HttpEvent, ToWorker } from './protocol.ts';

const { open } = createConnections();
const running = new Map<number, Exchange>();
/** Waking the main thread for every read would take the processor from the reads that follow. */
const batchMs = 4;
let batch: FromWorker = [];
let timer: NodeJS.Timeout | null = null;

const flush = () => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const events = batch;
  batch = [];
  if (events.length > 0) parentPort?.postMessage(events);
};

const emit = (id: number, event: HttpEvent) => {
  batch.push({ id, event });
  if (event.type === 'read') {
    timer ??= setTimeout(flush, batchMs);
    return;
  }
  // After all reads of this turn are stamped.
  setImmediate(flush);
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
