import type { ComparedRun, Comparison, Flip, Pair, Rank, Report, Trial } from '@benchloop/spec';
import { defaultConfidence } from '../measure/statistics/confidence.ts';
import { meanOf } from '../measure/statistics/paired-task.ts';
import { rankIntervals, type RankedSuite } from '../measure/statistics/rank-intervals.ts';
import { suiteWeights } from '../summary/formula.ts';
import { groupBy } from '../summary/group-by.ts';
import { align, type TaskPair } from './align.ts';
import { causesOf, contextFailuresOf, isCut } from './causes.ts';
import { differencesOf, type DifferenceOptions } from './differences.ts';
import { decodeRateOf, figuresOf, memoryOf, solvedOf, ttftOf } from './figures.ts';
import { frontOf } from './front.ts';
import { laddersOf } from './ladders.ts';
import { namesOf } from './names.ts';
import { qualityDifference, qualityOf, type Weights } from './quality.ts';
import { stackDifferences, unlikeSettings } from './stack.ts';
import { doubtsOfRun, pairSentence } from './words.ts';

/** Differences below this many points of 100 do not matter, unless the person says otherwise. */
export const defaultMargin = 3;

export type Integrity = ComparedRun['integrity'];
export type CompareInput = { report: Report; integrity: Integrity };
export type CompareOptions = { margin?: number; confidence?: number; weights?: Weights };

const comparedRun = ({ report, integrity }: CompareInput, name: string, weights: Weights): ComparedRun => {
  const { run } = report;
  return {
    id: run.id,
    name,
    model: run.model?.name ?? run.plan.model.value,
    quantization: run.model?.quantization ?? null,
    harness: run.manifest.harness.id,
    thinking: run.manifest.thinking,
    contextInForce: run.model?.contextInForce ?? null,
    place: run.plan.place.value,
    profile: run.manifest.profile,
    status: run.status,
    integrity,
    quality: qualityOf(report, weights),
    decodeTokensPerSecond: decodeRateOf(report),
    ttftMs: ttftOf(report),
    memoryBytes: memoryOf(report),
    solved: solvedOf(report),
    trials: report.trials.length,
    causes: causesOf(report),
    contextFailures: contextFailuresOf(report),
  };
};

const sharePassed = (trials: readonly Trial[]): number => meanOf(trials.map(({ score }) => Number(score?.passed === true)));

const flipOf = ({ suiteId, taskId }: TaskPair, failing: readonly Trial[]): Flip => {
  const trial = failing.find(({ score }) => score?.passed !== true) as Trial;
  return { suiteId, taskId, outcome: trial.outcome, reason: trial.reason, cut: isCut(trial) };
};

/** Tasks by one of their labels; a task may have several. */
const groupsBy = (pairs: readonly TaskPair[], labelsOf: (trial: Trial) => readonly string[]): Map<string, TaskPair[]> => {
  const labelled = pairs.flatMap((pair) => {
    const [trial] = pair.a;
    return trial === undefined ? [] : labelsOf(trial).map((label) => ({ label, pair }));
  });
  return new Map(
    [...groupBy(labelled, ({ label }) => label)]
      .map(([label, all]) => [label, all.map(({ pair }) => pair)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};

const difficulties = ['easy', 'medium', 'hard', 'extreme'];
const smallestGroup = 3;

const pairOf = (a: Report, b: Report, options: DifferenceOptions, weights: Weights): Omit<Pair, 'sentence'> => {
  const { pairs, narrowed, refused } = align(a, b);
  const byDifficulty = groupsBy(pairs, ({ difficulty }) => [difficulty]);
  const byTag = new Map([...groupsBy(pairs, ({ tags }) => tags)].filter(([, tasks]) => tasks.length >= smallestGroup));
  return {
    a: a.run.id,
    b: b.run.id,
    refused,
    narrowed,
    unlike: unlikeSettings(a, b),
    quality: qualityDifference(pairs, options, weights),
    suites: differencesOf(
      groupBy(pairs, ({ suiteId }) => suiteId),
      options,
    ),
    difficulties: differencesOf(
      new Map(difficulties.flatMap((id) => (byDifficulty.has(id) ? [[id, byDifficulty.get(id) ?? []]] : []))),
      options,
    ),
    tags: differencesOf(byTag, options),
    gained: pairs.filter(({ a: one, b: two }) => sharePassed(two) > sharePassed(one)).map((pair) => flipOf(pair, pair.a)),
    lost: pairs.filter(({ a: one, b: two }) => sharePassed(two) < sharePassed(one)).map((pair) => flipOf(pair, pair.b)),
    figures: figuresOf(a, b, options.seed),
    stack: stackDifferences(a, b),
  };
};

/** Values of every run on the tasks that all of them tried, by suite with a weight. */
export const commonTasks = (reports: readonly Report[], weights: Weights): (RankedSuite & { id: string })[] => {
  const [first, ...others] = reports;
  if (first === undefined) return [];
  // One run alone stands beside itself.
  const alignments = (others.length === 0 ? [first] : others).map(
    (other) => new Map(align(first, other).pairs.map((pair) => [`${pair.suiteId}/${pair.taskId}`, pair])),
  );
  const rows = [...(alignments[0] ?? new Map<string, TaskPair>())].flatMap(([key, { suiteId, a }]) => {
    const matched = alignments.map((alignment) => alignment.get(key));
    const values = [a, ...(others.length === 0 ? [] : matched.map((pair) => pair?.b ?? []))].map((trials) =>
      trials.length === 0 ? null : meanOf(trials.map(({ score }) => score?.value ?? 0)),
    );
    return values.includes(null) ? [] : [{ suiteId, values: values as number[] }];
  });
  return [...groupBy(rows, ({ suiteId }) => suiteId)].flatMap(([id, tasks]) =>
    tasks.length > 1 && (weights[id] ?? 0) > 0 ? [{ id, weight: weights[id] ?? 0, tasks: tasks.map(({ values }) => values) }] : [],
  );
};

const ranksOf = (reports: readonly Report[], suites: readonly RankedSuite[], seed: string, confidence: number): Rank[] =>
  rankIntervals(suites, { seed: `${seed}/ranks`, confidence }).map(({ value, low, high, tiedWith }, place) => ({
    runId: reports[place]?.run.id ?? '',
    value: 100 * value,
    low,
    high,
    tiedWith: tiedWith.map((other) => reports[other]?.run.id ?? ''),
  }));

/** Compares runs pair by pair on identical tasks. Pure: the same runs give the same limits. */
export const compareRuns = (inputs: readonly CompareInput[], options: CompareOptions = {}): Comparison => {
  const { margin = defaultMargin, confidence = defaultConfidence, weights = suiteWeights } = options;
  const reports = inputs.map(({ report }) => report);
  const seed = reports.map(({ run }) => run.id).join('+');
  const names = namesOf(reports);
  const suites = commonTasks(reports, weights);
  const runs = inputs.map((input, place) => comparedRun(input, names[place] ?? input.report.run.id, weights));
  const pairs = reports.flatMap((a, place) => reports.slice(place + 1).map((b) => pairOf(a, b, { seed, margin, confidence }, weights)));
  const ranks = suites.length === 0 ? null : ranksOf(reports, suites, seed, confidence);
  return {
    formatVersion: 1,
    confidence,
    margin,
    runs,
    doubts: runs.flatMap(doubtsOfRun),
    pairs: pairs.map((pair) => ({ ...pair, sentence: pairSentence(pair, { runs, margin }) })),
    ranks,
    rankedTasks: suites.reduce((sum, { tasks }) => sum + tasks.length, 0),
    ladders: laddersOf(runs),
    front: frontOf(runs, ranks),
  };
};
