import { readlinkSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import type { GuestOptions } from './guest.ts';
import { runPython } from './python/python.ts';
import { runQuickjs } from './quickjs/quickjs.ts';

const { start, work } = workerData as { start: WorkerStart; work: MessagePort };

const mostSleptMs = 2_000_000_000;

const tell = (message: FromWorker): void => parentPort?.postMessage(message);

/** `PID/task/TID` of this thread, by which the system tells its CPU time; null where it doesn't. */
const threadOf = (): string | null => {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
};

let taken = 0;
const nextWork = (): ToWorker => {
  tell({ type: 'waiting' });
  for (;;) {
    const received = receiveMessageOnPort(work) as { message: ToWorker } | undefined;
    if (received !== undefined) {
      taken += 1;
      return received.message;
    }
    Atomics.wait(start.control, 0, taken);
  }
};

tell({ type: 'up', thread: threadOf() });
const options: GuestOptions = {
  start,
  nextWork,
  report: (step) => tell({ type: 'step', step }),
  slept: (ms) => void Atomics.store(start.control, 1, Math.min(mostSleptMs, Atomics.load(start.control, 1) + Math.ceil(ms))),
};
if (start.language === 'python') runPython(options);
else await runQuickjs(options);
