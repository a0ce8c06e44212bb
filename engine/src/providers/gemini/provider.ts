import type {
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
import { wireConnection } from '../../kit/wire/wire-connection.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { withHint } from './errors.ts';
import { generateBody } from './generate-body.ts';
import { createGenerateReader, type Signatures } from './generate-stream.ts';

/** Taken where the person gives no address. */
export const defaultEndpoint = 'https://generativelanguage.googleapis.com';
const apiVersion = 'v1beta';
const mostListed = 1_000;

/** The key goes into a header; the API would also take it in the address, where logs would keep it. */
const headersOf = (apiKey: string | null): Record<string, string> => (apiKey === null ? {} : { 'x-goog-api-key': apiKey });

const askerFor = (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal) =>
  askerOf({ client, options, signal, defaultEndpoint, tail: /\/v1(?:beta|alpha)?(?:\/models(?:\/.*)?)?$/u, headersOf });

const plainName = (name: string): string => name.replace(/^models\//u, '');

const modelOf = (record: JsonRecord): Model[] => {
  const name = textOf(record['name']);
  const methods = record['supportedGenerationMethods'];
  const generates = !Array.isArray(methods) || methods.includes('generateContent');
  if (name === null || !generates) return [];
  const context = numberOf(record['inputTokenLimit']);
  const model = unknownModel('gemini', plainName(name));
  const thinking =
    typeof record['thinking'] === 'boolean' ? (record['thinking'] ? ('yes' as const) : ('no' as const)) : ('unknown' as const);
  return [{ ...model, contextTrained: context, contextInForce: context, capabilities: { ...model.capabilities, thinking } }];
};

type Listed = { ok: true; models: Model[] } | { ok: false; error: ModelError };

const listModels = async (asker: Asker, idleTimeoutMs?: Milliseconds): Promise<Listed> => {
  const answer = await askJson(asker, {
    path: `/${apiVersion}/models?pageSize=${mostListed}`,
    ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
  });
  if (!answer.ok) return { ok: false, error: withHint(answer.error) };
  const { models } = answer.value;
  if (!Array.isArray(models)) return { ok: false, error: withHint(modelError('wrong-server', `${asker.origin} lists no models.`)) };
  return { ok: true, models: models.map(asRecord).flatMap((record) => (record === null ? [] : modelOf(record))) };
};

/** A gateway may have no list at all. */
const findModel = async (asker: Asker, named: string | null): Promise<{ ok: true; model: Model } | { ok: false; error: ModelError }> => {
  const wanted = named === null ? null : plainName(named);
  const listed = await listModels(asker);
  if (!listed.ok)
    return wanted !== null && listed.error.kind === 'not-found' ? { ok: true, model: unknownModel('gemini', wanted) } : listed;
  const chosen = chooseName({ names: listed.models.map(({ name }) => name), wanted, origin: asker.origin });
  if (!chosen.ok) return chosen;
  return { ok: true, model: listed.models.find(({ name }) => name === chosen.name) ?? unknownModel('gemini', chosen.name) };
};

const unsupportedReason = ({ constraint }: ModelRequest): ModelError | null =>
  constraint?.kind === 'gbnf'
    ? modelError('unsupported', 'This API takes no GBNF grammar.', { hint: 'Give a JSON Schema instead, or use llama-server.' })
    : null;

type Target = { asker: Asker; model: string; memory: CallMemory };

const pathOf = (model: string): string => {
  const name = model.includes('/') ? model : `models/${model}`;
  return `/${apiVersion}/${name.split('/').map(encodeURIComponent).join('/')}:streamGenerateContent?alt=sse`;
};

async function* generate({ asker, model, memory }: Target, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const refused = unsupportedReason(request);
  if (refused !== null) {
    yield refusedCall(refused);
    return;
  }
  const { client, base, headers, secrets, limits } = asker;
  const signatures: Signatures = new Map();
  yield* callOverHttp({
    client,
    url: `${base}${pathOf(model)}`,
    headers: { accept: 'text/event-stream', ...headers },
    limits,
    secrets,
    signal,
    wire: () => generateBody(request, memory),
    createReader: (options) => createGenerateReader(options, signatures),
    timingsOf: callTimingsOf,
    onAccepted: ({ toolCalls }) => {
      for (const [index, signature] of signatures) {
        const call = toolCalls[index];
        if (call !== undefined) memory.keep(call.id, signature);
      }
    },
  });
}

/** Models behind the Gemini API. */
export const createGeminiProvider = (): Provider => {
  const client = createMeasuringClient();
  return {
    id: 'gemini',
    title: 'Gemini API',
    defaultEndpoint,
    embedded: false,
    constraints: ['json-schema'],
    connect: async (options, signal): Promise<ConnectResult> => {
      const found = askerFor(client, options, signal);
      if (!found.ok) return found;
      const { asker } = found;
      const chosen = await findModel(asker, options.model);
      if (!chosen.ok) return chosen;
      const { model } = chosen;
      const target = { asker, model: model.name, memory: createCallMemory() };
      const server = { kind: 'gemini', version: apiVersion };
      return {
        ok: true,
        connection: wireConnection({
          asker,
          model,
          server,
          generate: (request, stop) => generate(target, request, stop),
          identify: async (stop) => {
            const now = await listModels({ ...asker, signal: stop }, identifyTimeoutMs);
            return now.ok ? stillListed(model, now.models) : null;
          },
        }),
      };
    },
    listModels: async (options, signal): Promise<ListModelsResult> => {
      const found = askerFor(client, options, signal);
      return found.ok ? listModels(found.asker) : found;
    },
    decode: decodeWith((options) => createGenerateReader(options)),
  };
};
