import { checkConfidence, defaultConfidence, type Interval } from './confidence.ts';

/** Fewest samples for a 95 % interval of a median: with five, even the lowest and the highest miss it in 6.25 % of cases. */
export const minimumSamplesForMedianInterval = 6;

/**
 * Interval of a median from two of the samples themselves, whatever their distribution: the r-th from below and the r-th from
 * above, r the largest whose binomial tails leave at most 1 - confidence. Coverage is never below the confidence for independent
 * samples. H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition, Wiley 2003, section 7.1; first by W. R. Thompson,
 * Annals of Mathematical Statistics 7 (1936) 122-128. Null = even the extremes do not hold it so often: fewer than 6 samples at 95 %.
 */
export const medianInterval = (samples: readonly number[], confidence = defaultConfidence): Interval | null => {
  checkConfidence(confidence);
  const n = samples.length;
  const tail = (1 - confidence) / 2;
  let rank = 0;
  // Logarithms, as 2^-n is 0 in floating point for a thousand samples and more.
  let logTerm = -n * Math.LN2;
  let below = Math.exp(logTerm);
  while (below <= tail && rank < n) {
    rank += 1;
    logTerm += Math.log((n - rank + 1) / rank);
    below += Math.exp(logTerm);
  }
  if (rank === 0 || n === 0) return null;
  const sorted = [...samples].sort((a, b) => a - b);
  return { low: sorted[rank - 1] as number, high: sorted[n - rank] as number };
};
