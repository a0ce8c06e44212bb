import { isJudged, UserError, type Connection, type Model, type Run, type Trial, type Warning } from '@benchloop/spec';
import { readPrices } from '../models/prices.ts';
import { adaptiveOrder } from '../run/adaptive-order.ts';
import { createTimeoutEstimator } from '../run/timeouts.ts';
import { runTrials } from '../run/run-trials.ts';
import type { WorkItem } from '../run/run-trial.ts';
import { createModelWatch } from '../run/model-watch.ts';
import { joinEndpointQueue, type QueuePlace } from '../store/endpoint-queue.ts';
import { indexRun } from './load-report.ts';
import { saveLocalFacts, type LocalFacts } from '../store/local-facts.ts';
import { createRunStore } from '../store/run-store.ts';
import { changesOf, isOther } from './changed-stack.ts';
import { rememberTested } from '../store/tested-abilities.ts';
import { settlePlace } from './settle-place.ts';
import { proveStack } from './prove-stack.ts';
import { connect, eitherStop, partOf, queueKeyOf, requireNoStop, type Session } from './session.ts';
import { stoppedEarly, stopRuleOf } from './stop-rule.ts';

/** Waits until no other run uses the endpoint; null = nobody waits. Throws `UserError` where the person stopped. */
export const waitForTurn = async (session: Session, run: Run, local: LocalFacts): Promise<QueuePlace | null> => {
  if (session.ignoreQueue) return null;
  const key = queueKeyOf(partOf(session.parts.providers, 'provider', run.plan.provider.value), local);
  const place = await joinEndpointQueue(session.home, key, run.id);
  try {
    await place.wait(eitherStop(session), ({ ahead, holder }) =>
      session.listener({
        type: 'stage',
        stage: 'queued',
        message: `${ahead} run${ahead === 1 ? '' : 's'} ahead on the same endpoint${holder === null ? '' : `; run ${holder.runId} (process ${holder.pid}) has it now`}; --no-queue starts at once`,
        share: null,
      }),
    );
  } catch (error) {
    await place.leave();
    requireNoStop(session);
    throw error;
  }
  return place;
};

const statusOf = (finishedAll: boolean, trials: readonly Trial[]): Run['status'] => {
  if (!finishedAll) return 'interrupted';
  return trials.every((trial) => isJudged(trial.outcome)) ? 'complete' : 'incomplete';
};

const swapped = (what: string): Warning => ({
  code: 'model-mismatch',
  message: `The stack changed during the run: ${what}. The scores mix both.`,
  nextStep: 'Keep the same model loaded in the same server for the whole run, and run again.',
});

/** A resumed run must meet the model that it began with. */
const requireSameModel = (before: Model | null, now: Model): void => {
  if (before === null) return;
  if (isOther(before, now))
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
  const stop = await stopRuleOf({ run: planned, work, done, store });
  // A price list that is none is said before the hour, not after it.
  if (planned.plan.place.value === 'remote') await readPrices(session.home);
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
    const estimator = createTimeoutEstimator(planned.plan.timeoutMs.value);
    const proved = await proveStack(
      { connection, run: planned, harness, work, estimator, session },
      { warn, show: (warning) => listener({ type: 'warning', warning }) },
    );
    connection = proved.connection;
    await rememberTested(session.home, { kind: connection.server.kind, model: connection.model }, proved.checked.tested);
    const modelWatch = createModelWatch((before, now) => warn(swapped(`replies named ${before} at first and ${now} later`)));
    modelWatch.see(proved.checked.modelReported);
    let run: Run = {
      ...planned,
      status: 'running',
      model: connection.model,
      ...settlePlace(planned.plan, connection.server, local),
      firstCall: planned.firstCall ?? proved.checked.firstCall,
      preflight: proved.checked.findings,
      notRun: proved.notRun,
      warnings,
    };
    await saveLocalFacts(session.home, run.id, local);
    if (isNew) await store.create(run);
    else await store.saveRun(run);
    const doneIds = new Set(done.map(({ id }) => id));
    const left = (stop === null ? work : adaptiveOrder(work, planned.manifest.digest)).filter(({ trialId }) => !doneIds.has(trialId));
    listener({ type: 'run-start', run, planned: work.length, done: done.length });
    const trials = [...done];
    let reached: string | null = null;
    const finishedAll = await runTrials({
      work: left,
      concurrency: run.plan.concurrency.value,
      context: {
        runId: run.id,
        manifest: run.manifest,
        harness,
        connection,
        createEnvironment: parts.createEnvironment,
        sandbox: parts.sandbox,
        estimator,
        modelWatch,
        refuse: proved.refuse,
        listener,
      },
      stopSoon: session.stopSoon,
      stopNow: session.stopNow,
      store: async ({ trial, trace }) => {
        await store.saveTrial(run.id, trial, trace);
        trials.push(trial);
      },
      isEnough: () => (reached ??= stop?.(trials) ?? null) !== null,
      listener,
    });
    if (reached !== null && trials.length < work.length) warn(stoppedEarly(reached, trials.length, work.length));
    if (!session.stopNow.aborted) for (const change of await changesOf(connection)) warn(swapped(change));
    run = { ...run, warnings, status: statusOf(finishedAll, trials), finishedAt: new Date().toISOString() };
    if (finishedAll) run = await store.freeze(run);
    else await store.saveRun(run);
    await indexRun(session.home, run, trials);
    listener({ type: 'run-end', run, runId: run.id });
    return run;
  } finally {
    await connection?.close();
    await parts.sandbox?.close();
    await place?.leave();
  }
};
