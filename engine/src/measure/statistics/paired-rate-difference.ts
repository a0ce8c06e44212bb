import { checkConfidence, defaultConfidence, type Interval } from './confidence.ts';
import { bisect } from './incomplete-beta.ts';
import { normalQuantile } from './normal.ts';
import type { PairedCounts } from './paired-task.ts';

const check = ({ n, gained, lost }: PairedCounts): void => {
  const whole = [n, gained, lost].every((count) => Number.isInteger(count) && count >= 0);
  if (!whole || n === 0 || gained + lost > n) throw new RangeError(`${gained} gained and ${lost} lost of ${n}`);
};

/** Most likely share of lost tasks if the true difference were `difference`. */
const likelyLost = ({ n, gained, lost }: PairedCounts, difference: number): number => {
  const linear = -gained - lost + (2 * n - gained + lost) * difference;
  const constant = -lost * difference * (1 - difference);
  return (Math.sqrt(Math.max(0, linear * linear - 8 * n * constant)) - linear) / (4 * n);
};

/** Tango's score statistic: how many standard errors, as they would be if the true difference were `difference`, the seen one lies above it. */
export const pairedScoreStatistic = (counts: PairedCounts, difference: number): number => {
  const { n, gained, lost } = counts;
  const gap = gained - lost - n * difference;
  const variance = n * (2 * likelyLost(counts, difference) + difference * (1 - difference));
  if (Math.abs(gap) < 1e-12 * n) return 0;
  return variance <= 0 ? Math.sign(gap) * Infinity : gap / Math.sqrt(variance);
};

/**
 * Difference of the pass rates of two runs on the same tasks (share gained less share lost, -1 to 1), with its score interval.
 * It stays honest where a bootstrap or a normal interval does not: few tasks, few or no discordant ones.
 * T. Tango, Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
 * Statistics in Medicine 17 (1998) 891-908.
 */
export const pairedRateDifference = (counts: PairedCounts, confidence = defaultConfidence): Interval & { value: number } => {
  checkConfidence(confidence);
  check(counts);
  const { n, gained, lost } = counts;
  const value = (gained - lost) / n;
  const z = normalQuantile(0.5 + confidence / 2);
  const falls = (difference: number) => -pairedScoreStatistic(counts, difference);
  return {
    value,
    low: lost === n ? -1 : Math.min(value, bisect(falls, -z, { low: -1, high: value })),
    high: gained === n ? 1 : Math.max(value, bisect(falls, z, { low: value, high: 1 })),
  };
};
