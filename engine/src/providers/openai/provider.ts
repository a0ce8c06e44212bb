import type { Connection, ConnectOptions, ConnectResult, ListModelsResult, Milliseconds, Model, Provider } from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../kit/clock.ts';
import { createMeasuringClient, type MeasuringClient } from '../../kit/http/client.ts';
import { fetchText } from '../../kit/http/fetch-text.ts';
import { isLoopback } from '../../kit/loopback.ts';
import { createTraits, type ServerTraits } from './chat-body.ts';
import { decodeReceipt } from './decode.ts';
import { generateChat } from './generate.ts';
import { llamaServerFacts, withLlamaServerFacts, type LlamaServerFacts } from './llama-server.ts';
import type { Identity } from '../../discovery/identify.ts';
import { identifyTimeoutMs } from '../../kit/wire/server-questions.ts';
import { chooseModel, type ListedModel } from './model-list.ts';
import { ask, authHeaders, limitsOf, reach, type Reached } from './reach.ts';
import { modelWith, serverIdentity } from './server-identity.ts';

const pollMs = 250;

/** Where a server keeps the routes that are not part of the OpenAI API. */
const rootOf = (base: string): string => base.replace(/\/v\d+$/u, '');

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

type Asker = { client: MeasuringClient; reached: Reached; options: ConnectOptions; signal: AbortSignal };

/** llama-server lists its models while it still loads one; `/health` says when it is ready. */
const waitUntilLoaded = async ({ client, reached, options, signal }: Asker): Promise<Milliseconds> => {
  const startedAt = now();
  for (;;) {
    const reply = await fetchText(client, ask(`${rootOf(reached.base)}/health`, options), signal);
    if (!reply.ok || reply.status !== 503 || !/loading/iu.test(reply.body)) return reached.waitedMs + (now() - startedAt);
    if (now() - startedAt > options.idleTimeoutMs || signal.aborted) return reached.waitedMs + (now() - startedAt);
    options.onProgress?.('loading', null);
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
};

const llamaServerKind = 'llama-server';

const saysLlamaServer = (reached: Reached): boolean =>
  /llama\.cpp/iu.test(reached.headers['server'] ?? '') || reached.models.some(({ record }) => record['owned_by'] === 'llamacpp');

const fingerprint = async (
  asker: Asker,
): Promise<{ isLlamaServer: boolean; facts: LlamaServerFacts | null; loadMs: Milliseconds | null }> => {
  const stated = asker.options.serverKind ?? null;
  if (stated !== null && stated !== llamaServerKind) return { isLlamaServer: false, facts: null, loadMs: null };
  const says = stated === llamaServerKind || saysLlamaServer(asker.reached);
  const startedWaiting = asker.reached.waitedMs > 0;
  const waitedMs = says ? await waitUntilLoaded(asker) : asker.reached.waitedMs;
  const reply = await fetchText(asker.client, ask(`${rootOf(asker.reached.base)}/props`, asker.options), asker.signal);
  const facts = reply.ok && reply.status === 200 ? llamaServerFacts(parse(reply.body)) : null;
  const waited = startedWaiting || waitedMs > pollMs;
  return { isLlamaServer: says || facts !== null, facts, loadMs: waited ? waitedMs : null };
};

/** Slots that generate for somebody at this moment; null where the server does not tell. */
const busySlots = async ({ client, reached, options, signal }: Asker): Promise<number | null> => {
  const reply = await fetchText(client, ask(`${rootOf(reached.base)}/slots`, options), signal);
  const slots = reply.ok && reply.status === 200 ? parse(reply.body) : null;
  return Array.isArray(slots) ? slots.filter((slot: { is_processing?: unknown } | null) => slot?.is_processing === true).length : null;
};

type Described = {
  model: Model;
  isLlamaServer: boolean;
  facts: LlamaServerFacts | null;
  identity: Identity | null;
  loadMs: Milliseconds | null;
  kind: string;
  version: string | null;
};

/** What the server tells of itself and of one of its models. */
const describe = async (asker: Asker, listed: ListedModel): Promise<Described> => {
  const { isLlamaServer, facts, loadMs } = await fingerprint(asker);
  const identity = await serverIdentity(asker.reached, asker.options, asker.signal);
  const plain = modelWith(identity, listed);
  return {
    model: facts === null ? plain : withLlamaServerFacts(plain, facts),
    isLlamaServer,
    facts,
    identity,
    loadMs,
    kind: isLlamaServer ? llamaServerKind : (identity?.kind ?? 'openai-compatible'),
    version: facts?.version ?? identity?.match.version ?? null,
  };
};

/** The same description once more, of the model where it is still listed, else of the first that is listed instead; null = nobody answers. */
const describeAgain = async ({ client, options: given, signal: closed }: Asker, id: string): Promise<Described | null> => {
  const options = { ...given, idleTimeoutMs: Math.min(given.idleTimeoutMs, identifyTimeoutMs) };
  const signal = AbortSignal.any([closed, AbortSignal.timeout(options.connectTimeoutMs)]);
  const reached = await reach(client, options, signal);
  if (!reached.ok) return null;
  const listed = reached.models.find((model) => model.id === id) ?? reached.models[0];
  return listed === undefined ? null : describe({ client, reached, options, signal }, listed);
};

const countTokensWith =
  ({ client, reached, options, signal }: Asker) =>
  async (text: string): Promise<number> => {
    const reply = await fetchText(client, ask(`${rootOf(reached.base)}/tokenize`, options, JSON.stringify({ content: text })), signal);
    const tokens = reply.ok && reply.status === 200 ? (parse(reply.body) as { tokens?: unknown } | null)?.tokens : null;
    if (!Array.isArray(tokens)) throw new Error('the server did not count the tokens');
    return tokens.length;
  };

/** Facts are remembered for as long as the provider lives, so that a rejected option is tried once per server. */
type Remembered = { client: MeasuringClient; traits: Map<string, ServerTraits> };

const connectionOf = async (remembered: Remembered, asker: Asker, model: ListedModel): Promise<Connection> => {
  const { client, reached, options } = asker;
  const described = await describe(asker, model);
  const { isLlamaServer, facts, identity, loadMs, kind, version } = described;
  const busy = isLlamaServer ? await busySlots(asker) : null;
  const traits = remembered.traits.get(reached.base) ?? createTraits(isLlamaServer);
  remembered.traits.set(reached.base, traits);
  const endpoint = {
    client,
    base: reached.base,
    model: model.id,
    headers: authHeaders(options.apiKey),
    secrets: options.apiKey === null ? [] : [options.apiKey],
    limits: limitsOf(options),
    traits,
  };
  const closed = new AbortController();
  const again = () => describeAgain({ ...asker, signal: closed.signal }, model.id);
  const passesOn = identity?.models.find(({ id }) => id === model.id)?.runs === 'cloud';
  return {
    model: described.model,
    server: {
      kind,
      version,
      place: isLoopback(reached.base) && !passesOn ? 'local' : 'remote',
      threads: null,
      gpuLayers: null,
      slots: facts?.slots ?? identity?.match.slots ?? null,
      loadMs,
      memoryEstimateBytes: null,
      flags: {
        ...identity?.match.flags,
        ...(options.serverKind === undefined || options.serverKind === null ? {} : { 'kind-stated-by': 'the person' }),
        ...(busy === null ? {} : { 'busy-slots': String(busy) }),
      },
    },
    generate: (request, { signal }) => generateChat(endpoint, request, AbortSignal.any([signal, closed.signal])),
    ...(isLlamaServer ? { countTokens: countTokensWith({ ...asker, signal: closed.signal }) } : {}),
    identify: async () => (await again())?.model ?? null,
    identifyServer: again,
    close: async () => closed.abort(),
  };
};

const connectTo = async (remembered: Remembered, options: ConnectOptions, signal: AbortSignal): Promise<ConnectResult> => {
  const reached = await reach(remembered.client, options, signal);
  if (!reached.ok) return reached;
  const chosen = chooseModel(reached.models, options.model, reached.origin);
  if (!chosen.ok) return chosen;
  const asker = { client: remembered.client, reached, options, signal };
  return { ok: true, connection: await connectionOf(remembered, asker, chosen.model) };
};

/** Any server that speaks the OpenAI chat completions API, on this machine or elsewhere. */
export const createOpenAiProvider = (): Provider => {
  const remembered: Remembered = { client: createMeasuringClient(), traits: new Map() };
  return {
    id: 'openai',
    title: 'OpenAI-compatible server',
    embedded: false,
    constraints: ['json-schema', 'gbnf'],
    connect: (options, signal) => connectTo(remembered, options, signal),
    listModels: async (options, signal): Promise<ListModelsResult> => {
      const reached = await reach(remembered.client, options, signal);
      if (!reached.ok) return reached;
      const identity = await serverIdentity(reached, options, signal);
      return { ok: true, models: reached.models.map((listed) => modelWith(identity, listed)) };
    },
    decode: decodeReceipt,
  };
};
