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
/**
 * CPU milliseconds of the best of five rounds on the reference machine: a cloud server of 2026 with two cores (Intel Xeon, x64), Linux,
 * Node 20.20. Seen there in 20 starts while eight jobs and more waited for each core: 5.9 to 6.6, median 6.2; in 15 starts while about
 * one did: 5.8 to 6.5, median 6.0.
 */
export const referenceRoundMs = 6.2;
/** A machine slower than this has honest programs with room enough, and a longer wait for endless ones would help nobody. */
const largestScale = 20;

/**
 * How many times as much CPU time a machine needs as the reference machine, from its best round. A faster one counts as the reference:
 * it may start in a quick moment and be slowed by its neighbours later, and no honest program may fail for that.
 */
export const scaleOfRound = (bestMs: number): number => Math.min(largestScale, Math.max(1, bestMs / referenceRoundMs));

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

/** Tries a loop of whole numbers and says by how much limits are to be scaled here. */
export const calibrateCpu = (): number => scaleOfRound(Math.min(...Array.from({ length: rounds }, round)));
