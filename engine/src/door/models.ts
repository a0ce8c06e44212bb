import { UserError, type ConnectOptions, type Model } from '@benchloop/spec';
import { connectTimeoutMs, leastIdleTimeoutMs } from '../run/defaults.ts';
import { createParts } from './lists.ts';
import { partOf, userErrorOf } from './session.ts';

const listWith = async (
  providerId: string,
  options: Pick<ConnectOptions, 'endpoint' | 'model' | 'apiKey' | 'allowInsecure'>,
): Promise<Model[]> => {
  const provider = partOf(createParts().providers, 'provider', providerId);
  const rest = { contextTokens: null, threads: null, gpuLayers: null, connectTimeoutMs, idleTimeoutMs: leastIdleTimeoutMs };
  const result = await provider.listModels({ ...options, ...rest }, AbortSignal.timeout(leastIdleTimeoutMs));
  if (!result.ok) throw userErrorOf(result.error);
  return result.models;
};

export type EndpointOptions = { endpoint: string; apiKey: string | null; allowInsecure: boolean };

/** The models of a server, as far as it tells. */
export const listEndpointModels = (options: EndpointOptions): Promise<Model[]> => listWith('openai', { ...options, model: null });

/** What a GGUF file tells of its model, without loading it. */
export const describeModelFile = async (path: string): Promise<Model> => {
  const [model] = await listWith('llama-cpp', { endpoint: null, model: path, apiKey: null, allowInsecure: false });
  if (model === undefined) throw new UserError('The file tells nothing of a model.', 'Check that it is a GGUF file.');
  return model;
};
