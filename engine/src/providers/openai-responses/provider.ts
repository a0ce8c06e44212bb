import type {
  ConnectOptions,
  ConnectResult,
  ListModelsResult,
  Model,
  ModelError,
  ModelEvent,
  ModelRequest,
  Provider,
} from '@benchloop/spec';
import { createMeasuringClient, type MeasuringClient } from '../../kit/http/client.ts';
import { callOverHttp, decodeWith, refusedCall } from '../../kit/wire/call-over-http.ts';
import { asRecord, textOf } from '../../kit/wire/members.ts';
import { askerOf, askJson, chooseName, identifyTimeoutMs, stillListed, unknownModel, type Asker } from '../../kit/wire/server-questions.ts';
import { rememberPerModel, wireConnection } from '../../kit/wire/wire-connection.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { withHint } from './errors.ts';
import { createTraits, responsesBody, traitsAfterRejection, type ModelTraits } from './responses-body.ts';
import { createResponsesReader } from './responses-stream.ts';

/** Taken where the person gives no address. */
export const defaultEndpoint = 'https://api.openai.com/v1';

const headersOf = (apiKey: string | null): Record<string, string> => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` });

const askerFor = (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal) =>
  askerOf({ client, options, signal, defaultEndpoint, tail: /\/(?:responses|models)$/u, headersOf });

type Listed = { ok: true; asker: Asker; names: string[] } | { ok: false; asker: Asker; error: ModelError };

const list = async (asker: Asker): Promise<Listed> => {
  const answer = await askJson(asker, { path: '/models' });
  if (!answer.ok) return { ok: false, asker, error: withHint(answer.error) };
  const { data } = answer.value;
  if (!Array.isArray(data)) return { ok: false, asker, error: withHint(modelError('wrong-server', `${asker.origin} lists no models.`)) };
  return { ok: true, asker, names: data.flatMap((value) => textOf(asRecord(value)?.['id']) ?? []) };
};

/** People give the address with or without the version of the API at its end. */
const listAny = async (asker: Asker): Promise<Listed> => {
  if (/\/v\d+$/u.test(asker.base)) return list(asker);
  const first = await list({ ...asker, base: `${asker.base}/v1` });
  if (first.ok || !isMissing(first.error)) return first;
  const second = await list(asker);
  return second.ok ? second : first;
};

/** Whatever words a missing route has, its status tells it; a 404 that speaks of a model comes from a route that is there. */
const isMissing = ({ kind, status, message }: ModelError): boolean =>
  kind === 'not-found' || kind === 'wrong-server' || ([404, 405, 501].includes(status ?? 0) && !/\bmodel\b/iu.test(message));

/** The base of a server that lists nothing: the first whose route rejects an empty question. */
const bareAsker = async (asker: Asker): Promise<Asker> => {
  if (/\/v\d+$/u.test(asker.base)) return asker;
  const versioned = { ...asker, base: `${asker.base}/v1` };
  for (const one of [versioned, asker]) {
    const answer = await askJson(one, { path: '/responses', body: {} });
    if (answer.ok || !isMissing(answer.error)) return one;
  }
  return versioned;
};

const unsupportedReason = ({ constraint, stop = [] }: ModelRequest): ModelError | null => {
  if (constraint?.kind === 'gbnf')
    return modelError('unsupported', 'This API takes no GBNF grammar.', { hint: 'Give a JSON Schema instead, or use llama-server.' });
  return stop.length === 0
    ? null
    : modelError('unsupported', 'This API takes no stop texts.', { hint: 'Leave these tasks out, or use the chat API of the server.' });
};

type Target = { asker: Asker; model: string; traits: ModelTraits };

async function* generate({ asker, model, traits }: Target, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const refused = unsupportedReason(request);
  if (refused !== null) {
    yield refusedCall(refused);
    return;
  }
  const { client, base, headers, secrets, limits } = asker;
  yield* callOverHttp({
    client,
    url: `${base}/responses`,
    headers: { accept: 'text/event-stream', ...headers },
    limits,
    secrets,
    signal,
    wire: () => responsesBody(model, request, traits),
    settled: traits.settled,
    learn: (rejection) => {
      const change = traitsAfterRejection(traits, { ...rejection, thinking: request.thinking });
      Object.assign(traits, change);
      return change !== null;
    },
    createReader: createResponsesReader,
    timingsOf: callTimingsOf,
    onAccepted: () => {
      traits.settled = true;
    },
  });
}

const modelOf = (name: string): Model => unknownModel('openai-responses', name);

/** Models behind the Responses API, for servers that have only that. */
export const createOpenAiResponsesProvider = (): Provider => {
  const client = createMeasuringClient();
  const traitsOf = rememberPerModel(createTraits);
  return {
    id: 'openai-responses',
    title: 'OpenAI Responses API',
    defaultEndpoint,
    embedded: false,
    constraints: ['json-schema'],
    connect: async (options, signal): Promise<ConnectResult> => {
      const found = askerFor(client, options, signal);
      if (!found.ok) return found;
      const listed = await listAny(found.asker);
      // A server that has only this route lists nothing.
      const bare = !listed.ok && listed.error.kind !== 'wrong-server' && isMissing(listed.error) && options.model !== null;
      if (!listed.ok && !bare) return listed;
      const asker = bare ? await bareAsker(found.asker) : listed.asker;
      const names = listed.ok ? listed.names : [options.model ?? ''];
      const chosen = chooseName({ names, wanted: options.model, origin: asker.origin });
      if (!chosen.ok) return chosen;
      const target = { asker, model: chosen.name, traits: traitsOf(asker, chosen.name) };
      const server = { kind: 'openai-responses', version: null };
      const connection = wireConnection({
        asker,
        model: modelOf(chosen.name),
        server,
        generate: (request, stop) => generate(target, request, stop),
        identify: async (stop) => {
          const now = bare
            ? null
            : await listAny({ ...asker, signal: stop, limits: { ...asker.limits, idleTimeoutMs: identifyTimeoutMs } });
          return now?.ok === true ? stillListed(modelOf(chosen.name), now.names.map(modelOf)) : null;
        },
      });
      return { ok: true, connection };
    },
    listModels: async (options, signal): Promise<ListModelsResult> => {
      const found = askerFor(client, options, signal);
      if (!found.ok) return found;
      const listed = await listAny(found.asker);
      return listed.ok ? { ok: true, models: listed.names.map(modelOf) } : listed;
    },
    decode: decodeWith(createResponsesReader),
  };
};
