import { standardDeviation } from 'simple-statistics';
import { normalCdf } from './normal.ts';
import { pairedScoreStatistic } from './paired-rate-difference.ts';
import { meanOf, pairedCounts, taskDifferences, type PairedTask } from './paired-task.ts';
import { studentCdf } from './student.ts';

/** p of each one-sided test: that the difference is not above -margin, and that it is not below +margin. */
const oneSided = (pairs: readonly PairedTask[], margin: number): [number, number] | null => {
  const counts = pairedCounts(pairs);
  if (counts !== null) return [normalCdf(-pairedScoreStatistic(counts, -margin)), normalCdf(pairedScoreStatistic(counts, margin))];
  const differences = taskDifferences(pairs);
  const n = differences.length;
  if (n < 2) return null;
  // The sample deviation of simple-statistics divides by n; a t-test divides by n - 1.
  const error = standardDeviation(differences) / Math.sqrt(n - 1);
  if (error < 1e-12) return null;
  const value = meanOf(differences);
  return [studentCdf(-(value + margin) / error, n - 1), studentCdf((value - margin) / error, n - 1)];
};

/**
 * Two one-sided tests (TOST): p of the hypothesis that the true difference of two runs on the same tasks is `margin` or more, in
 * the unit of the values. A small p makes "as good as, within the margin" a finding and not the absence of one. One trial of
 * pass or fail per task: by Tango's score statistic, else by Student's t over tasks. Null where the data say nothing of
 * the spread: fewer than two tasks, or scores that differ by the same amount on every task.
 * D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987) 657-680; T. Tango, Statistics in Medicine 17 (1998) 891-908.
 */
export const equivalenceTest = (pairs: readonly PairedTask[], margin: number): number | null => {
  if (!(margin > 0)) throw new RangeError(`an equivalence margin of ${margin}`);
  const sides = oneSided(pairs, margin);
  return sides === null ? null : Math.max(...sides);
};
