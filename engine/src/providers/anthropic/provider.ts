import type {
  Connection,
  ConnectOptions,
  ConnectResult,
  ListModelsResult,
  Milliseconds,
  Model,
  ModelError,
  ModelEvent,
  ModelRequest,
  Provider,
} from '@benchloop/spec';
import { createMeasuringClient, type MeasuringClient } from '../../kit/http/client.ts';
import { createCallMemory, type CallMemory } from '../../kit/wire/call-memory.ts';
import { callOverHttp, decodeWith, refusedCall } from '../../kit/wire/call-over-http.ts';
import { asRecord, numberOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { askerOf, askJson, chooseName, identifyTimeoutMs, stillListed, unknownModel, type Asker } from '../../kit/wire/server-questions.ts';
import { rememberPerModel, wireConnection } from '../../kit/wire/wire-connection.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { withHint } from './errors.ts';
import { createTraits, messagesBody, traitsAfterRejection, type ModelTraits } from './messages-body.ts';
import { createMessagesReader } from './messages-stream.ts';

/** Taken where the person gives no address. */
export const defaultEndpoint = 'https://api.anthropic.com';
const apiVersion = '2023-06-01';
const mostListed = 1_000;

/** The key goes into a header of its own, never into the address. */
const headersOf = (apiKey: string | null): Record<string, string> => ({
  'anthropic-version': apiVersion,
  ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
});

const askerFor = (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal) =>
  askerOf({ client, options, signal, defaultEndpoint, tail: /\/v1(?:\/messages|\/models)?$/u, headersOf });

const modelOf = (record: JsonRecord): Model | null => {
  const id = textOf(record['id']);
  if (id === null) return null;
  return {
    ...unknownModel('anthropic', id),
    contextTrained: numberOf(record['max_input_tokens']),
    contextInForce: numberOf(record['max_input_tokens']),
  };
};

type Listed = { ok: true; models: Model[] } | { ok: false; error: ModelError };

const listModels = async (asker: Asker, idleTimeoutMs?: Milliseconds): Promise<Listed> => {
  const answer = await askJson(asker, {
    path: `/v1/models?limit=${mostListed}`,
    ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
  });
  if (!answer.ok) return { ok: false, error: withHint(answer.error) };
  const { data } = answer.value;
  if (!Array.isArray(data)) return { ok: false, error: withHint(modelError('wrong-server', `${asker.origin} lists no models.`)) };
  return {
    ok: true,
    models: data
      .map(asRecord)
      .flatMap((record) => (record === null ? [] : [modelOf(record)]))
      .filter((model) => model !== null),
  };
};

type Found = { ok: true; model: Model } | { ok: false; error: ModelError };

/** An alias is in no list, but the service knows it; a gateway may have no list at all. */
const findModel = async (asker: Asker, wanted: string | null): Promise<Found> => {
  const listed = await listModels(asker);
  if (!listed.ok) {
    const isGateway = wanted !== null && listed.error.kind === 'not-found';
    return isGateway ? { ok: true, model: unknownModel('anthropic', wanted) } : listed;
  }
  const chosen = chooseName({ names: listed.models.map(({ name }) => name), wanted, origin: asker.origin });
  const model = chosen.ok ? listed.models.find(({ name }) => name === chosen.name) : undefined;
  if (model !== undefined) return { ok: true, model };
  const alias = wanted === null ? null : await askJson(asker, { path: `/v1/models/${encodeURIComponent(wanted)}` });
  // The dated name says which model the alias means today.
  if (alias?.ok === true && wanted !== null) return { ok: true, model: modelOf(alias.value) ?? unknownModel('anthropic', wanted) };
  return chosen.ok ? { ok: false, error: modelError('not-found', `${asker.origin} has no such model.`) } : chosen;
};

const unsupportedReason = ({ constraint }: ModelRequest): ModelError | null =>
  constraint?.kind === 'gbnf'
    ? modelError('unsupported', 'This API takes no GBNF grammar.', { hint: 'Give a JSON Schema instead, or use llama-server.' })
    : null;

type Target = { asker: Asker; model: string; traits: ModelTraits; memory: CallMemory };

async function* generate({ asker, model, traits, memory }: Target, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const refused = unsupportedReason(request);
  if (refused !== null) {
    yield refusedCall(refused);
    return;
  }
  const { client, base, headers, secrets, limits } = asker;
  yield* callOverHttp({
    client,
    url: `${base}/v1/messages`,
    headers: { accept: 'text/event-stream', ...headers },
    limits,
    secrets,
    signal,
    wire: () => messagesBody(model, request, { traits, memory }),
    settled: traits.settled,
    learn: (rejection) => {
      const change = traitsAfterRejection(traits, rejection);
      Object.assign(traits, change);
      return change !== null;
    },
    createReader: (options) => createMessagesReader(options, memory.keep),
    timingsOf: callTimingsOf,
    onAccepted: () => {
      traits.settled = true;
    },
  });
}

type Remembered = { client: MeasuringClient; traitsOf: (asker: Asker, model: string) => ModelTraits };

const connectionOf = ({ traitsOf }: Remembered, asker: Asker, model: Model): Connection => {
  const target = { asker, model: model.name, traits: traitsOf(asker, model.name), memory: createCallMemory() };
  const server = { kind: 'anthropic', version: apiVersion };
  return wireConnection({
    asker,
    model,
    server,
    generate: (request, signal) => generate(target, request, signal),
    identify: async (signal) => {
      const listed = await listModels({ ...asker, signal }, identifyTimeoutMs);
      return listed.ok ? stillListed(model, listed.models) : null;
    },
  });
};

/** Models behind `/v1/messages`, the API of Anthropic and of gateways that speak it. */
export const createAnthropicProvider = (): Provider => {
  const remembered: Remembered = { client: createMeasuringClient(), traitsOf: rememberPerModel(createTraits) };
  return {
    id: 'anthropic',
    title: 'Anthropic Messages API',
    defaultEndpoint,
    embedded: false,
    constraints: ['json-schema'],
    connect: async (options, signal): Promise<ConnectResult> => {
      const found = askerFor(remembered.client, options, signal);
      if (!found.ok) return found;
      const chosen = await findModel(found.asker, options.model);
      return chosen.ok ? { ok: true, connection: connectionOf(remembered, found.asker, chosen.model) } : chosen;
    },
    listModels: async (options, signal): Promise<ListModelsResult> => {
      const found = askerFor(remembered.client, options, signal);
      return found.ok ? listModels(found.asker) : found;
    },
    decode: decodeWith((options) => createMessagesReader(options)),
  };
};
