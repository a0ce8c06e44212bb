import type {
  Connection,
  Environment,
  Evidence,
  Harness,
  ModelError,
  Outcome,
  RunListener,
  Sandbox,
  Suite,
  Task,
  TraceEvent,
  Transcript,
  Trial,
} from '@benchloop/spec';
import { now } from '../kit/clock.ts';
import { sentences } from '../kit/sentences.ts';
import { callModel, type CallContext, type Recording } from './call-model.ts';
import { completeRequest, type RequestContext } from './complete-request.ts';
import { gatherEvidence, isRefusal } from './gather-evidence.ts';
import { judge, type Judgement } from './judge.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelWatch } from './model-watch.ts';
import { recordedEnvironment } from './recorded-environment.ts';
import { supportOf, unsupported } from './support.ts';
import type { TimeoutEstimator } from './timeouts.ts';

export type WorkItem = { suite: Suite; task: Task; index: number; trialId: string };

export type TrialContext = {
  runId: string;
  manifest: RequestContext['manifest'];
  harness: Harness;
  connection: Connection;
  createEnvironment: (task: Task) => Environment;
  /** Null = code cannot be run here. */
  sandbox: Sandbox | null;
  estimator: TimeoutEstimator;
  /** Left out where nothing is served that could change. */
  modelWatch?: ModelWatch;
  /** What was found before the run: null = the task can be tried as far as is known. */
  refuse?: (item: WorkItem) => { reason: string; remedy: string } | null;
  signal: AbortSignal;
  listener: RunListener;
};

export type FinishedTrial = { trial: Trial; trace: TraceEvent[] };

const outcomeOf = (error: ModelError): Outcome => {
  if (error.kind === 'aborted') return 'cancelled';
  if (error.kind === 'timeout') return 'timeout';
  if (error.kind === 'unsupported') return 'unsupported';
  // A prompt that does not fit is the context limit of this stack, not a broken server.
  if (error.kind === 'context-overflow') return 'truncated';
  return 'model-error';
};

const traceFileOf = (trialId: string): string => `traces/${trialId.replace('/', '.').replace('#', '.')}.jsonl`;

type Attempted = { transcript: Transcript; environment: Environment };

const attempt = async ({ suite, task, trialId }: WorkItem, context: TrialContext, recording: Recording): Promise<Attempted> => {
  const { harness, listener } = context;
  let turn = 0;
  const callContext: CallContext = {
    connection: context.connection,
    estimator: context.estimator,
    recording,
    signal: context.signal,
    onDelta: (event, at, sentAt) =>
      listener({ type: 'trial-progress', trialId, turn: at, channel: event.channel, text: event.text, sinceSentMs: event.at - sentAt }),
    onRetry: (error, waitMs) => listener({ type: 'trial-retry', trialId, error, waitMs }),
    onModel: (reported) => context.modelWatch?.see(reported),
  };
  const environment = context.createEnvironment(task);
  const transcript = await harness.attempt({
    task,
    model: context.connection.model,
    limits: task.limits,
    environment: recordedEnvironment(environment, recording, () => turn - 1),
    generate: (request) => {
      const origin = { task, turn, encodeReply: (reply: Parameters<Harness['encodeReply']>[0]) => harness.encodeReply(reply, task) };
      const complete = completeRequest(request, { manifest: context.manifest, suite, task, runId: context.runId, trialId, turn });
      turn += 1;
      return callModel(complete, callContext, { turn: turn - 1, origin });
    },
  });
  return { transcript, environment };
};

/** Runs one trial to an outcome. Never throws for anything that a model, server or task does. */
export const runTrial = async (item: WorkItem, context: TrialContext): Promise<FinishedTrial> => {
  const { suite, task, index, trialId } = item;
  const startedAt = new Date().toISOString();
  const recording: Recording = { startedAt: now(), trace: [], calls: [], retries: 0 };
  let judgement: Judgement;
  let error: ModelError | null = null;
  let evidence: Evidence | null = null;
  const refused = context.refuse?.(item) ?? null;
  const support = refused === null ? supportOf(task, context.harness, context.connection.model) : { supported: false as const, ...refused };
  if (!support.supported) judgement = unsupported(support);
  else
    try {
      const { transcript, environment } = await attempt(item, context, recording);
      const found = await gatherEvidence(suite, { task, transcript }, { environment, sandbox: context.sandbox, signal: context.signal });
      if (isRefusal(found)) judgement = unsupported({ supported: false, ...found });
      else {
        evidence = found;
        judgement = judge(suite, task, transcript, evidence);
      }
    } catch (failure) {
      if (!(failure instanceof ModelFailure)) throw failure;
      error = failure.error;
      judgement = { outcome: outcomeOf(error), score: null, reason: sentences(error.message, error.hint) };
    }
  const trial: Trial = {
    id: trialId,
    suiteId: suite.id,
    taskId: task.id,
    family: task.family,
    difficulty: task.difficulty,
    tags: task.tags,
    index,
    harnessId: context.harness.id,
    ...judgement,
    ...(evidence === null ? {} : { evidence }),
    error,
    calls: recording.calls,
    startedAt,
    durationMs: now() - recording.startedAt,
    retries: recording.retries,
    traceFile: recording.trace.length === 0 ? null : traceFileOf(trialId),
    warnings: [...new Set(recording.trace.flatMap((event) => (event.type === 'generation' ? event.generation.warnings : [])))],
  };
  return { trial, trace: recording.trace };
};
