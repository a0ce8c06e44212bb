import { defaultDeadlineMs, type Discovery, type FoundServer } from '../discovery/discover.ts';
import type { ServerModel } from '../discovery/server-kind.ts';
import { keyFor } from '../keys/keys.ts';
import { createOllamaProvider } from '../providers/ollama/provider.ts';
import { connectTimeoutMs, leastIdleTimeoutMs } from '../run/defaults.ts';
import type { SearchOptions } from './discover.ts';

const isAsked = ({ kind, models }: FoundServer): boolean =>
  kind === 'ollama' && models.some(({ model }) => model.contextTrained === null || model.capabilities.tools === 'unknown');

/** What is told of each model by name beats what the list of all says; the context in force stays as the list has it. */
const completed = (listed: ServerModel, told: ServerModel['model'] | undefined): ServerModel => {
  if (told === undefined) return listed;
  const { model } = listed;
  const own = Object.entries(told.capabilities).filter(([, ability]) => ability !== 'unknown');
  return {
    ...listed,
    model: {
      ...model,
      family: model.family ?? told.family,
      parameters: told.parameters ?? model.parameters,
      quantization: model.quantization ?? told.quantization,
      contextTrained: model.contextTrained ?? told.contextTrained,
      capabilities: { ...model.capabilities, ...Object.fromEntries(own) },
    },
  };
};

const askedOf = async (server: FoundServer, { home, env, signal, deadlineMs = 0 }: SearchOptions): Promise<FoundServer> => {
  const endpoint = server.endpoint.replace(/\/v1$/u, '');
  const endpointOrigin = server.source.from === 'port' ? ('default' as const) : ('config' as const);
  const { value: apiKey } = await keyFor({ endpoint, endpointOrigin, flag: null, home, env });
  const limits = { connectTimeoutMs, idleTimeoutMs: leastIdleTimeoutMs, contextTokens: null, threads: null, gpuLayers: null };
  const late = AbortSignal.timeout(Math.max(deadlineMs, defaultDeadlineMs));
  const answer = await createOllamaProvider().listModels(
    { endpoint, model: null, apiKey, allowInsecure: false, ...limits },
    signal === undefined ? late : AbortSignal.any([signal, late]),
  );
  if (!answer.ok) return server;
  const told = new Map(answer.models.map((model) => [model.name, model]));
  return { ...server, models: server.models.map((listed) => completed(listed, told.get(listed.id))) };
};

/** Ollama tells context and abilities only of one model at a time: asks for each, all at once, for a second at most or as long as the search may take. */
export const withOllamaFacts = async (discovery: Discovery, search: SearchOptions): Promise<Discovery> => ({
  ...discovery,
  servers: await Promise.all(discovery.servers.map((server) => (isAsked(server) ? askedOf(server, search) : Promise.resolve(server)))),
});
