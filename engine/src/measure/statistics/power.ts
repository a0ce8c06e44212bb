import { defaultConfidence } from './confidence.ts';
import { normalQuantile } from './normal.ts';
import { bothTried, meanOf, taskDifferences, type PairedTask } from './paired-task.ts';

/** Chance of finding a difference that is there, in every count of trials that BenchLoop prints. */
export const defaultPower = 0.8;

export type PowerOptions = { confidence?: number; power?: number };

const quantilesOf = ({ confidence = defaultConfidence, power = defaultPower }: PowerOptions) => ({
  ofLevel: normalQuantile(0.5 + confidence / 2),
  ofPower: normalQuantile(power),
});

/** Mean, mean square and variance of one difference per task. */
const momentsOf = (differences: readonly number[]) => {
  const difference = meanOf(differences);
  const square = meanOf(differences.map((value) => value ** 2));
  return { difference, square, variance: Math.max(0, square - difference ** 2) };
};

/**
 * Smallest true difference that `tasks` paired tasks find with the power wanted, in the unit of `deviation`, which is the standard
 * deviation of the differences between tasks. J. Cohen, Statistical Power Analysis (2nd edition, 1988), section 2.3, by the normal distribution.
 */
export const minimumDetectableEffect = ({ tasks, deviation, ...options }: { tasks: number; deviation: number } & PowerOptions): number => {
  if (!(tasks > 0 && deviation >= 0)) throw new RangeError(`${tasks} tasks with a deviation of ${deviation}`);
  const { ofLevel, ofPower } = quantilesOf(options);
  return ((ofLevel + ofPower) * deviation) / Math.sqrt(tasks);
};

/** The same from the tasks of two runs; null with fewer than two tasks, or where no task differs and nothing is known of the spread. */
export const detectableDifference = (pairs: readonly PairedTask[], options: PowerOptions = {}): number | null => {
  const differences = taskDifferences(pairs);
  const { square } = differences.length < 2 ? { square: 0 } : momentsOf(differences);
  return square === 0 ? null : minimumDetectableEffect({ tasks: differences.length, deviation: Math.sqrt(square), ...options });
};

/**
 * Paired tasks that find a true difference with the power wanted: `square` is the mean square of the differences between tasks
 * (for pass or fail: the share of discordant tasks), `difference` their mean. Null where the difference is zero.
 * R. J. Connor, Sample size for testing differences in proportions for the paired-sample design, Biometrics 43 (1987) 207-211;
 * with a mean square in place of the discordant share the same holds for scores.
 */
export const tasksNeeded = ({ difference, square, ...options }: { difference: number; square: number } & PowerOptions): number | null => {
  if (!(square >= difference ** 2 * (1 - 1e-9))) throw new RangeError(`a mean square of ${square} cannot have a mean of ${difference}`);
  if (difference === 0) return null;
  const { ofLevel, ofPower } = quantilesOf(options);
  const reach = ofLevel * Math.sqrt(square) + ofPower * Math.sqrt(Math.max(0, square - difference ** 2));
  return Math.ceil((reach / difference) ** 2 - 1e-9);
};

export type StillNeeded = {
  /** Tasks that separate the two runs with the power wanted, if the difference seen is the true one. */
  tasks: number;
  /** Those of them that are still to be run. */
  moreTasks: number;
  /** Trials that these are in each run, at as many trials per task as now. */
  moreTrials: number;
};

/**
 * About how many more trials would separate two runs, supposing that the true difference and spread are those seen so far.
 * Repeats of the same tasks are no substitute: they say nothing of other tasks. Null where both did equally well, which no
 * number of trials separates.
 */
export const trialsToSeparate = (pairs: readonly PairedTask[], options: PowerOptions = {}): StillNeeded | null => {
  const tried = bothTried(pairs);
  if (tried.length < 2) return null;
  const { difference, square } = momentsOf(taskDifferences(tried));
  const tasks = Math.abs(difference) < 1e-12 ? null : tasksNeeded({ difference, square, ...options });
  if (tasks === null) return null;
  const moreTasks = Math.max(0, tasks - tried.length);
  const perTask = Math.max(1, Math.round(meanOf(tried.flatMap(({ a, b }) => [a.length, b.length]))));
  return { tasks, moreTasks, moreTrials: moreTasks * perTask };
};
