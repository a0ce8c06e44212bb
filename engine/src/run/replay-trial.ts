import type {
  Environment,
  Harness,
  Manifest,
  Model,
  ModelRequest,
  Provider,
  Receipt,
  Sandbox,
  Suite,
  Task,
  TraceEvent,
  Transcript,
  Trial,
} from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { completeRequest } from './complete-request.ts';
import { gatherEvidence, isRefusal } from './gather-evidence.ts';
import { judge, type Judgement } from './judge.ts';
import { supportOf, unsupported } from './support.ts';

export type ReplayInput = {
  runId: string;
  manifest: Manifest;
  suite: Suite;
  task: Task;
  trial: Trial;
  trace: readonly TraceEvent[];
  harness: Harness;
  provider: Provider;
  model: Model;
  createEnvironment: (task: Task) => Environment;
  sandbox: Sandbox | null;
  signal: AbortSignal;
};

/** Says why a stored trial could not be replayed. */
export class ReplayMismatch extends Error {
  override readonly name = 'ReplayMismatch';
}

type Exchange = { request: ModelRequest; receipt: Receipt };

/** The successful exchanges of a trace in order: for each turn the request and the receipt of its last try. */
const exchangesOf = (trace: readonly TraceEvent[]): Exchange[] =>
  trace
    .filter((event) => event.type === 'generation')
    .map(({ turn }) => {
      const request = trace.findLast((event) => event.type === 'request' && event.turn === turn);
      const read = trace.findLast((event) => event.type === 'read' && event.turn === turn);
      if (request?.type !== 'request' || read?.type !== 'read')
        throw new ReplayMismatch(`the trace of turn ${turn} has no request or no reply`);
      return {
        request: request.request,
        receipt: {
          status: read.status,
          contentType: read.contentType,
          reads: read.reads,
          ...(read.usage === undefined ? {} : { usage: read.usage }),
        },
      };
    });

/**
 * Plays a stored attempt again: the harness runs once more on the recorded replies, decoded from their bytes, and must ask
 * exactly what it asked then. Throws `ReplayMismatch` when it does not.
 */
export const playAgain = async (input: Omit<ReplayInput, 'sandbox' | 'signal'>, environment: Environment): Promise<Transcript> => {
  const { suite, task, trial, harness, provider, manifest } = input;
  const exchanges = exchangesOf(input.trace);
  let turn = 0;
  const transcript = await harness.attempt({
    task,
    model: input.model,
    limits: task.limits,
    environment,
    generate: async (request) => {
      const exchange = exchanges[turn];
      if (exchange === undefined) throw new ReplayMismatch(`the harness asks a turn ${turn} that was not recorded`);
      const complete = completeRequest(request, { manifest, suite, task, runId: input.runId, trialId: trial.id, turn });
      if (canonicalJson(complete) !== canonicalJson(exchange.request))
        throw new ReplayMismatch(`turn ${turn} asks something else than the recorded request`);
      turn += 1;
      return provider.decode(exchange.receipt);
    },
  });
  if (turn !== exchanges.length) throw new ReplayMismatch(`the trace holds ${exchanges.length} turns, the harness used ${turn}`);
  return transcript;
};

/** Scores a stored trial again from its receipts. Throws `ReplayMismatch` where it cannot be played again. */
export const replayTrial = async (input: ReplayInput): Promise<Judgement> => {
  const { suite, task, harness } = input;
  const support = supportOf(task, harness, input.model);
  if (!support.supported) return unsupported(support);
  const environment = input.createEnvironment(task);
  const transcript = await playAgain(input, environment);
  const evidence = await gatherEvidence(suite, { task, transcript }, { environment, sandbox: input.sandbox, signal: input.signal });
  return isRefusal(evidence) ? unsupported({ supported: false, ...evidence }) : judge(suite, task, transcript, evidence);
};
