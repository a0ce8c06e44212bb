import { parentPort } from 'node:worker_threads';
import { createConnections } from './connections.ts';
import { startExchange, type Exchange } from './exchange.ts';
import { addEvent, type FromWorker, type HttpEvent, type ToWorker } from './protocol.ts';

const { open } = createConnections();
const running = new Map<number, Exchange>();
/** Exchanges with reads that are stamped and not yet told. */
const waiting = new Set<number>();
/** Seen as at once. Waking the main thread for every read would take the processor from the reads that follow. */
const batchMs = 50;
let batch: FromWorker = [];
let timer: NodeJS.Timeout | null = null;

const flush = () => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  for (const id of waiting) running.get(id)?.settle();
  waiting.clear();
  const events = batch;
  batch = [];
  if (events.length > 0) parentPort?.postMessage(events);
};

const emit = (id: number, event: HttpEvent) => {
  addEvent(batch, id, event);
  if (event.type === 'read') return;
  // After all reads of this turn are stamped.
  setImmediate(flush);
  if (event.type === 'end' || event.type === 'failure') running.delete(id);
};

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'abort') running.get(message.id)?.abort();
  else
    running.set(
      message.id,
      startExchange(message.request, open, {
        emit: (event) => emit(message.id, event),
        onWaiting: () => {
          waiting.add(message.id);
          timer ??= setTimeout(flush, batchMs);
        },
      }),
    );
});
