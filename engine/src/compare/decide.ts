import type { Candidate, Decision, Report, Use } from '@benchloop/spec';
import { createRandom } from '../kit/random.ts';
import { meanOf } from '../measure/statistics/paired-task.ts';
import { rankIntervals } from '../measure/statistics/rank-intervals.ts';
import { contextFailuresOf } from './causes.ts';
import { commonTasks, type CompareInput } from './compare.ts';
import { decodeRateOf, memoryOf, ttftOf } from './figures.ts';
import { namesOf } from './names.ts';
import { nextMeasurement, type Weighed } from './next-measurement.ts';
import { changedFault, decisionSentences } from './decision-words.ts';

type Suites = ReturnType<typeof commonTasks>;

const gibibyte = 1024 ** 3;
const drawnWeightings = 2000;

const say = (bytes: number): string => `${(bytes / gibibyte).toFixed(2)} GiB`;

/** A limit that is set and not known to be held disqualifies: a guess is no measurement. */
const limitFaults = (report: Report, use: Use): string[] => {
  const context = report.run.model?.contextInForce ?? null;
  const checks: [number | null, number | null, (value: number, limit: number) => boolean, string, (value: number) => string][] = [
    [memoryOf(report), use.maxMemoryBytes, (value, limit) => value <= limit, 'memory', say],
    [decodeRateOf(report), use.minTokensPerSecond, (value, limit) => value >= limit, 'decode rate', (value) => `${value.toFixed(1)} tok/s`],
    [
      ttftOf(report),
      use.maxTtftMs,
      (value, limit) => value <= limit,
      'time to first token',
      (value) => (value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(2)} s`),
    ],
    [context, use.minContextTokens, (value, limit) => value >= limit, 'context in force', (value) => `${value} tokens`],
  ];
  return checks.flatMap(([value, limit, holds, what, words]) => {
    if (limit === null) return [];
    if (value === null) return [`${what} is not known, and ${words(limit)} is asked for`];
    return holds(value, limit) ? [] : [`${what} is ${words(value)}, and ${words(limit)} is asked for`];
  });
};

const faultsOf = ({ report, integrity }: CompareInput, use: Use): string[] => [
  ...(integrity === 'differs' ? [changedFault] : []),
  ...(report.run.digest === null ? ['it has not ended'] : []),
  ...limitFaults(report, use),
];

/** Why a run did not judge a suite, where it tells. */
const whyUnjudged = ({ summary }: Report, id: string): string => {
  const told = summary.notRun.find(({ suiteId }) => suiteId === id);
  return told === undefined ? '' : ` (${told.reason})`;
};

/** Suites of the use that a run did not judge at all. */
const unjudged = ({ summary }: Report, use: Use): string[] =>
  Object.keys(use.weights).filter((id) => (summary.suites.find((suite) => suite.id === id)?.score ?? null) === null);

/** A weighting drawn uniformly from all weightings of so many suites: Dirichlet(1, …, 1) by exponentials. */
const drawWeights = (count: number, float: () => number): number[] => {
  const parts = Array.from({ length: count }, () => -Math.log(1 - float()));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
};

/** How often each run is the best when every weighting of the suites is as likely as any other. */
const winShares = (suites: Suites, runs: number, seed: string): number[] => {
  const random = createRandom(`${seed}/weights`);
  const means = suites.map(({ tasks }) => Array.from({ length: runs }, (_, run) => meanOf(tasks.map((row) => row[run] ?? 0))));
  const wins = Array.from({ length: runs }, () => 0);
  for (let drawn = 0; drawn < drawnWeightings; drawn += 1) {
    const weights = drawWeights(suites.length, () => random.float());
    const values = wins.map((_, run) => means.reduce((sum, mean, place) => sum + (weights[place] ?? 0) * (mean[run] ?? 0), 0));
    const best = Math.max(...values);
    const winners = values.flatMap((value, run) => (best - value < 1e-12 ? [run] : []));
    for (const run of winners) wins[run] = (wins[run] ?? 0) + 1 / winners.length;
  }
  return wins.map((count) => count / drawnWeightings);
};

const weigh = (reports: readonly Report[], use: Use, seed: string): Weighed | null => {
  const suites = commonTasks(reports, use.weights);
  if (suites.length === 0) return null;
  return { suites, ranks: rankIntervals(suites, { seed }), shares: winShares(suites, reports.length, seed) };
};

const isPassed = ({ score }: Report['trials'][number]): boolean => score?.passed === true;

/** The best by value; of equals the one that writes fastest. */
const bestOf = ({ ranks }: Weighed, reports: readonly Report[]): number => {
  const rateOf = (place: number): number => {
    const report = reports[place];
    return report === undefined || report.run.plan.place.value === 'remote' ? 0 : (decodeRateOf(report) ?? 0);
  };
  const most = Math.max(...ranks.map(({ value }) => value));
  const equals = ranks.flatMap(({ value }, place) => (most - value < 1e-9 ? [place] : []));
  return equals.reduce((best, place) => (rateOf(place) > rateOf(best) ? place : best), equals[0] ?? 0);
};

/**
 * Chooses among runs for a use: those that hold its limits are weighed by its weights on the tasks that all of them tried. The
 * choice is the best by value; whoever can't be told apart from it is named beside it. Pure.
 */
export const decide = (inputs: readonly CompareInput[], use: Use): Decision => {
  const reports = inputs.map(({ report }) => report);
  const names = namesOf(reports);
  const judgedSomewhere = (id: string): boolean =>
    reports.some(({ summary }) => (summary.suites.find((suite) => suite.id === id)?.score ?? null) !== null);
  const missingEverywhere = Object.keys(use.weights).filter((id) => !judgedSomewhere(id));
  const faults = inputs.map((input) => [
    ...faultsOf(input, use),
    ...unjudged(input.report, use)
      .filter((id) => !missingEverywhere.includes(id))
      .map((id) => `${id} counts for this use and was not judged in it${whyUnjudged(input.report, id)}`),
  ]);
  const able = inputs.flatMap((_, place) => (faults[place]?.length === 0 ? [place] : []));
  const ableReports = able.flatMap((place) => reports[place] ?? []);
  const seed = `${use.id}/${reports.map(({ run }) => run.id).join('+')}`;
  const weighed = able.length === 0 ? null : weigh(ableReports, use, seed);
  const best = weighed === null ? -1 : bestOf(weighed, ableReports);
  const idOf = (ablePlace: number): string => ableReports[ablePlace]?.run.id ?? '';
  const candidates = reports.map((report, place): Candidate => {
    const among = able.indexOf(place);
    const rank = weighed?.ranks[among] ?? null;
    return {
      runId: report.run.id,
      name: names[place] ?? report.run.id,
      value: rank === null ? null : 100 * rank.value,
      rank: rank === null ? null : { low: rank.low, high: rank.high },
      decodeTokensPerSecond: decodeRateOf(report),
      ttftMs: ttftOf(report),
      memoryBytes: memoryOf(report),
      contextInForce: report.run.model?.contextInForce ?? null,
      disqualified: faults[place] ?? [],
      contextFailures: contextFailuresOf(report),
      passed: report.trials.filter((trial) => trial.suiteId in use.weights && isPassed(trial)).length,
      winsShare: weighed?.shares[among] ?? null,
    };
  });
  const used = new Set(weighed?.suites.map(({ id }) => id) ?? []);
  const decision: Omit<Decision, 'sentences'> = {
    formatVersion: 1,
    use,
    choice: best === -1 ? null : idOf(best),
    tied: best === -1 ? [] : (weighed?.ranks[best]?.tiedWith ?? []).map(idOf),
    candidates,
    rankedTasks: weighed?.suites.reduce((sum, { tasks }) => sum + tasks.length, 0) ?? 0,
    missing: Object.keys(use.weights)
      .filter((id) => !used.has(id) && (weighed !== null || missingEverywhere.includes(id)))
      .map((suiteId) => ({
        suiteId,
        reason: missingEverywhere.includes(suiteId) ? 'not judged in any of the runs' : 'not the same tasks in all of them',
      })),
    next:
      weighed === null || best === -1 ? null : nextMeasurement({ weighed, reports: ableReports, best, use, missing: missingEverywhere }),
  };
  return { ...decision, sentences: decisionSentences(decision) };
};
