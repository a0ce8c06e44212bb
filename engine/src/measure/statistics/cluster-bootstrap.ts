import { median } from 'simple-statistics';
import { bcaInterval, expandedConfidence, percentileInterval } from './bootstrap-interval.ts';
import { defaultConfidence, type Interval } from './confidence.ts';
import { createDrawPlace } from './draw-places.ts';
import { bothTried, meanOf, taskDifferences, type PairedTask } from './paired-task.ts';

/** Resamples of every bootstrap, unless told otherwise: limits then move by about 0.1 interval widths between seeds. */
export const defaultResamples = 2_000;

export type ClusterBootstrapOptions = {
  /** Same seed, same limits, on every machine. */
  seed: string | number;
  resamples?: number;
  confidence?: number;
  method?: 'percentile' | 'bca';
};

/** Which clusters make up a resample: their places, one list per stratum. */
export type Resample = readonly Int32Array[];

export type BootstrapInput = {
  /** Clusters in each stratum; each stratum is resampled by itself. */
  sizes: readonly number[];
  statistic: (resample: Resample) => number;
};

const wholeSample = (sizes: readonly number[]): Int32Array[] => sizes.map((size) => Int32Array.from({ length: size }, (_, place) => place));

const leaveOneOutOf = ({ sizes, statistic }: BootstrapInput): number[][] => {
  const whole = wholeSample(sizes);
  return sizes.map((size, stratum) => {
    const rest = Int32Array.from({ length: size - 1 }, (_, place) => place + 1);
    const sample = whole.map((all, other) => (other === stratum ? rest : all));
    return Array.from({ length: size }, (_, left) => {
      if (left > 0) rest[left - 1] = left - 1;
      return statistic(sample);
    });
  });
};

const distributionOf = ({ sizes, statistic }: BootstrapInput, seed: string | number, resamples: number): Float64Array => {
  const draw = createDrawPlace(seed);
  const resample = sizes.map((size) => new Int32Array(size));
  const distribution = new Float64Array(resamples);
  for (let drawn = 0; drawn < resamples; drawn += 1) {
    for (const places of resample) for (let place = 0; place < places.length; place += 1) places[place] = draw(places.length);
    distribution[drawn] = statistic(resample);
  }
  return distribution.sort();
};

/**
 * Interval of any statistic of tasks, resampling whole tasks (clusters) with replacement, because trials of one task are alike
 * and do not count as independent; each stratum (suite) by itself. The limits are widened for few clusters
 * (`expandedConfidence`) and always include the estimate. Null when the bootstrap can say nothing: a stratum with fewer
 * than two clusters, or a statistic that is the same in every resample, where the interval would be falsely of width zero.
 * Davison and Hinkley, Bootstrap Methods and their Application (1997), section 3.8; for model evaluations
 * Miller, Adding Error Bars to Evals, arXiv:2411.00640 (2024), section 2.2.
 */
export const bootstrapInterval = (input: BootstrapInput, options: ClusterBootstrapOptions): Interval | null => {
  const { seed, resamples = defaultResamples, confidence = defaultConfidence, method = 'bca' } = options;
  if (input.sizes.length === 0 || input.sizes.some((size) => size < 2)) return null;
  const estimate = input.statistic(wholeSample(input.sizes));
  const distribution = distributionOf(input, seed, resamples);
  const spread = (distribution[resamples - 1] as number) - (distribution[0] as number);
  if (!(spread > Math.abs(estimate) * 1e-12)) return null;
  const leaveOneOut = leaveOneOutOf(input);
  const asked = expandedConfidence(leaveOneOut, confidence);
  const { low, high } =
    method === 'bca' ? bcaInterval({ estimate, distribution, leaveOneOut, confidence: asked }) : percentileInterval(distribution, asked);
  return { low: Math.min(low, estimate), high: Math.max(high, estimate) };
};

/** Mean over all values of the clusters drawn, from the sum and the number of values of each. */
const meanOver = (groups: readonly (readonly number[])[]): ((places: Int32Array) => number) => {
  const sizes = Float64Array.from(groups, ({ length }) => length);
  const sums = Float64Array.from(groups, (group) => group.reduce((sum, value) => sum + value, 0));
  return (places) => {
    let sum = 0;
    let size = 0;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] as number;
      sum += sums[place] as number;
      size += sizes[place] as number;
    }
    return sum / size;
  };
};

const filled = (groups: readonly (readonly number[])[]): (readonly number[])[] => groups.filter(({ length }) => length > 0);

/** Interval of the mean over all values; one group of values per task. Null as in `bootstrapInterval`. */
export const clusterBootstrapInterval = (groups: readonly (readonly number[])[], options: ClusterBootstrapOptions): Interval | null =>
  compositeInterval([{ weight: 1, groups }], options);

/** Median over all values of the clusters drawn: counts how often each was drawn, then walks through the values in order. */
const medianOver = (groups: readonly (readonly number[])[]): ((places: Int32Array) => number) => {
  const ordered = groups.flatMap((group, place) => group.map((value) => ({ value, place }))).sort((one, other) => one.value - other.value);
  const values = Float64Array.from(ordered, ({ value }) => value);
  const owners = Int32Array.from(ordered, ({ place }) => place);
  const sizes = Int32Array.from(groups, ({ length }) => length);
  const drawn = new Int32Array(groups.length);
  return (places) => {
    drawn.fill(0);
    let total = 0;
    for (const place of places) {
      drawn[place] = (drawn[place] as number) + 1;
      total += sizes[place] as number;
    }
    let [at, seen] = [-1, 0];
    const next = (count: number): number => {
      while (seen < count) seen += drawn[owners[++at] as number] as number;
      return values[at] as number;
    };
    const low = next(Math.ceil(total / 2));
    return total % 2 === 1 ? low : (low + next(total / 2 + 1)) / 2;
  };
};

/** Interval of the median over all values. Percentile limits unless told otherwise: leaving one task out says nothing of a median's skewness. */
export const medianInterval = (groups: readonly (readonly number[])[], options: ClusterBootstrapOptions): Interval | null => {
  const kept = filled(groups);
  const middle = medianOver(kept);
  return bootstrapInterval(
    { sizes: [kept.length], statistic: ([places]) => middle(places as Int32Array) },
    { method: 'percentile', ...options },
  );
};

/** Tasks of one suite with the weight of the suite; weights are positive and need not sum to 1. */
export type WeightedGroups = { weight: number; groups: readonly (readonly number[])[] };

/** Interval of a weighted mean of suite means. */
export const compositeInterval = (suites: readonly WeightedGroups[], options: ClusterBootstrapOptions): Interval | null => {
  const kept = suites.map(({ weight, groups }) => ({ weight, groups: filled(groups) }));
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  const means = kept.map(({ groups }) => meanOver(groups));
  const statistic = (resample: Resample) => {
    let value = 0;
    for (let place = 0; place < kept.length; place += 1)
      value +=
        ((kept[place] as WeightedGroups).weight / total) * (means[place] as (places: Int32Array) => number)(resample[place] as Int32Array);
    return value;
  };
  return withoutFlat(kept.flatMap(({ groups }) => groups))
    ? bootstrapInterval({ sizes: kept.map(({ groups }) => groups.length), statistic }, options)
    : null;
};

/** Whether the tasks differ at all. */
const withoutFlat = (groups: readonly (readonly number[])[]): boolean => {
  const means = groups.map(meanOf);
  return means.some((value) => Math.abs(value - (means[0] ?? 0)) >= 1e-12);
};

/** Pairs of one suite with the weight of the suite. */
export type WeightedPairs = { weight: number; pairs: readonly PairedTask[] };

/** Difference (B minus A) of two runs on the same tasks with its interval, in the unit of the values; null = no task that both tried. */
export type Difference = { value: number; interval: Interval | null };

/**
 * Difference of weighted means of suite means: each suite's mean difference over its tasks, tasks counting alike. Percentile limits
 * unless told otherwise: where few of 30 tasks differ BCa covers 92.8 %, and differences have little skewness to correct.
 */
export const pairedCompositeDifference = (suites: readonly WeightedPairs[], options: ClusterBootstrapOptions): Difference | null => {
  const groups = suites.map(({ weight, pairs }) => ({ weight, groups: taskDifferences(pairs).map((difference) => [difference]) }));
  if (groups.length === 0 || groups.some((suite) => suite.groups.length === 0)) return null;
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  const value = groups.reduce((sum, suite) => sum + (suite.weight / total) * meanOf(suite.groups.flat()), 0);
  return { value, interval: compositeInterval(groups, { method: 'percentile', ...options }) };
};

/** Mean over tasks of the difference of the task's means. */
export const pairedMeanDifference = (pairs: readonly PairedTask[], options: ClusterBootstrapOptions): Difference | null =>
  pairedCompositeDifference([{ weight: 1, pairs }], options);

/** Median over tasks of the difference of the task's means: for times with rare long ones. */
export const pairedMedianDifference = (pairs: readonly PairedTask[], options: ClusterBootstrapOptions): Difference | null => {
  const differences = taskDifferences(pairs);
  if (differences.length === 0) return null;
  return {
    value: median(differences),
    interval: medianInterval(
      differences.map((difference) => [difference]),
      options,
    ),
  };
};

/**
 * Ratio of B to A as the geometric mean over tasks of the ratio of the task's medians, with its interval; for times and rates,
 * where 1 means equal. Values must be positive; tasks with another are left out.
 */
export const pairedRatio = (pairs: readonly PairedTask[], options: ClusterBootstrapOptions): Difference | null => {
  const positive = bothTried(pairs).filter(({ a, b }) => [...a, ...b].every((value) => value > 0));
  const logs = positive.map(({ a, b }) => ({ a: [Math.log(median([...a]))], b: [Math.log(median([...b]))] }));
  const difference = pairedMeanDifference(logs, options);
  if (difference === null) return null;
  const { value, interval } = difference;
  return { value: Math.exp(value), interval: interval && { low: Math.exp(interval.low), high: Math.exp(interval.high) } };
};
