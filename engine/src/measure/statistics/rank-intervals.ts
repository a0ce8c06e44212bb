import { defaultConfidence } from './confidence.ts';
import { createDrawPlace, type DrawPlace } from './draw-places.ts';
import { normalCdf } from './normal.ts';
import { studentQuantile } from './student.ts';

/** Tasks of one suite that all runs tried: for each task the value of each run (its mean over trials), in the order of the runs. */
export type RankedSuite = { weight: number; tasks: readonly (readonly number[])[] };

export type RankOptions = {
  seed: string | number;
  /** Left out = 1,000, and fewer down to 200 for hundreds of runs. */
  resamples?: number;
  confidence?: number;
};

export type RankInterval = {
  /** Weighted mean of suite means. */
  value: number;
  /** Best and worst rank that the data allow, from 1; equal where nothing else is possible. */
  low: number;
  high: number;
  /** Places of the runs that this one cannot be told apart from. */
  tiedWith: number[];
};

/** "2", or "1-3" where several ranks are possible. */
export const sayRank = ({ low, high }: Pick<RankInterval, 'low' | 'high'>): string => (low === high ? String(low) : `${low}-${high}`);

type Table = { runs: number; suites: { share: number; rows: Float64Array[] }[] };

const tableOf = (suites: readonly RankedSuite[]): Table => {
  const runs = suites[0]?.tasks[0]?.length ?? 0;
  const total = suites.reduce((sum, { weight }) => sum + weight, 0);
  const whole = suites.every(({ weight, tasks }) => weight > 0 && tasks.length > 1 && tasks.every(({ length }) => length === runs));
  if (runs === 0 || !whole) throw new RangeError('ranks need at least two tasks of each suite, each tried by every run');
  return {
    runs,
    suites: suites.map(({ weight, tasks }) => ({ share: weight / total, rows: tasks.map((task) => Float64Array.from(task)) })),
  };
};

/** Values of all runs over the rows that `placeOf` names. */
const valuesOf = ({ runs, suites }: Table, placeOf: (place: number, rows: number) => number): Float64Array => {
  const values = new Float64Array(runs);
  for (const { share, rows } of suites) {
    const weight = share / rows.length;
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[placeOf(place, rows.length)] as Float64Array;
      for (let run = 0; run < runs; run += 1) values[run] = (values[run] as number) + weight * (row[run] as number);
    }
  }
  return values;
};

/** Values of each run by itself, so that a pair of runs is two unbroken rows. */
const byRun = (rows: readonly Float64Array[], runs: number): Float64Array[] =>
  Array.from({ length: runs }, (_, run) => Float64Array.from(rows, (row) => row[run] as number));

/**
 * Squared standard error of a difference within one suite. Two pseudo-tasks, one won and one lost by the largest difference seen, keep
 * it honest where few tasks differ: D. G. Bonett and R. M. Price, Journal of Educational and Behavioral Statistics 37 (2012) 479-488.
 */
const squaredError = (one: Float64Array, other: Float64Array): number => {
  let [sum, squares, largest] = [0, 0, 0];
  for (let place = 0; place < one.length; place += 1) {
    const difference = (one[place] as number) - (other[place] as number);
    const square = difference * difference;
    sum += difference;
    squares += square;
    if (square > largest) largest = square;
  }
  const n = one.length + 2;
  return Math.max(0, (squares + 2 * largest) / n - (sum / n) ** 2) / n;
};

/**
 * One over the standard error of the difference of each pair of runs, pairs in the order (0,1), (0,2), …; 0 = the two never differ,
 * so that nothing tells them apart.
 */
const pairPrecisions = ({ runs, suites }: Table): Float64Array => {
  const columns = suites.map(({ share, rows }) => ({ square: share * share, values: byRun(rows, runs) }));
  const precisions = new Float64Array((runs * (runs - 1)) / 2);
  let pair = 0;
  for (let one = 0; one < runs; one += 1)
    for (let other = one + 1; other < runs; other += 1) {
      let variance = 0;
      for (const { square, values } of columns)
        variance += square * squaredError(values[one] as Float64Array, values[other] as Float64Array);
      precisions[pair] = variance > 0 ? 1 / Math.sqrt(variance) : 0;
      pair += 1;
    }
  return precisions;
};

/** Largest difference of any pair, in standard errors. */
const largestDeviation = (values: Float64Array, precisions: Float64Array): number => {
  let largest = 0;
  let pair = 0;
  for (let one = 0; one < values.length; one += 1) {
    const value = values[one] as number;
    for (let other = one + 1; other < values.length; other += 1) {
      const deviation = Math.abs(value - (values[other] as number)) * (precisions[pair] as number);
      if (deviation > largest) largest = deviation;
      pair += 1;
    }
  }
  return largest;
};

/** Share of the error that is kept for the noise of the resampling itself, so that what is left holds. */
const keptForNoise = 0.2;

type Resampling = { draw: DrawPlace; resamples: number; confidence: number };

/** How many standard errors apart two runs must be, so that no pair of the table is separated wrongly, at the confidence wanted. */
const criticalDeviation = (
  table: Table,
  centre: Float64Array,
  precisions: Float64Array,
  { draw, resamples, confidence }: Resampling,
): number => {
  const largest = new Float64Array(resamples);
  for (let drawn = 0; drawn < resamples; drawn += 1) {
    const values = valuesOf(table, (_place, rows) => draw(rows));
    for (let run = 0; run < table.runs; run += 1) values[run] = (values[run] as number) - (centre[run] as number);
    largest[drawn] = largestDeviation(values, precisions);
  }
  largest.sort();
  const asked = confidence + (1 - confidence) * keptForNoise;
  const seen = largest[Math.min(resamples - 1, Math.ceil(asked * (resamples + 1)) - 1)] as number;
  const sizes = table.suites.map(({ rows }) => rows.length);
  const degrees = sizes.reduce((sum, size) => sum + size - 1, 0);
  const fewest = Math.min(...sizes);
  // Resampling n tasks shows only (n - 1) / n of their variance, and a normal tail knows nothing of an estimated one.
  const widened = studentQuantile(Math.min(normalCdf(seen * Math.sqrt(fewest / (fewest - 1))), 1 - 1e-12), degrees);
  return Math.max(widened, studentQuantile(0.5 + confidence / 2, degrees));
};

/** Deviations of pairs that one table takes at most, so that a thousand runs are ranked in about a second. */
const mostDeviations = 5e7;
const resamplesFor = (pairs: number): number => Math.round(Math.min(1_000, Math.max(200, mostDeviations / Math.max(1, pairs))));

/**
 * Rank interval of each run, such that with the confidence wanted all intervals of the table hold at once. Tasks are resampled
 * jointly for all runs; two runs are apart when their difference exceeds what the largest deviation of any pair reaches in the
 * resamples. Counting resampled ranks alone would be too sure between equals.
 * Mogstad, Romano, Shaikh and Wilhelm, Inference for ranks, Review of Economic Studies 91 (2024) 476-518.
 */
export const rankIntervals = (suites: readonly RankedSuite[], options: RankOptions): RankInterval[] => {
  const { seed, confidence = defaultConfidence } = options;
  const table = tableOf(suites);
  const values = valuesOf(table, (place) => place);
  const precisions = pairPrecisions(table);
  const resamples = options.resamples ?? resamplesFor(precisions.length);
  const critical = criticalDeviation(table, values, precisions, { draw: createDrawPlace(seed), resamples, confidence });
  const intervals = Array.from(values, (value): RankInterval => ({ value, low: 1, high: table.runs, tiedWith: [] }));
  let pair = 0;
  for (let one = 0; one < intervals.length; one += 1)
    for (let other = one + 1; other < intervals.length; other += 1) {
      const [first, second] = [intervals[one] as RankInterval, intervals[other] as RankInterval];
      const difference = first.value - second.value;
      const apart = Math.abs(difference) * (precisions[pair] as number) > critical;
      pair += 1;
      if (!apart) {
        first.tiedWith.push(other);
        second.tiedWith.push(one);
      } else if (difference > 0) {
        first.high -= 1;
        second.low += 1;
      } else {
        first.low += 1;
        second.high -= 1;
      }
    }
  return intervals;
};
