import { parentPort, workerData } from 'node:worker_threads';

/** Microseconds of processor time that one step may take; a usual one takes less than a hundredth. */
const maxCpuMicroseconds = 1_000_000;
const maxBytes = 768 * 1024 * 1024;
const checkEveryMs = 25;

// SQLite gives no way in while a statement runs, so the whole process ends; the world makes its database again.
const running = new Int32Array(workerData as SharedArrayBuffer);
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

parentPort?.postMessage('ready');
for (;;) {
  Atomics.wait(running, 0, 0);
  const serial = Atomics.load(running, 0);
  const start = cpu();
  while (serial !== 0 && Atomics.load(running, 0) === serial) {
    if (cpu() - start > maxCpuMicroseconds || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
    Atomics.wait(running, 0, serial, checkEveryMs);
  }
}
