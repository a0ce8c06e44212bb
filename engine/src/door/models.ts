import { UserError, type ConnectOptions, type Milliseconds, type Model, type Provider } from '@benchloop/spec';
import { connectTimeoutMs, firstIdleTimeoutMs, leastIdleTimeoutMs } from '../run/defaults.ts';
import { isLoopback } from '../kit/loopback.ts';
import { pullOllamaModel, type PullProgress } from '../providers/ollama/pull.ts';
import { kindAt, providerFor, type SearchOptions } from './discover.ts';
import { createParts } from './lists.ts';
import { partOf, userErrorOf } from './session.ts';

type Reach = Pick<ConnectOptions, 'endpoint' | 'model' | 'apiKey' | 'allowInsecure'>;

const optionsOf = (reach: Reach, idleTimeoutMs: Milliseconds): ConnectOptions => ({
  ...reach,
  contextTokens: null,
  threads: null,
  gpuLayers: null,
  connectTimeoutMs,
  idleTimeoutMs,
});

const listWith = async (provider: Provider, reach: Reach): Promise<Model[]> => {
  const result = await provider.listModels(optionsOf(reach, leastIdleTimeoutMs), AbortSignal.timeout(leastIdleTimeoutMs));
  if (!result.ok) throw userErrorOf(result.error);
  return result.models;
};

export type EndpointOptions = {
  /** Null = the address at which the provider's service is known. */
  endpoint: string | null;
  /** Null = by what the server is. */
  provider: string | null;
  apiKey: string | null;
  allowInsecure: boolean;
} & SearchOptions;

/** The address of a provider's own service. Throws `UserError` where it has none. */
export const endpointOf = (providerId: string): string => {
  const provider = partOf(createParts().providers, 'provider', providerId);
  if (provider.defaultEndpoint !== undefined) return provider.defaultEndpoint;
  throw new UserError(`The ${providerId} provider has no address of its own.`, 'Add --endpoint with the base URL of the server.');
};

/** The models of a server or service, as far as it tells, asked by what it is. */
export const listEndpointModels = async (options: EndpointOptions): Promise<Model[]> => {
  const { provider, apiKey, allowInsecure, ...search } = options;
  const { providers } = createParts();
  const endpoint = options.endpoint ?? (provider === null ? null : endpointOf(provider));
  if (endpoint === null) throw new UserError('No server was named.', 'Add --endpoint with its base URL, or --provider.');
  const id = provider ?? (await providerFor(endpoint, { ...search, apiKey, providers: [...providers.keys()] })) ?? 'openai';
  return listWith(partOf(providers, 'provider', id), { endpoint, model: null, apiKey, allowInsecure });
};

/** What a GGUF file tells of its model, without loading it. */
export const describeModelFile = async (path: string): Promise<Model> => {
  const provider = partOf(createParts().providers, 'provider', 'llama-cpp');
  const [model] = await listWith(provider, { endpoint: null, model: path, apiKey: null, allowInsecure: false });
  if (model === undefined) throw new UserError('The file tells nothing of a model.', 'Check that it is a GGUF file.');
  return model;
};

export type ServerPull = {
  /** As Ollama names it, with or without `ollama:` in front; `hf:owner/repo[:quant]` for a repository of Hugging Face. */
  model: string;
  endpoint: string;
  apiKey: string | null;
  allowInsecure: boolean;
  signal: AbortSignal;
  onProgress?: (progress: PullProgress) => void;
} & Pick<SearchOptions, 'home' | 'env'>;

/** Ollama itself fetches from Hugging Face, by this name. */
const ollamaNameOf = (text: string): string => text.replace(/^ollama:/iu, '').replace(/^hf:/iu, 'hf.co/');

/** A registry of one's own on plain HTTP, which is asked unencrypted only on this machine or where the person allows it. */
const isPlainRegistry = (name: string, allowInsecure: boolean): boolean => {
  if (!/^http:\/\//iu.test(name)) return false;
  if (allowInsecure || (URL.canParse(name) && isLoopback(new URL(name).origin))) return true;
  throw new UserError(
    `${name} names a registry over plain HTTP, where anybody on the way can put other weights in.`,
    'Name it with https://, or add --insecure on the command line if you trust the network.',
  );
};

/** Has an Ollama server fetch a model; what has arrived is kept there, and a later pull goes on from it. */
export const pullToServer = async (pull: ServerPull): Promise<Model> => {
  const { endpoint, apiKey, allowInsecure, signal, onProgress } = pull;
  const kind = await kindAt(endpoint, { home: pull.home, env: pull.env, apiKey, signal });
  if (kind !== null && kind.kind !== 'ollama')
    throw new UserError(
      `The server at ${endpoint} is ${kind.title}, which fetches no models when asked.`,
      'Fetch the file with `bench-loop models pull hf:owner/repo:QUANT` and load it in the server, or name an Ollama server.',
    );
  const name = ollamaNameOf(pull.model);
  if (name === '') throw new UserError('No model was named.', 'Write ollama:NAME, such as ollama:llama3.2:1b.');
  const reach: Reach = { endpoint, model: null, apiKey, allowInsecure };
  const insecureRegistry = isPlainRegistry(name, allowInsecure);
  const result = await pullOllamaModel({ ...optionsOf(reach, firstIdleTimeoutMs), model: name, insecureRegistry, onProgress }, signal);
  if (!result.ok) throw userErrorOf(result.error);
  const models = await listWith(partOf(createParts().providers, 'provider', 'ollama'), reach);
  const listed = name.replace(/^https?:\/\//iu, '');
  const full = /:[^/]+$/u.test(listed) ? listed : `${listed}:latest`;
  const model = models.find((one) => one.name.toLowerCase() === full.toLowerCase());
  if (model === undefined) throw new UserError(`Ollama fetched ${name} and does not list it.`, 'Look at `bench-loop models list`.');
  return model;
};
