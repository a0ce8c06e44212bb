import type {
  Connection,
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
import { askJson, chooseName, identifyTimeoutMs, stillListed, type Asker } from '../../kit/wire/server-questions.ts';
import { textOf } from '../../kit/wire/members.ts';
import { wireConnection, type WireConnection } from '../../kit/wire/wire-connection.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { chatBody, type OllamaTarget } from './chat-body.ts';
import { createOllamaReader } from './chat-stream.ts';
import { cutPromptError, errorHints } from './errors.ts';
import { cpuShareOf, modelOfTag, parameterOf, remoteHostOf, sameName, tagsOf, withShow, type ListedTag } from './facts.ts';
import { askLoaded, ensureLoaded, type Loaded } from './memory.ts';
import { reach, defaultEndpoint } from './reach.ts';
import { isOlder } from '../../kit/older-version.ts';
import { knownVersion, versionFlags } from './version.ts';

/** Ollama's own default on most machines; sent where neither the plan nor the model names a context. */
const defaultContextTokens = 4_096;

type Context = { tokens: number; from: 'plan' | 'model' | 'default' };

const contextOf = (options: ConnectOptions, show: Record<string, unknown>): Context => {
  if (options.contextTokens !== null) return { tokens: options.contextTokens, from: 'plan' };
  const own = parameterOf(show, 'num_ctx');
  return own === null ? { tokens: defaultContextTokens, from: 'default' } : { tokens: own, from: 'model' };
};

/** First version whose `format` takes a JSON Schema; older ones know only the word json. */
const firstWithSchemas = '0.5.0';

const unsupportedReason = (request: ModelRequest, version: string | null): ModelError | null => {
  const refuse = (message: string, hint: string) => modelError('unsupported', message, { hint });
  if (request.constraint?.kind === 'gbnf')
    return refuse('Ollama takes no GBNF grammar.', 'Give a JSON Schema instead, or use llama-server.');
  if (request.toolChoice === 'required' && (request.tools ?? []).length > 0)
    return refuse('Ollama can’t be made to call a tool.', 'Leave the choice to the model, or use a server with tool_choice.');
  if (request.constraint !== undefined && isOlder(version, firstWithSchemas))
    return refuse(`Ollama ${version} takes no JSON Schema.`, `Update Ollama to ${firstWithSchemas} or later.`);
  if (request.thinking !== 'default' && isOlder(version, '0.9.0'))
    return refuse(`Ollama ${version} can’t switch thinking.`, 'Update Ollama to 0.9.0 or later, or leave thinking at its default.');
  return null;
};

const charactersOf = (request: ModelRequest): number => request.messages.reduce((sum, message) => sum + message.content.length, 0);

type Target = OllamaTarget & { asker: Asker; version: string | null };

async function* generate(target: Target, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const refused = unsupportedReason(request, target.version);
  if (refused !== null) {
    yield refusedCall(refused);
    return;
  }
  const { client, base, headers, secrets, limits } = target.asker;
  yield* callOverHttp({
    client,
    url: `${base}/api/chat`,
    headers: { accept: 'application/x-ndjson', ...headers },
    limits,
    secrets,
    signal,
    wire: () => chatBody(target, request),
    createReader: createOllamaReader,
    timingsOf: callTimingsOf,
    judge: ({ usage }) =>
      cutPromptError({ characters: charactersOf(request), counted: usage?.promptTokens ?? null, contextTokens: target.contextTokens }),
  });
}

type Found = { asker: Asker; version: string | null; tag: ListedTag; show: Record<string, unknown> };

const memoryFlags = (loaded: Extract<Loaded, { ok: true }>): Record<string, string> => {
  const { memory, loadMs } = loaded;
  const cpuShare = memory === null ? null : cpuShareOf(memory);
  return {
    loaded: loadMs === null ? 'before this run' : 'by this run',
    ...(memory?.sizeBytes === null || memory === null ? {} : { 'memory-bytes': String(memory.sizeBytes) }),
    ...(memory?.gpuBytes === null || memory === null ? {} : { 'gpu-memory-bytes': String(memory.gpuBytes) }),
    ...(cpuShare === null ? {} : { 'cpu-share': cpuShare.toFixed(3) }),
  };
};

const serverOf = (found: Found, flags: Record<string, string>) => {
  const remoteHost = remoteHostOf(found.tag.record, found.show);
  return {
    kind: 'ollama',
    version: found.version,
    threads: parameterOf(found.show, 'num_thread'),
    gpuLayers: parameterOf(found.show, 'num_gpu'),
    flags: { ...versionFlags(found.version), ...(remoteHost === null ? {} : { 'remote-host': remoteHost }), ...flags },
    ...(remoteHost === null ? {} : { place: 'remote' as const }),
  };
};

const otherOf = async (asker: Asker, model: Model): Promise<Model | null> => {
  const answer = await askJson(asker, { path: '/api/tags', idleTimeoutMs: identifyTimeoutMs });
  const tags = answer.ok ? (tagsOf(answer.value) ?? []) : [];
  return stillListed(model, tags.map(modelOfTag));
};

/** Which version answers now; another kind of server has no such route. */
const identifyServer = async (found: Found, signal: AbortSignal) => {
  const answer = await askJson({ ...found.asker, signal }, { path: '/api/version', idleTimeoutMs: identifyTimeoutMs });
  if (answer.ok) return { kind: 'ollama', version: knownVersion(textOf(answer.value['version']) ?? '') };
  return ['not-found', 'wrong-server'].includes(answer.error.kind) ? { kind: 'another server', version: null } : null;
};

/** The model as the server has it now: a pull during the run puts other weights under the same name. */
const identify = async (found: Found, model: Model, signal: AbortSignal): Promise<Model | null> => {
  const asker = { ...found.asker, signal };
  const show = await askJson(asker, { path: '/api/show', body: { model: model.name }, idleTimeoutMs: identifyTimeoutMs });
  // Another name is served there now, where there is one; a model that is gone was not swapped but removed.
  if (!show.ok) return show.error.kind === 'not-found' ? otherOf(asker, model) : null;
  const memory = await askLoaded(asker, model.name);
  return { ...withShow(modelOfTag(found.tag), show.value), contextInForce: memory?.contextTokens ?? model.contextInForce };
};

const connectionOf = (found: Found, model: Model, more: { server: WireConnection['server']; contextTokens: number | null }): Connection => {
  const { asker, version } = found;
  const target = { asker, version, model: found.tag.name, capabilities: model.capabilities, contextTokens: more.contextTokens };
  const obeysSchemas = isOlder(version, firstWithSchemas) ? { jsonSchema: 'no' as const } : {};
  return wireConnection({
    asker,
    model: { ...model, capabilities: { ...model.capabilities, ...obeysSchemas } },
    server: more.server,
    generate: (request, signal) => generate(target, request, signal),
    identify: (signal) => identify(found, model, signal),
    identifyServer: (signal) => identifyServer(found, signal),
  });
};

/** A model that runs elsewhere is not loaded here, and its context is not ours to set. */
const openRemote = (found: Found, model: Model): ConnectResult => ({
  ok: true,
  connection: connectionOf(found, model, { server: serverOf(found, {}), contextTokens: null }),
});

const openLocal = async (found: Found, model: Model, options: ConnectOptions): Promise<ConnectResult> => {
  const context = contextOf(options, found.show);
  const loaded = await ensureLoaded(found.asker, { model: found.tag.name, contextTokens: context.tokens, options });
  if (!loaded.ok) return loaded;
  const contextInForce = loaded.memory?.contextTokens ?? null;
  const flags = { 'num-ctx': String(context.tokens), 'num-ctx-from': context.from, ...memoryFlags(loaded) };
  const server = { ...serverOf(found, flags), loadMs: loaded.loadMs, memoryEstimateBytes: loaded.memory?.sizeBytes ?? null };
  return { ok: true, connection: connectionOf(found, { ...model, contextInForce }, { server, contextTokens: context.tokens }) };
};

/** All that Ollama tells of a model without loading it. */
const describe = async (asker: Asker, tag: ListedTag): Promise<Model> => {
  const show = await askJson(asker, { path: '/api/show', body: { model: tag.name }, idleTimeoutMs: identifyTimeoutMs });
  return show.ok ? withShow(modelOfTag(tag), show.value) : modelOfTag(tag);
};

const notFound = (error: ModelError, wanted: string | null): ModelError =>
  wanted === null ? error : { ...error, hint: `Run ollama pull ${wanted}, or name one of these with --model.` };

const connectTo = async (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal): Promise<ConnectResult> => {
  const reached = await reach(client, options, signal);
  if (!reached.ok) return reached;
  const { asker, tags, version } = reached;
  const chosen = chooseName({ names: tags.map(({ name }) => name), wanted: options.model, origin: asker.origin, same: sameName });
  if (!chosen.ok) return { ok: false, error: notFound(chosen.error, options.model) };
  const tag = tags.find(({ name }) => name === chosen.name) ?? { name: chosen.name, record: {} };
  const show = await askJson(asker, { path: '/api/show', body: { model: tag.name } });
  if (!show.ok) return { ok: false, error: errorHints(show.error) };
  // The signal of `connect` ends with it; calls have their own.
  const found = { asker, version, tag, show: show.value };
  const model = withShow(modelOfTag(tag), show.value);
  return remoteHostOf(tag.record, show.value) === null ? openLocal(found, model, options) : openRemote(found, model);
};

/** Ollama by its own API, which tells and sets more than its OpenAI-compatible one. */
export const createOllamaProvider = (): Provider => {
  const client = createMeasuringClient();
  return {
    id: 'ollama',
    title: 'Ollama',
    defaultEndpoint,
    embedded: false,
    constraints: ['json-schema'],
    connect: (options, signal) => connectTo(client, options, signal),
    listModels: async (options, signal): Promise<ListModelsResult> => {
      const reached = await reach(client, options, signal);
      return reached.ok ? { ok: true, models: await Promise.all(reached.tags.map((tag) => describe(reached.asker, tag))) } : reached;
    },
    decode: decodeWith(createOllamaReader),
  };
};
