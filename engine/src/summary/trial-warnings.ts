import type { NotRun, Run, SuiteSummary, Trial, Warning } from '@benchloop/spec';
import { groupBy } from './group-by.ts';

/** Fewest judged trials of a suite for an interval that separates anything but extremes. */
const fewTrials = 20;

const fewWarning = (suites: readonly SuiteSummary[]): Warning[] => {
  const few = suites.flatMap(({ id, score }) => (score !== null && score.n < fewTrials ? [{ id, ...score }] : []));
  if (few.length === 0) return [];
  const list = few.map(({ id, n, low, high }) => `${id} has ${n} (95 % interval ${(high - low).toFixed(0)} points wide)`).join(', ');
  return [
    {
      code: 'too-few-trials',
      message: `Too few judged trials to tell stacks apart: ${list}.`,
      nextStep: 'Run --profile core, or take more tasks with --tasks-per-suite.',
    },
  ];
};

const unsupportedWarnings = (notRun: readonly NotRun[], trialsOf: (suiteId: string) => readonly Trial[]): Warning[] =>
  notRun
    .filter(({ suiteId }) => trialsOf(suiteId).some(({ outcome }) => outcome === 'unsupported'))
    .map(({ suiteId, reason, remedy }) => ({
      code: 'unsupported-suite' as const,
      message: `${suiteId} could not be run on this stack: ${reason}.`,
      nextStep: `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
    }));

/** The hint of the failure that occurred most often. */
const commonHint = (trials: readonly Trial[]): string | null => {
  const hints = groupBy(
    trials.flatMap(({ outcome, error }) => (error !== null && ['timeout', 'model-error'].includes(outcome) ? [error.hint] : [])),
    (hint) => hint,
  );
  return [...hints].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
};

/** Such a run says so itself, is over, and had the trials that it needed. */
const stoppedEarly = ({ warnings }: Run): boolean => warnings.some(({ code }) => code === 'stopped-early');

const incompleteWarning = (run: Run, suites: readonly SuiteSummary[], trials: readonly Trial[]): Warning[] => {
  const incomplete = suites.filter(({ complete }) => !complete);
  if (incomplete.length === 0 || run.status === 'running') return [];
  const open = suites.some(({ trialsDone, trialsPlanned }) => trialsDone < trialsPlanned);
  const hint = commonHint(trials);
  return [
    {
      code: 'incomplete',
      message: `Not every planned trial of ${incomplete.map(({ id }) => id).join(', ')} was judged; scores are over those that were.`,
      nextStep: open
        ? `bench-loop resume ${run.id} goes on with the missing ones.`
        : (hint ?? 'Look at the trials that ended without a verdict.'),
    },
  ];
};

const retriedWarning = (trials: readonly Trial[]): Warning[] => {
  const retried = trials.filter(({ retries }) => retries > 0);
  if (retried.length === 0) return [];
  const tries = retried.reduce((sum, { retries }) => sum + retries, 0);
  return [
    {
      code: 'retried',
      message: `${retried.length} of ${trials.length} trials met infrastructure failures and were tried again, ${tries} times in all.`,
      nextStep: 'Look at the log of the server: failures of this kind lower reliability, not scores.',
    },
  ];
};

const contextWarning = (run: Run, trials: readonly Trial[]): Warning[] => {
  const cut = trials.filter(({ error }) => error?.kind === 'context-overflow');
  const size = run.model?.contextInForce ?? null;
  if (cut.length === 0) return [];
  return [
    {
      code: 'context-small',
      message: `${cut.length} of ${trials.length} trials did not fit the context${size === null ? '' : ` of ${size} tokens`} and count as not passed.`,
      nextStep: 'Run with a larger --ctx, or start the server with one.',
    },
  ];
};

export type TrialWarningsInput = {
  run: Run;
  suites: readonly SuiteSummary[];
  notRun: readonly NotRun[];
  trials: readonly Trial[];
  trialsOf: (suiteId: string) => readonly Trial[];
};

/** What stands against the scores. */
export const trialWarnings = ({ run, suites, notRun, trials, trialsOf }: TrialWarningsInput): Warning[] => [
  ...unsupportedWarnings(notRun, trialsOf),
  ...(stoppedEarly(run) ? [] : incompleteWarning(run, suites, trials)),
  ...contextWarning(run, trials),
  ...retriedWarning(trials),
  ...(stoppedEarly(run) ? [] : fewWarning(suites)),
];
