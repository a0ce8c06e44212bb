import type { Difference, Report } from '@benchloop/spec';
import { pairedCompositeDifference, type WeightedPairs } from '../measure/statistics/cluster-bootstrap.ts';
import type { Interval } from '../measure/statistics/confidence.ts';
import { equivalenceTest } from '../measure/statistics/equivalence.ts';
import { meanOf, taskDifferences } from '../measure/statistics/paired-task.ts';
import { comparePaired } from '../measure/statistics/paired-verdict.ts';
import { pairedPermutationTest } from '../measure/statistics/permutation.ts';
import { tasksNeeded } from '../measure/statistics/power.ts';
import { groupBy } from '../summary/group-by.ts';
import { suiteWeights } from '../summary/formula.ts';
import type { TaskPair } from './align.ts';
import { scorePairsOf, type DifferenceOptions } from './differences.ts';

export type Weights = Readonly<Record<string, number>>;

const points = 100;

/** Tasks by suite, of the suites that have a weight. */
const weightedSuites = (pairs: readonly TaskPair[], weights: Weights): (WeightedPairs & { id: string })[] =>
  [...groupBy(pairs, ({ suiteId }) => suiteId)].flatMap(([id, tasks]) => {
    const weight = weights[id] ?? 0;
    return weight > 0 ? [{ id, weight, pairs: scorePairsOf(tasks) }] : [];
  });

/** What each task's difference adds to the difference of the composite. */
const contributionsOf = (suites: readonly WeightedPairs[]): number[] => {
  const total = suites.reduce((sum, { weight }) => sum + weight, 0);
  return suites.flatMap(({ weight, pairs }) => {
    const differences = taskDifferences(pairs);
    return differences.map((difference) => (difference * weight) / total / differences.length);
  });
};

const compositeOf = (suites: readonly WeightedPairs[], side: 'a' | 'b'): number => {
  const total = suites.reduce((sum, { weight }) => sum + weight, 0);
  return suites.reduce((sum, { weight, pairs }) => sum + (weight / total) * meanOf(pairs.map((pair) => meanOf(pair[side]))), 0);
};

/**
 * Where every task differs alike the bootstrap says nothing: then the suites' own limits are added up by weight, which is never too
 * narrow, as not all of them err in the same direction at once. Null = a suite has no limits either.
 */
const sumOfIntervals = (
  suites: readonly (WeightedPairs & { id: string })[],
  { seed, margin, confidence }: DifferenceOptions,
): Interval | null => {
  const total = suites.reduce((sum, { weight }) => sum + weight, 0);
  const parts = suites.map(({ id, weight, pairs }) => ({
    share: weight / total,
    interval: comparePaired(pairs, { seed: `${seed}/${id}`, margin: margin / points, confidence })?.interval ?? null,
  }));
  if (parts.some(({ interval }) => interval === null)) return null;
  return {
    low: parts.reduce((sum, { share, interval }) => sum + share * (interval?.low ?? 0), 0),
    high: parts.reduce((sum, { share, interval }) => sum + share * (interval?.high ?? 0), 0),
  };
};

/** Trials that would probably separate the two, if the mix of suites stays as it is; null = not to be said. */
const moreTrialsOf = (contributions: readonly number[], pairs: readonly TaskPair[], confidence: number): number | null => {
  // Contributions of n tasks sum to the difference, so n times each is what one task says of it.
  const each = contributions.map((contribution) => contribution * contributions.length);
  const difference = meanOf(each);
  if (each.length < 2 || Math.abs(difference) < 1e-9) return null;
  const needed = tasksNeeded({ difference, square: meanOf(each.map((value) => value ** 2)), confidence });
  const perTask = Math.max(1, Math.round(meanOf(pairs.flatMap(({ a, b }) => [a.length, b.length]))));
  return needed === null ? null : Math.max(0, needed - each.length) * perTask;
};

/**
 * Difference of quality: suites weighted as in the overall figure, over those that both runs share. Test: signs of the tasks'
 * weighted differences are flipped. Equivalence: the interval of twice the error rate lies within the margin, which is the same as
 * two one-sided tests (Schuirmann 1987). Null = no suite with a weight.
 */
export const qualityDifference = (
  pairs: readonly TaskPair[],
  options: DifferenceOptions,
  weights: Weights = suiteWeights,
): Difference | null => {
  const suites = weightedSuites(pairs, weights);
  const { seed, margin, confidence } = options;
  const difference = pairedCompositeDifference(suites, { seed: `${seed}/quality`, confidence });
  if (difference === null) return null;
  const contributions = contributionsOf(suites);
  const p = pairedPermutationTest(contributions, { seed: `${seed}/quality` });
  const { value } = difference;
  const interval = difference.interval ?? sumOfIntervals(suites, options);
  const narrow = pairedCompositeDifference(suites, { seed: `${seed}/quality`, confidence: 2 * confidence - 1 })?.interval ?? null;
  const isApart = interval !== null && p <= 1 - confidence && (interval.low > 0 || interval.high < 0);
  const isWithin = narrow !== null && narrow.low > -margin / points && narrow.high < margin / points;
  // A mean of differences that are each within the margin is within it too.
  const isEachWithin = suites.every((suite) => (equivalenceTest(suite.pairs, margin / points) ?? 1) <= 1 - confidence);
  const isSame = isWithin || isEachWithin;
  const passes = suites.flatMap(({ id }) => pairs.filter(({ suiteId }) => suiteId === id));
  const passedMean = (trials: TaskPair['a']): number => meanOf(trials.map(({ score }) => Number(score?.passed === true)));
  return {
    id: 'quality',
    tasks: contributions.length,
    scoreA: points * compositeOf(suites, 'a'),
    scoreB: points * compositeOf(suites, 'b'),
    difference: points * value,
    low: interval === null ? null : points * interval.low,
    high: interval === null ? null : points * interval.high,
    method: 'cluster-bootstrap',
    p,
    pHolm: p,
    test: 'paired-permutation',
    equivalenceP: null,
    verdict: isApart ? (value > 0 ? 'better' : 'worse') : isSame ? 'same' : 'cannot-tell',
    gained: passes.filter(({ a, b }) => passedMean(b) > passedMean(a)).length,
    lost: passes.filter(({ a, b }) => passedMean(b) < passedMean(a)).length,
    passRate: null,
    mcnemar: null,
    moreTrials: isApart || isSame ? null : moreTrialsOf(contributions, pairs, confidence),
    detectable: null,
  };
};

/** Weighted mean of a run's own suites, 0 to 100; null = no suite with a weight was judged. */
export const qualityOf = ({ summary }: Report, weights: Weights = suiteWeights): number | null => {
  const parts = summary.suites.flatMap(({ id, score }) =>
    score === null || !((weights[id] ?? 0) > 0) ? [] : [{ weight: weights[id] ?? 0, value: score.value }],
  );
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? null : parts.reduce((sum, { weight, value }) => sum + (weight / total) * value, 0);
};
