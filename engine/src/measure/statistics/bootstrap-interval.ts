import { mean } from 'simple-statistics';
import { checkConfidence, type Interval } from './confidence.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { interpolatedQuantile } from './quantile.ts';
import { studentQuantile } from './student.ts';

/** Percentile interval of a sorted bootstrap distribution. Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 13.3. */
export const percentileInterval = (distribution: ArrayLike<number>, confidence: number): Interval => {
  checkConfidence(confidence);
  return {
    low: interpolatedQuantile(distribution, (1 - confidence) / 2),
    high: interpolatedQuantile(distribution, (1 + confidence) / 2),
  };
};

/** The estimate without each cluster in turn, one list per stratum. */
export type LeaveOneOut = readonly (readonly number[])[];

export type BcaInput = {
  estimate: number;
  /** Sorted ascending. */
  distribution: ArrayLike<number>;
  leaveOneOut: LeaveOneOut;
  confidence: number;
};

/** Share of the sorted distribution below the estimate; ties count half, also where rounding parts them. */
const shareBelow = (distribution: ArrayLike<number>, estimate: number): number => {
  const spread = (distribution[distribution.length - 1] as number) - (distribution[0] as number);
  const tolerance = Math.max(Math.abs(estimate) * 1e-12, spread * 1e-9);
  let share = 0;
  for (let place = 0; place < distribution.length; place += 1) {
    const value = distribution[place] as number;
    share += Math.abs(value - estimate) <= tolerance ? 0.5 : value < estimate ? 1 : 0;
  }
  return share / distribution.length;
};

/** Influence of each cluster on the estimate, over the number of clusters in its stratum. */
const influences = (leaveOneOut: LeaveOneOut): number[][] =>
  leaveOneOut
    .filter((left) => left.length > 0)
    .map((left) => {
      const centre = mean([...left]);
      return left.map((value) => ((left.length - 1) * (centre - value)) / left.length);
    });

const sumOf = (values: readonly number[], of: (value: number) => number): number => values.reduce((sum, value) => sum + of(value), 0);

/** Skewness of the influences over six: how fast the standard error changes with the estimate. */
const accelerationOf = (leaveOneOut: LeaveOneOut): number => {
  const all = influences(leaveOneOut).flat();
  const squares = sumOf(all, (value) => value ** 2);
  return squares === 0 ? 0 : sumOf(all, (value) => value ** 3) / (6 * squares ** 1.5);
};

/**
 * Bias-corrected and accelerated (BCa) interval. Efron, Better bootstrap confidence intervals, JASA 82 (1987) 171-185;
 * Efron and Tibshirani (1993), section 14.3; over several strata Davison and Hinkley, Bootstrap Methods and their
 * Application (1997), section 5.3. Falls back to the percentile interval where the correction is undefined,
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

/**
 * The confidence to ask of a bootstrap so that its limits have the confidence wanted. Resampling n clusters shows only
 * (n - 1) / n of their variance, and a normal quantile knows nothing of an estimated one; the t quantile, and over several
 * strata its degrees of freedom by Satterthwaite, make up for both. Tends to `confidence` with many clusters.
 * T. Hesterberg, What teachers should know about the bootstrap, The American Statistician 69 (2015) 371-386, section 5.3.
 */
export const expandedConfidence = (leaveOneOut: LeaveOneOut, confidence: number): number => {
  checkConfidence(confidence);
  const strata = influences(leaveOneOut).filter((values) => values.length > 1);
  if (strata.length === 0) return confidence;
  const shown = strata.map((values) => sumOf(values, (value) => value ** 2));
  const even = shown.every((variance) => variance === 0);
  // Unbiased variance of each stratum; where nothing varies the strata count alike.
  const variances = strata.map(({ length }, place) => (even ? 1 : ((shown[place] as number) * length) / (length - 1)));
  const total = sumOf(variances, (variance) => variance);
  const resampled = strata.reduce((sum, { length }, place) => sum + ((variances[place] as number) * (length - 1)) / length, 0);
  const degrees = total ** 2 / strata.reduce((sum, { length }, place) => sum + (variances[place] as number) ** 2 / (length - 1), 0);
  const z = Math.sqrt(total / resampled) * studentQuantile(0.5 + confidence / 2, degrees);
  return Math.min(2 * normalCdf(z) - 1, 1 - 1e-12);
};
