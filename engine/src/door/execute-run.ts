import {
  isJudged,
  UserError,
  type Connection,
  type Harness,
  type Model,
  type NotRun,
  type Run,
  type Trial,
  type Warning,
} from '@benchloop/spec';
import { createTimeoutEstimator } from '../run/timeouts.ts';
import { runTrials } from '../run/run-trials.ts';
import type { WorkItem } from '../run/run-trial.ts';
import { contextWarnings, supportOf } from '../run/support.ts';
import { joinEndpointQueue, type QueuePlace } from '../store/endpoint-queue.ts';
import { openIndexDatabase } from '../store/index-database.ts';
import { saveLocalFacts, type LocalFacts } from '../store/local-facts.ts';
import { createRunStore } from '../store/run-store.ts';
import { preflight } from '../run/preflight.ts';
import { connect, partOf, queueKeyOf, type Session } from './session.ts';

/** Suites whose every task needs what the model, put this way, does not have: said once, with the remedy. */
const unsupportedSuites = (work: readonly WorkItem[], harness: Harness, model: Model): NotRun[] =>
  [...new Set(work.map(({ suite }) => suite))].flatMap((suite) => {
    const answers = work.filter((item) => item.suite === suite).map(({ task }) => supportOf(task, harness, model));
    const first = answers[0];
    return first !== undefined && !first.supported && answers.every((answer) => !answer.supported)
      ? [{ suiteId: suite.id, reason: first.reason, remedy: first.remedy }]
      : [];
  });

const waitForTurn = async (session: Session, run: Run, local: LocalFacts): Promise<QueuePlace | null> => {
  if (session.ignoreQueue) return null;
  const key = queueKeyOf(partOf(session.parts.providers, 'provider', run.plan.provider.value), local);
  const place = await joinEndpointQueue(session.home, key, run.id);
  try {
    await place.wait(AbortSignal.any([session.stopSoon, session.stopNow]), ({ ahead, holder }) =>
      session.listener({
        type: 'stage',
        stage: 'queued',
        message: `${ahead} run${ahead === 1 ? '' : 's'} ahead on the same endpoint${holder === null ? '' : `; run ${holder.runId} (process ${holder.pid}) has it now`}; --no-queue starts at once`,
        share: null,
      }),
    );
  } catch (error) {
    await place.leave();
    if (session.stopSoon.aborted || session.stopNow.aborted) return null;
    throw error;
  }
  return place;
};

const statusOf = (finishedAll: boolean, trials: readonly Trial[]): Run['status'] => {
  if (!finishedAll) return 'interrupted';
  return trials.every((trial) => isJudged(trial.outcome)) ? 'complete' : 'incomplete';
};

/** A resumed run must meet the model that it began with. */
const requireSameModel = (before: Model | null, now: Model): void => {
  if (before === null) return;
  const differs =
    before.name !== now.name || (before.weightsDigest !== null && now.weightsDigest !== null && before.weightsDigest !== now.weightsDigest);
  if (differs)
    throw new UserError(
      `The run began with ${before.name}${before.weightsDigest === null ? '' : ` (${before.weightsDigest.slice(0, 19)})`}, but the endpoint now serves ${now.name}.`,
      'Load the same model again and resume, or start a new run.',
    );
};

export type ExecuteOptions = { run: Run; isNew: boolean; work: WorkItem[]; done: Trial[]; local: LocalFacts; session: Session };

/** Waits for the endpoint, connects, runs what is left, and freezes the run when nothing is left. */
export const executeRun = async ({ run: planned, isNew, work, done, local, session }: ExecuteOptions): Promise<Run> => {
  const { listener, parts } = session;
  const store = createRunStore(session.home);
  const place = await waitForTurn(session, planned, local);
  let connection: Connection | null = null;
  try {
    connection = await connect(planned.plan, local, session);
    requireSameModel(planned.model, connection.model);
    const harness = partOf(parts.harnesses, 'harness', planned.plan.harness.value);
    const warnings: Warning[] = [...planned.warnings];
    const warn = (warning: Warning) => {
      if (!warnings.some(({ code, message }) => code === warning.code && message === warning.message)) warnings.push(warning);
      listener({ type: 'warning', warning });
    };
    if ((place?.recovered() ?? 0) > 0)
      warn({
        code: 'queue-recovered',
        message: 'A run that waited before this one had ended without leaving the queue; its place was removed.',
        nextStep: 'Finish it with `bench-loop resume` if it is still wanted.',
      });
    listener({ type: 'stage', stage: 'preflight', message: 'asking for a first token', share: null });
    const checked = await preflight({ connection, manifest: planned.manifest, harness, work, signal: session.stopNow });
    for (const warning of checked.warnings) warn(warning);
    const notRun = unsupportedSuites(work, harness, connection.model);
    for (const { suiteId, reason, remedy } of notRun)
      warn({ code: 'unsupported-suite', message: `${suiteId} is not run: ${reason}.`, nextStep: `To measure it, ${remedy}.` });
    const partly = work.filter(({ suite }) => !notRun.some(({ suiteId }) => suiteId === suite.id));
    for (const warning of contextWarnings(partly, connection.model)) warn(warning);
    let run: Run = {
      ...planned,
      status: 'running',
      model: connection.model,
      server: connection.server,
      firstCall: planned.firstCall ?? checked.firstCall,
      notRun,
      warnings,
    };
    await saveLocalFacts(session.home, run.id, local);
    if (isNew) await store.create(run);
    else await store.saveRun(run);
    const doneIds = new Set(done.map(({ id }) => id));
    const left = work.filter(({ trialId }) => !doneIds.has(trialId));
    listener({ type: 'run-start', run, planned: work.length, done: done.length });
    const trials = [...done];
    const finishedAll = await runTrials({
      work: left,
      concurrency: run.plan.concurrency.value,
      context: {
        runId: run.id,
        manifest: run.manifest,
        harness,
        connection,
        createEnvironment: parts.createEnvironment,
        estimator: createTimeoutEstimator(run.plan.timeoutMs.value),
        listener,
      },
      stopSoon: session.stopSoon,
      stopNow: session.stopNow,
      store: async ({ trial, trace }) => {
        await store.saveTrial(run.id, trial, trace);
        trials.push(trial);
      },
      listener,
    });
    run = { ...run, warnings, status: statusOf(finishedAll, trials), finishedAt: new Date().toISOString() };
    if (finishedAll) run = await store.freeze(run);
    else await store.saveRun(run);
    const index = await openIndexDatabase(session.home);
    index.save(run, trials);
    index.close();
    listener({ type: 'run-end', run, runId: run.id });
    return run;
  } finally {
    await connection?.close();
    await place?.leave();
  }
};
