import { parentPort, workerData } from 'node:worker_threads';
import { isOverdrawn, type Use } from './step-limits.ts';

const checkEveryMs = 25;

// SQLite gives no way in while a statement runs, so the whole process ends; the world makes its database again.
const running = new Int32Array(workerData as SharedArrayBuffer);
const used = (): Use => {
  const { user, system } = process.cpuUsage();
  return { cpuMicroseconds: user + system, rssBytes: process.memoryUsage.rss() };
};

parentPort?.postMessage('ready');
for (;;) {
  Atomics.wait(running, 0, 0);
  const serial = Atomics.load(running, 0);
  const start = used();
  while (serial !== 0 && Atomics.load(running, 0) === serial) {
    if (isOverdrawn(start, used())) process.kill(process.pid, 'SIGKILL');
    Atomics.wait(running, 0, serial, checkEveryMs);
  }
}
