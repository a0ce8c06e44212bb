import { mean } from 'simple-statistics';
import { checkConfidence, type Interval } from './confidence.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { interpolatedQuantile } from './quantile.ts';

/** Percentile interval of a sorted bootstrap distribution. Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 13.3. */
export const percentileInterval = (distribution: readonly number[], confidence: number): Interval => {
  checkConfidence(confidence);
  return {
    low: interpolatedQuantile(distribution, (1 - confidence) / 2),
    high: interpolatedQuantile(distribution, (1 + confidence) / 2),
  };
};

export type BcaInput = {
  estimate: number;
  /** Sorted ascending. */
  distribution: readonly number[];
  /** The estimate without each cluster in turn. */
  leaveOneOut: readonly number[];
  confidence: number;
};

/** Share of the distribution below the estimate; ties count half. */
const shareBelow = (distribution: readonly number[], estimate: number): number => {
  const tolerance = Math.abs(estimate) * 1e-12;
  let share = 0;
  for (const value of distribution) share += Math.abs(value - estimate) <= tolerance ? 0.5 : value < estimate ? 1 : 0;
  return share / distribution.length;
};

/** Skewness of the jackknife over six: how fast the standard error changes with the estimate. */
const accelerationOf = (leaveOneOut: readonly number[]): number => {
  const centre = mean([...leaveOneOut]);
  const gaps = leaveOneOut.map((value) => centre - value);
  const squares = gaps.reduce((sum, gap) => sum + gap ** 2, 0);
  const cubes = gaps.reduce((sum, gap) => sum + gap ** 3, 0);
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
};

/**
 * Bias-corrected and accelerated (BCa) interval. Efron, Better bootstrap confidence intervals, JASA 82 (1987) 171-185;
 * Efron and Tibshirani (1993), section 14.3. Falls back to the percentile interval where the correction is undefined,
 * that is when the whole distribution lies on one side of the estimate.
 */
export const bcaInterval = ({ estimate, distribution, leaveOneOut, confidence }: BcaInput): Interval => {
  checkConfidence(confidence);
  const bias = normalQuantile(shareBelow(distribution, estimate));
  if (!Number.isFinite(bias)) return percentileInterval(distribution, confidence);
  const acceleration = accelerationOf(leaveOneOut);
  const corrected = (z: number) => normalCdf(bias + (bias + z) / (1 - acceleration * (bias + z)));
  const z = normalQuantile(0.5 + confidence / 2);
  return { low: interpolatedQuantile(distribution, corrected(-z)), high: interpolatedQuantile(distribution, corrected(z)) };
};
