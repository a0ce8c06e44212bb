import type { ConnectOptions, ConnectResult, Generation, ListModelsResult, Model, ModelError, Provider, Receipt } from '@benchloop/spec';
import { z } from 'zod';
import { createMeasuringClient, type MeasuringClient } from '../../kit/http/client.ts';
import { fetchText } from '../../kit/http/fetch-text.ts';
import { exposesKey } from '../../kit/http/key-safety.ts';
import { isLoopback } from '../../kit/loopback.ts';
import { failure, failureOfStatus, failureOfTransport } from './failures.ts';
import { generate } from './generate.ts';
import { createBlueprintReader } from './wire.ts';

const listSchema = z.object({ models: z.array(z.string()) });
const maxBytes = 64 * 1024 * 1024;

const modelNamed = (name: string): Model => ({
  providerId: 'blueprint',
  name,
  family: null,
  parameters: null,
  quantization: null,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: null,
  licence: null,
  capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'no', system: 'unknown' },
});

const baseOf = (options: ConnectOptions): URL | ModelError => {
  if (options.endpoint === null || !URL.canParse(options.endpoint)) {
    return failure('bad-request', `${JSON.stringify(options.endpoint)} is no address of a server.`);
  }
  const url = new URL(options.endpoint);
  if (options.apiKey !== null && !options.allowInsecure && exposesKey(url.origin)) {
    return failure('insecure', `The key for ${url.origin} would cross the internet unencrypted.`);
  }
  return url;
};

const httpOf = (url: URL, options: ConnectOptions) => ({
  url: url.href,
  headers: { 'content-type': 'application/json', ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }) },
  limits: { connectTimeoutMs: options.connectTimeoutMs, idleTimeoutMs: options.idleTimeoutMs, maxErrorBytes: maxBytes, maxBytes },
});

type Found = { ok: true; url: URL; names: string[] } | { ok: false; error: ModelError };

const findModels = async (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal): Promise<Found> => {
  const url = baseOf(options);
  if (!(url instanceof URL)) return { ok: false, error: url };
  const reply = await fetchText(client, { ...httpOf(new URL('/models', url), options), method: 'GET', body: null }, signal);
  if (!reply.ok) return { ok: false, error: failureOfTransport(reply.failure) };
  const error = failureOfStatus(reply.status, reply.body);
  if (error !== null) return { ok: false, error };
  try {
    return { ok: true, url, names: listSchema.parse(JSON.parse(reply.body)).models };
  } catch {
    return { ok: false, error: failure('wrong-server', `${url.origin} answers with something that is no list of models.`) };
  }
};

const connect = async (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal): Promise<ConnectResult> => {
  const found = await findModels(client, options, signal);
  if (!found.ok) return found;
  const { url, names } = found;
  const name = options.model ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || !names.includes(name)) {
    return { ok: false, error: failure('not-found', `The server has these models: ${names.join(', ') || 'none'}.`) };
  }
  const secrets = options.apiKey === null ? [] : [options.apiKey];
  const http = { ...httpOf(new URL('/generate', url), options), method: 'POST' as const };
  const connection = {
    model: modelNamed(name),
    server: {
      kind: 'blueprint',
      version: null,
      place: isLoopback(url.href) ? ('local' as const) : ('remote' as const),
      threads: null,
      gpuLayers: null,
      slots: null,
      loadMs: null,
      memoryEstimateBytes: null,
      flags: {},
    },
    generate: (request: Parameters<typeof generate>[0]['request'], { signal: stop }: { signal: AbortSignal }) =>
      generate({ client, http, model: name, request, signal: stop, secrets }),
    close: async () => undefined,
  };
  return { ok: true, connection };
};

const decode = (receipt: Receipt): Generation => {
  const reader = createBlueprintReader();
  for (const { text } of receipt.reads) reader.push(text);
  return reader.generation();
};

/** A server with a small protocol of its own: `GET /models`, and `POST /generate` that answers in JSON lines. */
export const createBlueprintProvider = (): Provider => {
  const client = createMeasuringClient();
  return {
    id: 'blueprint',
    title: 'Server with JSON lines',
    embedded: false,
    connect: (options, signal) => connect(client, options, signal),
    listModels: async (options, signal): Promise<ListModelsResult> => {
      const found = await findModels(client, options, signal);
      return found.ok ? { ok: true, models: found.names.map(modelNamed) } : found;
    },
    decode,
  };
};
