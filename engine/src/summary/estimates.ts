import type { Estimate, Trial } from '@benchloop/spec';
import { clopperPearsonInterval } from '../measure/statistics/clopper-pearson.ts';
import { clusterBootstrapInterval } from '../measure/statistics/cluster-bootstrap.ts';
import { defaultConfidence, type Interval } from '../measure/statistics/confidence.ts';
import { wilsonInterval } from '../measure/statistics/wilson.ts';
import { groupBy } from './group-by.ts';

/** What one judged trial counts: its score 0 to 1, or 0 where it was truncated, unparseable or refused. */
export type Judged = { taskId: string; value: number; passed: boolean };

export const judgedOf = (trial: Trial): Judged => ({
  taskId: trial.taskId,
  value: trial.score?.value ?? 0,
  passed: trial.score?.passed ?? false,
});

export const byTask = (judged: readonly Judged[]): Judged[][] => [...groupBy(judged, ({ taskId }) => taskId).values()];

const scaled = (share: { value: number; low: number; high: number }, scale: number) => ({
  value: share.value * scale,
  low: share.low * scale,
  high: share.high * scale,
});

type EstimateOptions = { seed: string; scale: number; confidence?: number };

type ShareMethod = Extract<Estimate['method'], 'wilson' | 'clopper-pearson'>;

/** Fewest tasks at which Wilson's interval holds in 93 to 97 % over pass rates; with one or two no method does (docs/statistics.md). */
const fewestForWilson = 3;

/** Limits of a share of tasks: Wilson, or, for one or two tasks that passed or did not, Clopper-Pearson, which is never too short. */
const shareInterval = (share: number, tasks: number, confidence: number): { interval: Interval; method: ShareMethod } => {
  const passed = share * tasks;
  return tasks < fewestForWilson && Number.isInteger(passed)
    ? { interval: clopperPearsonInterval(passed, tasks, confidence), method: 'clopper-pearson' }
    : { interval: wilsonInterval(share, tasks, confidence), method: 'wilson' };
};

/**
 * Mean of values between 0 and 1 with its interval, times `scale`.
 * - One trial per task, all 0 or 1: Wilson, and below three tasks Clopper-Pearson.
 * - Otherwise cluster bootstrap by task.
 * - Where the bootstrap can say nothing (one task, or all tasks alike): Wilson over tasks. A mean of values between
 *   0 and 1 varies at most as much as a pass rate with the same mean, so this is never too narrow for that reason.
 */
const estimateOf = (
  tasks: readonly (readonly number[])[],
  { seed, scale, confidence = defaultConfidence }: EstimateOptions,
): Estimate | null => {
  const values = tasks.flat();
  if (values.length === 0) return null;
  const value = values.reduce((sum, each) => sum + each, 0) / values.length;
  const simple = tasks.length === values.length && values.every((each) => each === 0 || each === 1);
  const bootstrap = simple ? null : clusterBootstrapInterval(tasks, { seed, confidence });
  if (bootstrap !== null) return { ...scaled({ value, ...bootstrap }, scale), n: values.length, method: 'cluster-bootstrap' };
  // Rounding of a mean may leave 1.0000000000000002.
  const share = Math.min(1, Math.max(0, value));
  const { interval, method } = shareInterval(share, tasks.length, confidence);
  return { ...scaled({ value, ...interval }, scale), n: values.length, method };
};

/** Share of judged trials that passed, 0 to 1. Null = nothing judged. */
export const passRateOf = (judged: readonly Judged[], seed: string): Estimate | null =>
  estimateOf(
    byTask(judged).map((trials) => trials.map(({ passed }) => (passed ? 1 : 0))),
    { seed, scale: 1 },
  );

/** Mean score of judged trials, 0 to 100. Null = nothing judged. */
export const scoreOf = (judged: readonly Judged[], seed: string, confidence = defaultConfidence): Estimate | null =>
  estimateOf(
    byTask(judged).map((trials) => trials.map(({ value }) => value)),
    { seed, scale: 100, confidence },
  );
