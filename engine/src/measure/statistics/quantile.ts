import type { Quantiles } from '@benchloop/spec';
import { max, median, min } from 'simple-statistics';
import { medianInterval } from './median-interval.ts';

export { median };

const ascending = (samples: readonly number[]): number[] => [...samples].sort((a, b) => a - b);

/**
 * Nearest-rank quantile: the smallest sample with at least that share of all samples at or below it.
 * Always one of the samples. Definition 1 of Hyndman and Fan, Sample quantiles in statistical packages,
 * The American Statistician 50 (1996) 361-365.
 */
export const nearestRank = (samples: readonly number[], share: number): number => {
  if (samples.length === 0) throw new RangeError('quantile of no samples');
  if (!(share > 0 && share <= 1)) throw new RangeError(`share ${share} is not between 0 and 1`);
  // 0.95 * 20 is 19.000000000000004 in floating point: a hair must not move the rank.
  const rank = Math.ceil(share * samples.length - 1e-9);
  return ascending(samples)[Math.max(0, rank - 1)] as number;
};

/** Linear interpolation between order statistics: definition 7 of Hyndman and Fan (1996), for limits of a bootstrap. */
export const interpolatedQuantile = (sorted: ArrayLike<number>, share: number): number => {
  if (sorted.length === 0) throw new RangeError('quantile of no samples');
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share ${share} is not between 0 and 1`);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
};

/** Fewest samples for a p95: below 20 the nearest-rank p95 is just the largest sample. */
export const minimumSamplesForP95 = 20;

const intervalOf = (samples: readonly number[]): Pick<Quantiles, 'p50Interval'> => {
  const interval = medianInterval(samples);
  return interval === null ? {} : { p50Interval: interval };
};

/** p50 with its 95 % interval, p95, least and largest of raw samples by nearest rank; null = no samples. */
export const quantilesOf = (samples: readonly number[]): Quantiles | null =>
  samples.length === 0
    ? null
    : {
        n: samples.length,
        p50: nearestRank(samples, 0.5),
        ...intervalOf(samples),
        p95: samples.length < minimumSamplesForP95 ? null : nearestRank(samples, 0.95),
        min: min([...samples]),
        max: max([...samples]),
      };
