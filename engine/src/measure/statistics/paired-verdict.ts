import { pairedMeanDifference } from './cluster-bootstrap.ts';
import { defaultConfidence, type Interval } from './confidence.ts';
import { equivalenceTest } from './equivalence.ts';
import { mcnemarTest } from './mcnemar.ts';
import { pairedRateDifference } from './paired-rate-difference.ts';
import { pairedCounts, taskDifferences, type PairedTask } from './paired-task.ts';
import { pairedPermutationTest } from './permutation.ts';

/** B against A. `same` = the difference is shown to be within the margin; `cannot-tell` = neither is shown. */
export type Verdict = 'better' | 'worse' | 'same' | 'cannot-tell';

export type PairedComparison = {
  tasks: number;
  /** B minus A, in the unit of the values. */
  difference: number;
  /** Null where nothing can be said: fewer than two tasks, or scores with the same difference on every task. */
  interval: Interval | null;
  intervalMethod: 'tango' | 'cluster-bootstrap';
  /** Two-sided p of no difference. */
  p: number;
  test: 'mcnemar-mid-p' | 'paired-permutation';
  /** p of a difference of the margin or more; null = cannot be tested. */
  equivalenceP: number | null;
};

export type ComparisonOptions = {
  seed: string | number;
  /** Differences smaller than this do not matter, in the unit of the values. */
  margin: number;
  confidence?: number;
};

/**
 * Two runs on the same tasks. One trial of pass or fail per task: mid-p McNemar and Tango's interval; scores, or several trials
 * per task: permutation test and cluster bootstrap by task. Null = no task that both tried.
 */
export const comparePaired = (
  pairs: readonly PairedTask[],
  { seed, margin, confidence = defaultConfidence }: ComparisonOptions,
): PairedComparison | null => {
  const differences = taskDifferences(pairs);
  if (differences.length === 0) return null;
  const equivalenceP = equivalenceTest(pairs, margin);
  const counts = pairedCounts(pairs);
  if (counts !== null) {
    const { value, low, high } = pairedRateDifference(counts, confidence);
    const p = mcnemarTest(counts).midP;
    return { tasks: counts.n, difference: value, interval: { low, high }, intervalMethod: 'tango', p, test: 'mcnemar-mid-p', equivalenceP };
  }
  const { value, interval } = pairedMeanDifference(pairs, { seed, confidence }) ?? { value: 0, interval: null };
  const p = pairedPermutationTest(differences, { seed });
  return {
    tasks: differences.length,
    difference: value,
    interval,
    intervalMethod: 'cluster-bootstrap',
    p,
    test: 'paired-permutation',
    equivalenceP,
  };
};

/**
 * The verdict at the level wanted. `p` may be an adjusted one (Holm). Better or worse needs the test and the interval to agree,
 * so that no verdict stands beside an interval that denies it.
 */
export const verdictOf = ({ difference, interval, equivalenceP }: PairedComparison, p: number, confidence = defaultConfidence): Verdict => {
  const level = 1 - confidence;
  const excludesZero = interval !== null && (interval.low > 0 || interval.high < 0);
  if (p <= level && excludesZero) return difference > 0 ? 'better' : 'worse';
  return equivalenceP !== null && equivalenceP <= level ? 'same' : 'cannot-tell';
};
