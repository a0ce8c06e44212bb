import type {
  CallTimings,
  Connection,
  Generation,
  Milliseconds,
  ModelError,
  ModelRequest,
  Tokens,
  TokensPerSecond,
  Usage,
} from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../kit/clock.ts';

/** What a question to the endpoint gave. */
export type ProbeReply =
  | { ok: true; generation: Generation; timings: CallTimings }
  | { ok: false; error: ModelError; partial: Generation | null };

/** A question; what it leaves out comes from the plan, or is greedy, short and uncached. */
export type ProbeRequest = Pick<ModelRequest, 'messages'> & Partial<Omit<ModelRequest, 'messages'>>;

/** Limits of calls, which the run learns from the calls before. */
export type CallLimits = {
  limitFor: (promptCharacters: number, maxTokens: number) => Milliseconds;
  learn: (timings: CallTimings, usage: Usage | null) => void;
};

export type Prober = {
  /** The first call of all; a cold server loads its model in it. */
  first: ProbeReply;
  ask: (request: ProbeRequest) => Promise<ProbeReply>;
  /** Says before it is spent what a question will cost. */
  announce: (message: string) => void;
  /** Fastest rate at which a prompt was read so far; null = not known. */
  prefillRate: () => TokensPerSecond | null;
};

export type ProberOptions = {
  connection: Connection;
  plan: Pick<ModelRequest, 'sampling' | 'thinking'>;
  limits: CallLimits;
  /** The first call may take this long: a cold load of a large model takes minutes. */
  firstCallTimeoutMs: Milliseconds;
  /** A busy server that asks to wait longer than this is not waited for, and one that loads is asked again by then. */
  longestBusyWaitMs: Milliseconds;
  signal: AbortSignal;
  announce: (message: string) => void;
};

/** Enough to see single tokens arrive. */
const firstTokens: Tokens = 16;
/** Text that is silent for this long is said to be waited for. */
const patienceMs = 10_000;
const loadingPollMs = 500;
/** Waits before the first call is tried again on a server that is busy. */
const busyWaitsMs = [1_000, 4_000];

const noEnd: ModelError = {
  kind: 'protocol',
  message: 'the provider’s stream ended without an end event',
  hint: 'report this as a bug of the provider',
  status: null,
  retryAfterMs: null,
};

const completeRequest = (request: ProbeRequest, plan: ProberOptions['plan']): ModelRequest => ({
  sampling: { ...plan.sampling, temperature: 0 },
  thinking: plan.thinking,
  maxTokens: firstTokens,
  cachePrompt: false,
  ...request,
});

const askOnce = async (connection: Connection, request: ModelRequest, signal: AbortSignal): Promise<ProbeReply> => {
  let reply: ProbeReply = { ok: false, error: noEnd, partial: null };
  for await (const event of connection.generate(request, { signal }))
    if (event.type === 'end') reply = { ok: true, generation: event.generation, timings: event.timings };
    else if (event.type === 'error') reply = { ok: false, error: event.error, partial: event.partial };
  return reply;
};

const firstRequest: ProbeRequest = { messages: [{ role: 'user', content: 'Count from one to twenty in words.' }], maxTokens: firstTokens };

/** The first call, waited for as long as the server says that it loads. `firstCallTimeoutMs` holds over all tries. */
const askFirst = async ({
  connection,
  plan,
  firstCallTimeoutMs,
  longestBusyWaitMs,
  signal,
  announce,
}: ProberOptions): Promise<ProbeReply> => {
  const request = completeRequest({ ...firstRequest, sampling: plan.sampling }, plan);
  const both = AbortSignal.any([signal, AbortSignal.timeout(firstCallTimeoutMs)]);
  const startedAt = now();
  const ticking = setInterval(
    () => announce(`waiting for a first token for ${Math.round((now() - startedAt) / 1000)} s; a cold server loads its model now`),
    patienceMs,
  );
  const busyWaits = [...busyWaitsMs];
  try {
    for (;;) {
      const reply = await askOnce(connection, request, both);
      if (reply.ok || both.aborted) return reply;
      const { kind, retryAfterMs } = reply.error;
      const isLoading = kind === 'model-loading';
      const least = isLoading ? loadingPollMs : kind === 'busy' || kind === 'rate-limit' ? busyWaits.shift() : undefined;
      if (least === undefined || (!isLoading && (retryAfterMs ?? 0) > longestBusyWaitMs)) return reply;
      const wait = Math.min(Math.max(least, retryAfterMs ?? 0), longestBusyWaitMs);
      const state = isLoading ? 'the server is loading its model' : 'the server is busy';
      announce(`${state}${wait < patienceMs ? '' : `; it is asked again in ${Math.ceil(wait / 1000)} s`}`);
      await sleep(wait, undefined, { signal: both }).catch(() => undefined);
    }
  } finally {
    clearInterval(ticking);
  }
};

/** Asks the first question and gives the way to ask more. Later calls are limited by the speed that was seen. */
export const createProber = async (options: ProberOptions): Promise<Prober> => {
  const { connection, plan, limits, signal, announce } = options;
  let prefillRate: TokensPerSecond | null = null;
  const see = (reply: ProbeReply): void => {
    if (!reply.ok) return;
    const { usage, serverTimings } = reply.generation;
    const readMs = serverTimings?.promptMs ?? reply.timings.firstTokenMs ?? 0;
    const tokens = (usage?.promptTokens ?? 0) - (usage?.cachedTokens ?? 0);
    if (tokens > 0 && readMs > 0) prefillRate = Math.max(prefillRate ?? 0, (tokens / readMs) * 1000);
  };
  const first = await askFirst(options);
  see(first);
  return {
    first,
    ask: async (question) => {
      const request = completeRequest(question, plan);
      const characters = JSON.stringify(request.messages).length + JSON.stringify(request.tools ?? []).length;
      const limit = AbortSignal.timeout(Math.ceil(limits.limitFor(characters, request.maxTokens)));
      const reply = await askOnce(connection, request, AbortSignal.any([signal, limit]));
      see(reply);
      if (reply.ok) limits.learn(reply.timings, reply.generation.usage);
      return reply;
    },
    announce,
    prefillRate: () => prefillRate,
  };
};
