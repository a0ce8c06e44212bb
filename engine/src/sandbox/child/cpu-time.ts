import { readFileSync } from 'node:fs';

/** Nanoseconds on a CPU are the first number (kernel `Documentation/scheduler/sched-stats.rst`). */
const threadCpuMs = (thread: string): number | null => {
  try {
    return Number(readFileSync(`/proc/self/task/${thread.split('/').at(-1)}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
};

const processCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * A watch over the CPU time of one thread, in milliseconds since its start. Where the system does not tell it of a thread, it is
 * the least of what all threads of the process used and of what a clock shows: never less than the truth.
 */
export const createCpuWatch = (thread: string | null): (() => number) => {
  const atStart = thread === null ? null : threadCpuMs(thread);
  if (thread !== null && atStart !== null && Number.isFinite(atStart)) return () => (threadCpuMs(thread) ?? atStart) - atStart;
  const cpuAtStart = processCpuMs();
  const clockAtStart = performance.now();
  return () => Math.min(processCpuMs() - cpuAtStart, performance.now() - clockAtStart);
};

const steps = 4_000_000;
const rounds = 5;
/** CPU milliseconds of one round on the reference machine: two cores of a cloud server (x64, 2.x GHz), Node 20. */
const referenceMs = 8;

/** Keeps the result alive, or the loop would be removed. */
let kept = 0;

const round = (): number => {
  const before = processCpuMs();
  let state = 1 | kept;
  for (let step = 0; step < steps; step += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  kept ^= state;
  return processCpuMs() - before;
};

/** How many times as much CPU time this machine needs as the reference machine; limits are scaled by it. */
export const calibrateCpu = (): number => {
  const best = Math.min(...Array.from({ length: rounds }, round));
  return Math.min(20, Math.max(0.5, best / referenceMs));
};
