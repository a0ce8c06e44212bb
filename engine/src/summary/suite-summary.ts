import { difficultySchema, isJudged, type Manifest, type SuiteSummary, type Trial } from '@benchloop/spec';
import { passAllK, passAtK } from '../measure/statistics/pass-at-k.ts';
import { quantilesOf } from '../measure/statistics/quantile.ts';
import { byTask, judgedOf, passRateOf, scoreOf, type Judged } from './estimates.ts';
import { groupBy } from './group-by.ts';
import { countOutcomes } from './outcome-counts.ts';

export type ManifestSuite = Manifest['suites'][number];

/** The scorer of suites that are judged by the clock. */
const clockScorer = 'clock';

export const judgeOf = (suite: ManifestSuite): SuiteSummary['judge'] => (suite.scorer.id === clockScorer ? 'clock' : 'scorer');

const meanOver = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means over the tasks with at least k judged trials. */
const passAtKOf = (judged: readonly Judged[]): SuiteSummary['passAtK'] => {
  const tasks = byTask(judged).map((trials) => ({ n: trials.length, passed: trials.filter(({ passed }) => passed).length }));
  const most = Math.max(0, ...tasks.map(({ n }) => n));
  return Array.from({ length: most }, (_, place) => {
    const k = place + 1;
    const enough = tasks.filter(({ n }) => n >= k);
    return {
      k,
      passAt: meanOver(enough.map(({ n, passed }) => passAtK(n, passed, k))),
      passAll: meanOver(enough.map(({ n, passed }) => passAllK(n, passed, k))),
    };
  });
};

const passedOf = (trials: readonly Trial[]): number => trials.filter(({ score }) => score?.passed === true).length;

const byDifficulty = (judged: readonly Trial[], seed: string): SuiteSummary['byDifficulty'] =>
  difficultySchema.options
    .map((difficulty) => ({ difficulty, trials: judged.filter((trial) => trial.difficulty === difficulty) }))
    .filter(({ trials }) => trials.length > 0)
    .map(({ difficulty, trials }) => {
      const passRate = passRateOf(trials.map(judgedOf), `${seed}/${difficulty}`);
      return { difficulty, passed: passedOf(trials), judged: trials.length, ...(passRate === null ? {} : { passRate }) };
    });

const byFamily = (judged: readonly Trial[]): SuiteSummary['byFamily'] =>
  [...groupBy(judged, ({ family }) => family)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([family, trials]) => ({
      family,
      passed: passedOf(trials),
      judged: trials.length,
      score: 100 * meanOver(trials.map((trial) => judgedOf(trial).value)),
    }));

export type SuiteInput = { suite: ManifestSuite; trials: readonly Trial[]; trialsPerTask: number; partlyNotRun: boolean };

/** Numbers of one suite. A clock suite has no score: its numbers are the speed rows. */
export const summarizeSuite = ({ suite, trials, trialsPerTask, partlyNotRun }: SuiteInput): SuiteSummary => {
  const judge = judgeOf(suite);
  const judgedTrials = trials.filter(({ outcome }) => isJudged(outcome));
  const scored = judge === 'scorer' ? judgedTrials : [];
  const judged = scored.map(judgedOf);
  const trialsPlanned = suite.tasks.length * trialsPerTask;
  // The suite's digest makes the limits the same whenever the same trials are summarized.
  const seed = `${suite.digest}/${suite.id}`;
  return {
    id: suite.id,
    version: suite.version,
    judge,
    tasks: suite.tasks.length,
    trialsPlanned,
    trialsDone: trials.length,
    outcomes: countOutcomes(trials),
    passRate: passRateOf(judged, `${seed}/pass`),
    score: scoreOf(judged, `${seed}/score`),
    passAtK: passAtKOf(judged),
    byDifficulty: byDifficulty(scored, seed),
    byFamily: byFamily(scored),
    durationMs: quantilesOf(judgedTrials.map(({ durationMs }) => durationMs)),
    complete: judgedTrials.length === trialsPlanned && !partlyNotRun,
  };
};
