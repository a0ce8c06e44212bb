import {
  UserError,
  type ConnectOptions,
  type Connection,
  type GenerateOptions,
  type Instant,
  type Model,
  type ModelError,
  type ModelEvent,
  type ModelRequest,
  type Provider,
  type WireRead,
} from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../kit/clock.ts';
import { callTimingsOf, type TimedDelta } from '../../measure/call-timings.ts';
import { controlIds, oracleIds, parseBehaviour, type Behaviour } from './behaviour.ts';
import { replyOf } from './reply.ts';
import { decode, writeLine, type EndLine, type TokenLine } from './wire.ts';

const modelNamed = (name: string, quantization: string | null = null): Model => ({
  providerId: 'mock',
  name,
  family: 'mock',
  parameters: null,
  quantization,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: null,
  licence: null,
  capabilities: { tools: 'yes', thinking: 'yes', vision: 'no', system: 'yes' },
});

const failureOf = (kind: ModelError['kind']): ModelError => ({
  kind,
  message: `the mock model was told to fail with ${kind}`,
  hint: 'take fail= out of the mock model’s name',
  status: kind === 'server' ? 500 : null,
  retryAfterMs: null,
});

const abortedError: ModelError = {
  kind: 'aborted',
  message: 'the call was stopped',
  hint: 'resume the run to try this task again',
  status: null,
  retryAfterMs: null,
};

/** At most `most` tokens: a long prompt that is echoed is not cut up to its end. */
const cut = (text: string, length: number, most: number): string[] => {
  const start = text.slice(0, 2 * length * most);
  const characters = [...start].slice(0, length * most);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
};

type Script = { tokens: TokenLine[]; end: EndLine };

/** The reply as timed tokens; a reply longer than `maxTokens` is cut with finish `length`, as a server would. */
const scriptOf = (behaviour: Behaviour, request: ModelRequest, options: GenerateOptions): Script => {
  const reply = replyOf(behaviour, request, options);
  const tokensOf = (channel: TokenLine['channel'], text: string) =>
    cut(text, behaviour.tokenLength, request.maxTokens + 1).map((token) => ({ channel, text: token }));
  const all = [...tokensOf('reasoning', reply.reasoning ?? ''), ...tokensOf('answer', reply.text ?? '')];
  const tokens = all.slice(0, request.maxTokens);
  const calls = reply.toolCalls ?? [];
  const finish = reply.finish ?? (tokens.length < all.length ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop');
  const promptTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
  return { tokens, end: { finish, toolCalls: calls, promptTokens, completionTokens: tokens.length } };
};

const wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
};

async function* play(script: Script, behaviour: Behaviour, failure: Behaviour['fail'], signal: AbortSignal): AsyncIterable<ModelEvent> {
  const sentAt: Instant = now();
  const reads: WireRead[] = [];
  const deltas: TimedDelta[] = [];
  const receipt = { status: null, contentType: 'application/x-ndjson', reads };
  const timings = () =>
    callTimingsOf({
      sentAt,
      connectMs: null,
      headersAt: null,
      firstByteAt: reads[0] === undefined ? null : sentAt + reads[0].at,
      deltas,
      endAt: now(),
    });
  const stop = (error: ModelError): ModelEvent => ({ type: 'error', error, partial: decode(receipt), timings: timings(), receipt });
  yield { type: 'sent', at: sentAt, wire: null };
  for (const [index, token] of script.tokens.entries()) {
    if (failure !== null && index >= failure.afterTokens) return yield stop(failureOf(failure.kind));
    await wait(index === 0 ? behaviour.ttftMs : behaviour.itlMs, signal);
    if (signal.aborted) return yield stop(abortedError);
    const at = now();
    reads.push({ at: at - sentAt, text: writeLine(token) });
    deltas.push({ at, channel: token.channel, textLength: token.text.length });
    yield { type: 'delta', at, channel: token.channel, text: token.text };
  }
  if (failure !== null) return yield stop(failureOf(failure.kind));
  if (signal.aborted) return yield stop(abortedError);
  reads.push({ at: now() - sentAt, text: writeLine(script.end) });
  yield { type: 'end', generation: decode(receipt), timings: timings(), receipt };
}

const connect = (options: ConnectOptions): Connection => {
  const name = options.model ?? 'oracle';
  const behaviour = parseBehaviour(name);
  let failuresLeft = behaviour.fail?.times ?? 0;
  return {
    model: modelNamed(behaviour.shownName ?? name, behaviour.quantization),
    server: {
      kind: 'mock',
      version: null,
      place: 'embedded',
      threads: null,
      gpuLayers: null,
      slots: null,
      loadMs: null,
      memoryEstimateBytes: null,
      flags: {},
    },
    generate: (request, generateOptions) => {
      const fails = failuresLeft > 0;
      failuresLeft -= fails ? 1 : 0;
      return play(scriptOf(behaviour, request, generateOptions), behaviour, fails ? behaviour.fail : null, generateOptions.signal);
    },
    close: async () => undefined,
  };
};

/** A model that ships in the product: its name says what to answer, how fast, and how to fail. */
export const createMockProvider = (): Provider => ({
  id: 'mock',
  title: 'Mock model and control clients',
  embedded: false,
  // A scripted reply is written as its harness reads one, so that nothing has to hold it.
  constraints: ['json-schema', 'gbnf'],
  connect: async (options) => {
    try {
      return { ok: true, connection: connect(options) };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { ok: false, error: { kind: 'not-found', message: error.message, hint: error.nextStep, status: null, retryAfterMs: null } };
    }
  },
  listModels: async () => ({ ok: true, models: [...controlIds, ...oracleIds].map((id) => modelNamed(id)) }),
  decode,
});
