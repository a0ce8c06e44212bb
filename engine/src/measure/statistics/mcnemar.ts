import { regularisedBeta } from './incomplete-beta.ts';
import type { PairedCounts } from './paired-task.ts';

const check = ({ gained, lost }: Pick<PairedCounts, 'gained' | 'lost'>): void => {
  if (![gained, lost].every((count) => Number.isInteger(count) && count >= 0)) throw new RangeError(`${gained} gained and ${lost} lost`);
};

/** P(X <= k) of n fair coins. */
const fairTail = (k: number, n: number): number => (k < 0 ? 0 : k >= n ? 1 : regularisedBeta(0.5, n - k, k + 1));

export type McNemar = {
  /** Two-sided exact p: never above its level, and well below it for few discordant tasks. */
  exact: number;
  /** Two-sided mid-p: near its level. The one that verdicts use. */
  midP: number;
};

/**
 * Is one run better than another on the same tasks, from the tasks that only one of them passed?
 * Exact: Q. McNemar, Psychometrika 12 (1947) 153-157, by the binomial distribution. Mid-p: the same with half the chance of
 * what was seen; Fagerland, Lydersen and Laake, The McNemar test for binary matched-pairs data, BMC Medical Research
 * Methodology 13 (2013) 91, who find it the best of five in power and within its level in practice.
 */
export const mcnemarTest = (counts: Pick<PairedCounts, 'gained' | 'lost'>): McNemar => {
  check(counts);
  const { gained, lost } = counts;
  const n = gained + lost;
  if (n === 0) return { exact: 1, midP: 1 };
  const fewer = Math.min(gained, lost);
  const exact = Math.min(1, 2 * fairTail(fewer, n));
  const seen = fairTail(fewer, n) - fairTail(fewer - 1, n);
  return { exact, midP: gained === lost ? 1 - seen / 2 : 2 * fairTail(fewer, n) - seen };
};

/**
 * Cohen's g with its sign: share of the discordant tasks that were gained, less one half; -0.5 to 0.5, null without discordant
 * tasks. 0.05 is small, 0.15 medium, 0.25 large. J. Cohen, Statistical Power Analysis (2nd edition, 1988), chapter 5.
 */
export const cohensG = ({ gained, lost }: Pick<PairedCounts, 'gained' | 'lost'>): number | null => {
  check({ gained, lost });
  return gained + lost === 0 ? null : gained / (gained + lost) - 0.5;
};
