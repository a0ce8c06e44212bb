import { isJudged, type Profile, type Run, type Summary, type Trial, type Warning } from '@benchloop/spec';
import { obstaclesOf } from './comparability.ts';
import { contextHeld } from './context-held.ts';
import { speedSuite } from './formula.ts';
import { groupBy } from './group-by.ts';
import { notRunOf, wasRun } from './not-run.ts';
import { countOutcomes } from './outcome-counts.ts';
import { overallOf } from './overall.ts';
import { profiles } from './profiles.ts';
import { speedGroups, speedRow } from './speed-rows.ts';
import { speedWarnings, withoutBlurredGaps } from './speed-warnings.ts';
import { judgeOf, summarizeSuite } from './suite-summary.ts';
import { trialWarnings } from './trial-warnings.ts';
import { wallTimeOf } from './wall-time.ts';

const totalTokensOf = (trials: readonly Trial[]): Summary['totalTokens'] => {
  const usages = trials.flatMap(({ calls }) => calls.map(({ usage }) => usage)).filter((usage) => usage !== null);
  return {
    prompt: usages.reduce((sum, { promptTokens }) => sum + (promptTokens ?? 0), 0),
    completion: usages.reduce((sum, { completionTokens }) => sum + (completionTokens ?? 0), 0),
  };
};

/** The run's own warnings first; of the derived ones those whose code the run has not told already. */
const mergeWarnings = (told: readonly Warning[], derived: readonly Warning[]): Warning[] => [
  ...told,
  ...derived.filter(({ code }) => !told.some((warning) => warning.code === code)),
];

export type SummarizeInput = {
  run: Run;
  trials: readonly Trial[];
  /** What each profile takes; those of this version unless told otherwise. */
  knownProfiles?: readonly Profile[];
};

/**
 * Numbers of a run, finished or not, from its plan, manifest and trials. Pure: the same input gives the same numbers,
 * bootstrap limits included. Judged trials form the denominator of every score; what was not run is in `notRun`, never 0.
 */
export const summarize = ({ run, trials, knownProfiles = profiles }: SummarizeInput): Summary => {
  const { manifest } = run;
  const profile = knownProfiles.find(({ id }) => id === manifest.profile) ?? null;
  const groups = groupBy(trials, ({ suiteId }) => suiteId);
  const trialsOf = (suiteId: string): readonly Trial[] => groups.get(suiteId) ?? [];
  const partly = new Set(run.notRun.map(({ suiteId }) => suiteId));
  const clockSuites = new Set(manifest.suites.filter((suite) => judgeOf(suite) === 'clock').map(({ id }) => id));

  const suites = manifest.suites
    .filter(({ id }) => wasRun(trialsOf(id)))
    .map((suite) =>
      summarizeSuite({ suite, trials: trialsOf(suite.id), trialsPerTask: manifest.trials, partlyNotRun: partly.has(suite.id) }),
    );
  const notRun = notRunOf(run, trialsOf, profile);
  const speedSamples = speedGroups(trials, clockSuites);
  const speed = speedSamples.map(speedRow);
  const obstacles = obstaclesOf({ run, profile, suites, notRun });
  const planned = manifest.suites.reduce((sum, suite) => sum + suite.tasks.length * manifest.trials, 0);
  const judged = trials.filter(({ outcome }) => isJudged(outcome)).length;
  const speedPlanned = run.plan.suites.value.includes(speedSuite) && run.plan.place.value !== 'remote';
  const context = contextHeld(trials);
  const derived = [...trialWarnings({ run, suites, notRun, trials, trialsOf }), ...speedWarnings(run, speedSamples, speed)];

  return {
    suites,
    notRun,
    speed: speed.map((row) => withoutBlurredGaps(run, row)),
    ...(context === null ? {} : { contextHeld: context }),
    coldStart: {
      loadMs: run.server?.loadMs ?? null,
      firstTtftMs: run.firstCall?.firstTokenMs ?? null,
    },
    outcomes: countOutcomes(trials),
    coverage: planned === 0 ? 0 : Math.min(1, judged / planned),
    comparable: obstacles.length === 0,
    notComparableBecause: obstacles.map(({ reason }) => reason),
    overall: overallOf({ suites, speedRows: speed, trials, obstacles, speedPlanned }),
    retries: trials.reduce((sum, { retries }) => sum + retries, 0),
    totalTokens: totalTokensOf(trials),
    wallMs: wallTimeOf(trials),
    warnings: mergeWarnings(run.warnings, derived),
  };
};
