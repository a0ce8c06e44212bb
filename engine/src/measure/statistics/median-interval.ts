import { checkConfidence, defaultConfidence, type Interval } from './confidence.ts';

/** Fewest samples for a 95 % interval of a median: with five, even the lowest and the highest miss it in 6.25 % of cases. */
export const minimumSamplesForMedianInterval = 6;

/** The r-th sample from below and from above, r the largest whose binomial tails leave at most 1 - confidence, and how often they and the next ones hold. */
const ranksOf = (n: number, confidence: number): { rank: number; held: number; heldByNext: number } => {
  const tail = (1 - confidence) / 2;
  let rank = 0;
  // Logarithms, as 2^-n is 0 in floating point for a thousand samples and more.
  let logTerm = -n * Math.LN2;
  let outside = 0;
  let below = Math.exp(logTerm);
  while (below <= tail && rank < n) {
    rank += 1;
    outside = below;
    logTerm += Math.log((n - rank + 1) / rank);
    below += Math.exp(logTerm);
  }
  return { rank, held: 1 - 2 * outside, heldByNext: 1 - 2 * below };
};

/**
 * Interval of a median from the samples themselves, by order statistics: between the r-th sample from each end, which hold it more
 * often than asked, and the next ones, which hold it less often. Whole ranks alone would hold it in 99.2 % for 8 samples.
 * Interpolation: T. P. Hettmansperger and S. J. Sheather, Confidence intervals based on interpolated order statistics, Statistics and
 * Probability Letters 4 (1986) 75-79; J. Nyblom, same journal 14 (1992) 129-131, shows that it serves skewed samples too. Ranks:
 * W. R. Thompson, Annals of Mathematical Statistics 7 (1936) 122-128. Null = even the extremes do not hold it so often: fewer than
 * 6 samples at 95 %.
 */
export const medianInterval = (samples: readonly number[], confidence = defaultConfidence): Interval | null => {
  checkConfidence(confidence);
  const n = samples.length;
  const { rank, held, heldByNext } = ranksOf(n, confidence);
  if (rank === 0 || n === 0) return null;
  const sorted = [...samples].sort((a, b) => a - b);
  const excess = (held - confidence) / (held - heldByNext);
  const inward = ((n - rank) * excess) / (rank + (n - 2 * rank) * excess);
  const between = (outer: number, inner: number): number => outer + inward * (inner - outer);
  return {
    low: between(sorted[rank - 1] as number, sorted[rank] as number),
    high: between(sorted[n - rank] as number, sorted[n - rank - 1] as number),
  };
};
