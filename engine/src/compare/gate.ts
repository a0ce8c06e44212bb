import type { Difference, Gate, GateCheck, GateState } from '@benchloop/spec';
import { defaultConfidence } from '../measure/statistics/confidence.ts';
import { compareRuns, type CompareInput } from './compare.ts';
import { changedDoubt, sayLimitsOrWhy, saySigned } from './words.ts';

/** Least scores by suite, points of 100. */
export type Minimums = Readonly<Record<string, number>>;

export type GateOptions = {
  /** Null = only the minimums are held against the run. */
  baseline: CompareInput | null;
  /** Most points that quality or a suite may fall below the baseline. */
  maxRegression: number;
  minimums: Minimums;
  confidence?: number;
};

const percent = (confidence: number): string => `${Math.round(100 * confidence)} %`;

/** The whole interval above the limit passes, the whole interval below it fails. Without an interval only the value speaks, and it decides nothing but a clear miss. */
const stateOf = ({ low, high }: { low: number | null; high: number | null }, limit: number): GateState => {
  if (low === null || high === null) return 'undecided';
  if (low >= limit) return 'passed';
  return high < limit ? 'failed' : 'undecided';
};

const regressionCheck = (line: Difference, { maxRegression, confidence = defaultConfidence }: GateOptions): GateCheck => {
  // A gate asks of these tasks, and none of them changed; a limit from few tasks would only say that others might.
  const isUnchanged = line.difference === 0 && line.lost === 0 && line.gained === 0;
  const state = isUnchanged ? 'passed' : stateOf(line, -maxRegression);
  const more =
    state === 'undecided' && line.moreTrials !== null && line.moreTrials > 0 ? `; about ${line.moreTrials} more trials would tell` : '';
  return {
    id: line.id,
    condition: `${line.id} falls by at most ${maxRegression} points`,
    state,
    found: `${saySigned(line.difference)} points, ${isUnchanged ? 'no interval, as no task changed' : `${percent(confidence)} ${sayLimitsOrWhy(line)}`}, ${line.tasks} ${line.tasks === 1 ? 'task' : 'tasks'}, ${line.gained} gained, ${line.lost} lost${more}`,
  };
};

const minimumCheck = ({ report }: CompareInput, suiteId: string, minimum: number): GateCheck => {
  const score = report.summary.suites.find(({ id }) => id === suiteId)?.score ?? null;
  const condition = `${suiteId} scores at least ${minimum}`;
  if (score === null) return { id: `min-${suiteId}`, condition, state: 'failed', found: `${suiteId} was not judged in this run` };
  return {
    id: `min-${suiteId}`,
    condition,
    state: stateOf(score, minimum),
    found: `${score.value.toFixed(1)}, 95 % ${score.low.toFixed(1)} to ${score.high.toFixed(1)}, n=${score.n}`,
  };
};

/** A run that was changed after it was made passes no gate and is no baseline. */
const changedChecks = (inputs: readonly (CompareInput | null)[]): GateCheck[] =>
  inputs.flatMap((input) =>
    input?.integrity === 'differs'
      ? [
          {
            id: 'integrity',
            condition: `the files of ${input.report.run.id} are what it froze`,
            state: 'failed' as const,
            found: changedDoubt(input.report.run.id, input.report.run.id),
          },
        ]
      : [],
  );

const worst = (states: readonly GateState[]): GateState =>
  states.includes('failed') ? 'failed' : states.includes('undecided') ? 'undecided' : 'passed';

/** Holds a run to its baseline and to minimums. Failed = some condition is shown to be missed; undecided = none is, but not all are shown to hold. */
export const gateRun = (input: CompareInput, options: GateOptions): Gate => {
  const { baseline, minimums, confidence = defaultConfidence } = options;
  const comparison =
    baseline === null ? null : compareRuns([baseline, input], { margin: Math.max(0.1, options.maxRegression), confidence });
  const pair = comparison?.pairs[0] ?? null;
  const regressions: GateCheck[] =
    pair === null
      ? []
      : pair.refused !== null
        ? [{ id: 'baseline', condition: 'the run can be compared with its baseline', state: 'failed', found: pair.refused }]
        : [...(pair.quality === null ? [] : [pair.quality]), ...pair.suites].map((line) => regressionCheck(line, options));
  const checks = [
    ...changedChecks([input, baseline]),
    ...regressions,
    ...Object.entries(minimums).map(([suiteId, minimum]) => minimumCheck(input, suiteId, minimum)),
  ];
  return {
    formatVersion: 1,
    runId: input.report.run.id,
    baselineId: baseline?.report.run.id ?? null,
    confidence,
    state: worst(checks.map(({ state }) => state)),
    checks,
    lost: (pair?.lost ?? []).map(({ suiteId, taskId, reason }) => ({ suiteId, taskId, reason })),
    doubts: [
      ...(comparison?.doubts ?? []),
      ...(pair?.narrowed.map((text) => `Left out: ${text}.`) ?? []),
      ...(pair === null || pair.unlike.length === 0 ? [] : [`Unlike besides the tasks: ${pair.unlike.join('; ')}.`]),
    ],
  };
};
