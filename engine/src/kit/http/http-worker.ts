import { parentPort } from 'node:worker_threads';
import { createBatchWriter } from './batch.ts';
import { createConnections } from './connections.ts';
import { startExchange, type Exchange } from './exchange.ts';
import type { ToWorker, WireEvent } from './protocol.ts';

const { open } = createConnections();
const running = new Map<number, Exchange>();
/** Seen as at once. Waking the main thread for every read would take the processor from the reads that follow. */
const batchMs = 50;
const batch = createBatchWriter();
let timer: NodeJS.Timeout | null = null;

const flush = () => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const taken = batch.take();
  if (taken !== null) parentPort?.postMessage(taken, [taken.table.buffer, taken.bytes.buffer]);
};

const emit = (id: number, event: WireEvent) => {
  batch.add(id, event);
  if (event.type === 'read') return void (timer ??= setTimeout(flush, batchMs));
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
