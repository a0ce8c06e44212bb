import type { Call, Connection, GenerateOptions, Generation, ModelError, ModelEvent, ModelRequest, TraceEvent } from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../kit/clock.ts';
import { ModelFailure } from './model-failure.ts';
import { retryWait } from './retry.ts';
import type { TimeoutEstimator } from './timeouts.ts';

/** What one trial collects while its calls run. */
export type Recording = { startedAt: number; trace: TraceEvent[]; calls: Call[]; retries: number };

export type CallContext = {
  connection: Connection;
  estimator: TimeoutEstimator;
  recording: Recording;
  /** Stops the call at once; what was in flight is thrown away. */
  signal: AbortSignal;
  onDelta: (event: Extract<ModelEvent, { type: 'delta' }>, turn: number, sentAt: number) => void;
  onRetry: (error: ModelError, waitMs: number) => void;
  /** Told which model each reply names; null = none. */
  onModel: (reported: string | null) => void;
};

type Finished = Extract<ModelEvent, { type: 'end' | 'error' }>;
type Try = { turn: number; attempt: number; origin: GenerateOptions['origin'] };

const timeoutError = (limitMs: number): ModelError => ({
  kind: 'timeout',
  message: `the call was not finished after ${Math.round(limitMs / 1000)} s`,
  hint: 'raise --timeout, or lower --max-tokens; `bench-loop resume` tries this task again',
  status: null,
  retryAfterMs: null,
});

const noEnd: ModelError = {
  kind: 'protocol',
  message: 'the provider’s stream ended without an end event',
  hint: 'report this as a bug of the provider',
  status: null,
  retryAfterMs: null,
};

const consume = async (request: ModelRequest, context: CallContext, { turn, attempt, origin }: Try): Promise<Finished> => {
  const { recording } = context;
  const promptCharacters = JSON.stringify(request.messages).length + JSON.stringify(request.tools ?? []).length;
  const limitMs = context.estimator.limitFor(promptCharacters, request.maxTokens);
  const timeout = AbortSignal.timeout(Math.ceil(limitMs));
  let sentAt = now();
  let finished: Finished | null = null;
  for await (const event of context.connection.generate(request, {
    signal: AbortSignal.any([context.signal, timeout]),
    ...(origin === undefined ? {} : { origin }),
  })) {
    if (event.type === 'sent') {
      sentAt = event.at;
      recording.trace.push({ type: 'request', at: Math.max(0, sentAt - recording.startedAt), turn, attempt, request, wire: event.wire });
    } else if (event.type === 'delta') context.onDelta(event, turn, sentAt);
    else finished = event;
  }
  finished ??= { type: 'error', error: noEnd, partial: null, timings: null, receipt: { status: null, contentType: null, reads: [] } };
  if (finished.type === 'end') return finished;
  const timedOut = finished.error.kind === 'aborted' && timeout.aborted && !context.signal.aborted;
  return timedOut ? { ...finished, error: timeoutError(limitMs) } : finished;
};

const record = (finished: Finished, { recording, estimator, onModel }: CallContext, { turn, attempt }: Try): void => {
  const at = Math.max(0, now() - recording.startedAt);
  const { reads, status, contentType, usage } = finished.receipt;
  recording.trace.push({ type: 'read', turn, attempt, reads, status, contentType, ...(usage === undefined ? {} : { usage }) });
  if (finished.type === 'error') {
    recording.trace.push({ type: 'failure', at, turn, attempt, error: finished.error });
    return;
  }
  const { generation, timings } = finished;
  recording.trace.push({ type: 'generation', at, turn, generation, timings });
  recording.calls.push({ turn, timings, usage: generation.usage, serverTimings: generation.serverTimings, finish: generation.finish });
  estimator.learn(timings, generation.usage);
  onModel(generation.modelReported);
};

/** One model call of a trial, recorded, with infrastructure failures tried again. Rejects with `ModelFailure` only. */
export const callModel = async (request: ModelRequest, context: CallContext, where: Omit<Try, 'attempt'>): Promise<Generation> => {
  for (let attempt = 1; ; attempt += 1) {
    if (context.signal.aborted)
      throw new ModelFailure({
        kind: 'aborted',
        message: 'the run was stopped',
        hint: '`bench-loop resume` goes on',
        status: null,
        retryAfterMs: null,
      });
    const tried = { ...where, attempt };
    const finished = await consume(request, context, tried);
    record(finished, context, tried);
    if (finished.type === 'end') return finished.generation;
    const wait = retryWait(finished.error, attempt);
    if (wait === null) throw new ModelFailure(finished.error);
    context.recording.retries += 1;
    context.onRetry(finished.error, wait);
    await sleep(wait, undefined, { signal: context.signal }).catch(() => undefined);
  }
};
