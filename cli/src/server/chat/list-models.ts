import type { ModelChoice } from '@benchloop/spec';
import { demoModels } from '../demo.ts';
import { diskModelId } from '../model-ids.ts';

type Where = { home: string; env: NodeJS.ProcessEnv };

const hostOf = (endpoint: string): string => new URL(endpoint).host;

/** Models that can be talked to now: those of servers that answer, and those on disk; the starter model is always one. */
export const listModelChoices = async ({ home, env }: Where): Promise<ModelChoice[]> => {
  const { createParts, discoverServers, findModels, stackOf } = await import('@benchloop/engine');
  const { readModelFolders } = await import('../../edge/config-file.ts');
  const folders = await readModelFolders(home);
  const [{ servers }, found] = await Promise.all([discoverServers({ home, env }), findModels(folders, home, env)]);
  const providers = [...createParts().providers.keys()];
  const onServers = servers.flatMap((server) =>
    server.models
      .filter(({ chats }) => chats)
      .map((model): ModelChoice => {
        const stack = stackOf(server, model, providers);
        return { ...stack, label: `${model.id} on ${server.title}, ${hostOf(server.endpoint)}`, embedded: false };
      }),
  );
  const onDisk = found.map(({ name, path }): ModelChoice => ({
    label: `${name}, embedded engine`,
    provider: null,
    endpoint: null,
    model: diskModelId(name, path),
    embedded: true,
  }));
  const starter: ModelChoice = {
    label: 'starter model, embedded engine',
    provider: null,
    endpoint: null,
    model: 'starter',
    embedded: true,
  };
  return [...onServers, ...onDisk, ...(onDisk.length === 0 ? [starter] : [])];
};

/** The made-up models of demo data. */
export const demoChoices = (): ModelChoice[] =>
  demoModels().models.map(({ id, name, quantization, provider }) => ({
    label: `${name}, ${quantization}`,
    provider,
    endpoint: null,
    model: id,
    embedded: true,
  }));
