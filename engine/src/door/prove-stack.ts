import {
  UserError,
  type Connection,
  type Harness,
  type NotRun,
  type PreflightFinding,
  type Run,
  type Warning,
  type WarningCode,
} from '@benchloop/spec';
import { sentences } from '../kit/sentences.ts';
import { preflight, type Blocked, type PreflightInput, type PreflightResult } from '../preflight/preflight.ts';
import { firstIdleTimeoutMs, longestRetryWaitMs } from '../run/defaults.ts';
import type { WorkItem } from '../run/run-trial.ts';
import { contextWarnings, supportOf } from '../run/support.ts';
import type { TimeoutEstimator } from '../run/timeouts.ts';
import { eitherStop, requireNoStop, type Session } from './session.ts';

/** What the stack was proved to do, and what of the plan is left. */
export type ProvedStack = {
  /** The same connection; its model says what was tested. */
  connection: Connection;
  checked: PreflightResult;
  notRun: NotRun[];
  /** Why a task can't be tried; null = it can, as far as is known. */
  refuse: (item: WorkItem) => Blocked | null;
};

export type ProveInput = {
  connection: Connection;
  run: Run;
  harness: Harness;
  work: readonly WorkItem[];
  estimator: TimeoutEstimator;
  session: Session;
};

/** Findings that the report says too, with their counts: they are shown and not stored as warnings. */
const derivedCodes: Partial<Record<string, WarningCode>> = { streaming: 'coalesced-stream', 'tokens-counted': 'usage-missing' };
const storedCodes: Partial<Record<string, WarningCode>> = { 'context-window': 'context-small', 'model-reported': 'model-mismatch' };

export const preflightInput = ({ connection, run, harness, work, estimator, session }: ProveInput): PreflightInput => ({
  connection,
  manifest: run.manifest,
  harness,
  work,
  gpus: run.machine.gpus.map(({ name }) => name),
  limits: estimator,
  firstCallTimeoutMs: firstIdleTimeoutMs,
  longestBusyWaitMs: longestRetryWaitMs,
  signal: eitherStop(session),
  announce: (message) => session.listener({ type: 'stage', stage: 'preflight', message, share: null }),
});

/** Suites of which no task can be tried: said once, with the remedy. */
const suitesNotRun = (work: readonly WorkItem[], refuse: ProvedStack['refuse']): NotRun[] =>
  [...new Set(work.map(({ suite }) => suite))].flatMap((suite) => {
    const answers = work.filter((item) => item.suite === suite).map(refuse);
    const first = answers[0];
    return first !== undefined && first !== null && answers.every((answer) => answer !== null) ? [{ suiteId: suite.id, ...first }] : [];
  });

const warningOf = (finding: PreflightFinding): Warning => ({
  code: storedCodes[finding.id] ?? derivedCodes[finding.id] ?? 'preflight',
  message: sentences(finding.what, finding.why),
  nextStep: finding.remedy ?? 'Look at `bench-loop preflight`.',
});

/** What the findings say against the plan, each once. */
const sayFindings = (
  findings: readonly PreflightFinding[],
  proved: ProvedStack,
  work: readonly WorkItem[],
  warn: (warning: Warning) => void,
): void => {
  for (const { suiteId, reason, remedy } of proved.notRun)
    warn({
      code: 'unsupported-suite',
      message: `${suiteId} is not run: ${reason}.`,
      nextStep: sentences(`To measure it, ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`),
    });
  const left = work.filter(({ suite }) => !proved.notRun.some(({ suiteId }) => suiteId === suite.id));
  const small = contextWarnings(left, proved.connection.model);
  for (const warning of small) warn(warning);
  for (const finding of findings) {
    const saidBefore = finding.id === 'context-window' && small.length > 0;
    const leavesSome = left.some((item) => proved.refuse(item) !== null);
    if (finding.level === 'problem' || (finding.level === 'impossible' && leavesSome && !saidBefore)) warn(warningOf(finding));
  }
};

/** Proves the stack, asks the person where a part of the plan is impossible, and says what was found. */
export const proveStack = async (
  input: ProveInput,
  say: { warn: (warning: Warning) => void; show: (warning: Warning) => void },
): Promise<ProvedStack> => {
  const { connection, harness, work, session } = input;
  const checked = await preflight(preflightInput(input));
  requireNoStop(session);
  const refuse: ProvedStack['refuse'] = ({ suite, task }) => {
    const support = supportOf(task, harness, connection.model);
    if (!support.supported) return { reason: support.reason, remedy: support.remedy };
    return checked.blocked.get(`${suite.id}/${task.id}`) ?? null;
  };
  const proved: ProvedStack = {
    connection: { ...connection, model: { ...connection.model, capabilities: checked.capabilities } },
    checked,
    notRun: suitesNotRun(work, refuse),
    refuse,
  };
  const impossible = checked.findings.filter(({ level }) => level === 'impossible');
  if (impossible.length > 0 && session.onImpossible !== undefined && !(await session.onImpossible(impossible)))
    throw new UserError(
      sentences('A part of the plan is impossible on this stack, so nothing was run', ...impossible.map(({ what }) => what)),
      sentences(...impossible.map(({ remedy }) => remedy ?? '')),
    );
  sayFindings(checked.findings, proved, work, (warning) =>
    Object.values(derivedCodes).includes(warning.code) ? say.show(warning) : say.warn(warning),
  );
  return proved;
};
