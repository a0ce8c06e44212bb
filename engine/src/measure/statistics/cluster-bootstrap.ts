import { mean } from 'simple-statistics';
import { createRandom } from '../../kit/random.ts';
import { bcaInterval, percentileInterval } from './bootstrap-interval.ts';
import { defaultConfidence, type Interval } from './confidence.ts';

/** Resamples of every bootstrap, unless told otherwise: limits then move by about 0.1 interval widths between seeds. */
export const defaultResamples = 2_000;

export type ClusterBootstrapOptions = {
  /** Same seed, same limits, on every machine. */
  seed: string | number;
  resamples?: number;
  confidence?: number;
  method?: 'percentile' | 'bca';
};

/** Sum and size of one cluster: all that its share in a mean needs. */
type Cluster = { sum: number; size: number };

const meanOf = (clusters: readonly Cluster[]): number => {
  let sum = 0;
  let size = 0;
  for (const cluster of clusters) {
    sum += cluster.sum;
    size += cluster.size;
  }
  return sum / size;
};

const resampledMean = (clusters: readonly Cluster[], drawPlace: () => number): number => {
  let sum = 0;
  let size = 0;
  for (let drawn = 0; drawn < clusters.length; drawn += 1) {
    const cluster = clusters[drawPlace()] as Cluster;
    sum += cluster.sum;
    size += cluster.size;
  }
  return sum / size;
};

const leaveOneOut = (clusters: readonly Cluster[]): number[] =>
  clusters.map((_, left) => meanOf(clusters.filter((_cluster, place) => place !== left)));

/**
 * Interval of the mean over all values, resampling whole clusters (tasks) with replacement, because trials of one
 * task are alike and do not count as independent. Null when the bootstrap can say nothing: fewer than two clusters,
 * or all clusters with the same mean, where every resample is equal and the interval would be falsely of width zero.
 * The limits always include the estimate.
 * Davison and Hinkley, Bootstrap Methods and their Application (1997), section 3.8; for model evaluations
 * Miller, Adding Error Bars to Evals, arXiv:2411.00640 (2024), section 2.2.
 */
export const clusterBootstrapInterval = (groups: readonly (readonly number[])[], options: ClusterBootstrapOptions): Interval | null => {
  const { seed, resamples = defaultResamples, confidence = defaultConfidence, method = 'bca' } = options;
  const filled = groups.filter((group) => group.length > 0);
  const means = filled.map((group) => mean([...group]));
  if (means.every((value) => Math.abs(value - (means[0] ?? 0)) < 1e-12)) return null;
  const clusters = filled.map((group, place) => ({ sum: (means[place] as number) * group.length, size: group.length }));
  const random = createRandom(seed);
  const drawPlace = () => random.int(0, clusters.length - 1);
  const distribution = Array.from({ length: resamples }, () => resampledMean(clusters, drawPlace)).sort((a, b) => a - b);
  const estimate = meanOf(clusters);
  const { low, high } =
    method === 'bca'
      ? bcaInterval({ estimate, distribution, leaveOneOut: leaveOneOut(clusters), confidence })
      : percentileInterval(distribution, confidence);
  return { low: Math.min(low, estimate), high: Math.max(high, estimate) };
};
