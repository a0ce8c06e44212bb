import { isJudged, type Manifest, type Trial } from '@benchloop/spec';
import type { PairedTask } from '../measure/statistics/paired-task.ts';
import { comparePaired, verdictOf } from '../measure/statistics/paired-verdict.ts';
import { levelsOfLooks, looksUpTo, watchedConfidence } from '../measure/statistics/sequential.ts';
import { weightedMeanInterval } from '../measure/statistics/weighted-mean-interval.ts';
import { judgedOf, scoreOf } from './estimates.ts';
import { suiteWeights } from './formula.ts';
import { groupBy } from './group-by.ts';

/** Looks at the trials so far; a sentence = what was asked is reached, and how. */
export type StopRule = (trials: readonly Trial[]) => string | null;

/** Looks only when the count reaches one of `looks` that it had not reached before. */
const atLooks = (looks: readonly number[], alreadyDone: number, look: (trials: readonly Trial[], place: number) => string | null) => {
  let next = looks.filter((count) => count <= alreadyDone).length;
  return (judged: readonly Trial[]): string | null => {
    const reached = looks.filter((count) => count <= judged.length).length;
    if (reached <= next) return null;
    next = reached;
    return look(judged, reached - 1);
  };
};

const judgedIn = (trials: readonly Trial[], suites: ReadonlySet<string>): Trial[] =>
  trials.filter(({ suiteId, outcome }) => suites.has(suiteId) && isJudged(outcome));

export type WidthInput = {
  manifest: Manifest;
  /** Scored suites. */
  suites: readonly string[];
  /** Half of the widest interval that is narrow enough, in points of 100. */
  points: number;
  /** Trials of the scored suites: all that are planned, and those done before. */
  planned: number;
  done: number;
};

/** The suites' weighted mean score; suites count alike where one of them has no weight. Null until every suite has a score. */
const watchedScore = (trials: readonly Trial[], suites: readonly string[], seed: string) => {
  const alike = suites.some((id) => suiteWeights[id] === undefined);
  const parts = suites.flatMap((id) => {
    const judged = trials.filter(({ suiteId }) => suiteId === id).map(judgedOf);
    const score = scoreOf(judged, `${seed}/${id}`, watchedConfidence);
    return score === null ? [] : [{ ...score, weight: alike ? 1 : (suiteWeights[id] as number) }];
  });
  return parts.length < suites.length ? null : weightedMeanInterval(parts);
};

/** Stops when the score is known to ± the points wanted, by an interval of `watchedConfidence` at each of `looksUpTo`. */
export const widthRule = ({ manifest, suites, points, planned, done }: WidthInput): StopRule => {
  const scored = new Set(suites);
  const rule = atLooks(looksUpTo(planned), done, (judged) => {
    const score = watchedScore(judged, suites, manifest.digest);
    if (score === null || (score.high - score.low) / 2 > points) return null;
    const [value, low, high] = [score.value, score.low, score.high].map((number) => number.toFixed(1));
    return `the score is ${value}, from ${low} to ${high} at ${100 * watchedConfidence} %, and ±${points} was asked for`;
  });
  return (trials) => rule(judgedIn(trials, scored));
};

const keyOf = ({ suiteId, taskId }: Trial): string => `${suiteId}/${taskId}`;

const valuesByTask = (trials: readonly Trial[]): Map<string, number[]> =>
  new Map([...groupBy(trials, keyOf)].map(([key, group]) => [key, group.map((trial) => judgedOf(trial).value)]));

export type SeparationInput = {
  /** Judged trials of the other run, of the tasks that both have. */
  baseline: readonly Trial[];
  baselineId: string;
  /** Trials of those tasks: all that are planned, and those done before. */
  planned: number;
  done: number;
};

/**
 * Stops when this run is shown to be better or worse than the other on the tasks that both have; the level of each look is that of
 * `levelsOfLooks`, so that all of them together keep to 5 %.
 */
export const separationRule = ({ baseline, baselineId, planned, done }: SeparationInput): StopRule => {
  const before = valuesByTask(baseline);
  const looks = looksUpTo(planned);
  const levels = levelsOfLooks(looks);
  const rule = atLooks(looks, done, (judged, place) => {
    const level = levels[place] as number;
    const pairs: PairedTask[] = [...valuesByTask(judged)].map(([key, b]) => ({ a: before.get(key) ?? [], b }));
    // Below this level no seeded permutation test can go.
    if (level < 1e-6) return null;
    const comparison = comparePaired(pairs, { seed: baselineId, margin: 1, confidence: 1 - level });
    if (comparison === null) return null;
    const verdict = verdictOf(comparison, comparison.p, 1 - level);
    if (verdict !== 'better' && verdict !== 'worse') return null;
    const points = Math.abs(100 * comparison.difference).toFixed(1);
    return `it is ${verdict} than ${baselineId} by ${points} points on ${comparison.tasks} tasks (p = ${comparison.p.toPrecision(2)}, level of this look ${level.toPrecision(2)})`;
  });
  return (trials) => rule(trials.filter((trial) => isJudged(trial.outcome) && before.has(keyOf(trial))));
};
