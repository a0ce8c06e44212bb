import type { ApiProblem, HubAnswer, HubChoice, HubChoicesAnswer, HubModel, Machine } from '@benchloop/spec';
import { fitsMemory } from '../measure/machine/fits-memory.ts';
import { fetchContext } from '../models/fetch-context.ts';
import type { GgufHeader } from '../models/gguf-header.ts';
import { hubModels, listHubFiles, nameWithoutQuantization, quantizationInName, type HubFile } from '../models/hugging-face.ts';
import { readHubHeader, searchHub, type HubEntry, type HubQuery } from '../models/hub-search.ts';
import { huggingFaceBase } from '../models/model-sources.ts';
import { createNetwork, type Network } from '../models/network.ts';
import { SourceError } from '../models/source-error.ts';
import { defaultContextTokens } from '../run/defaults.ts';

export type HubOptions = {
  home: string;
  env: NodeJS.ProcessEnv;
  machine: Pick<Machine, 'gpus' | 'memoryBytes'>;
  signal: AbortSignal;
};

type Offline = { state: 'offline'; host: string; problem: ApiProblem };

const offline = (host: string, reason: string): Offline => ({
  state: 'offline',
  host,
  problem: {
    message: `Hugging Face does not answer: ${reason}.`,
    nextStep:
      'Models on this machine and the starter model need no search. With a mirror, set HF_ENDPOINT to its address and start the app again.',
  },
});

/** Asks the hub; what the network refuses is an answer of its own. */
const withHub = async <Answer>(options: HubOptions, ask: (network: Network) => Promise<Answer>): Promise<Answer | Offline> => {
  const { env, home, signal } = options;
  const { host } = new URL(huggingFaceBase(env));
  if (/^(1|true|yes|on)$/iu.test(env.HF_HUB_OFFLINE ?? '')) return offline(host, 'HF_HUB_OFFLINE forbids to ask it');
  const network = createNetwork(fetchContext({ env, home, signal }));
  try {
    return await ask(network);
  } catch (error) {
    if (error instanceof SourceError) return offline(host, error.message);
    throw error;
  } finally {
    await network.close();
  }
};

const bytesOf = (files: readonly HubFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** A model of a repository: a file, or its parts. */
type Model = readonly HubFile[];

/** Its quantization where no other model of the repository has the same, else its file's name. */
const nameIn = (models: readonly Model[], model: Model): string => {
  const path = model[0]?.path ?? '';
  const quantization = quantizationInName(path);
  const isOnly = models.filter((other) => quantizationInName(other[0]?.path ?? '') === quantization).length === 1;
  return quantization !== null && isOnly ? quantization : path;
};

type Sized = Pick<HubModel, 'smallestBytes' | 'fits' | 'fitsFile'>;

/** The model to speak of: the largest that fits, else the smallest. */
const sizedOf = (files: readonly HubFile[], machine: HubOptions['machine']): Sized => {
  const models = hubModels([...files]).toSorted((one, other) => bytesOf(one) - bytesOf(other));
  const fitting = models.filter((model) => fitsMemory(bytesOf(model), machine).fits);
  const model = fitting.at(-1) ?? models[0];
  if (model === undefined) return { smallestBytes: null, fits: null, fitsFile: null };
  const sizeBytes = bytesOf(model);
  return {
    smallestBytes: bytesOf(models[0] ?? model),
    fits: fitsMemory(sizeBytes, machine),
    fitsFile: { name: nameIn(models, model), sizeBytes, fitting: fitting.length, all: models.length },
  };
};

/** Asks once more after a drop: the host has answered before. An answer that refuses stays. */
const askTwice = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  ask().catch((error: unknown) => {
    if (error instanceof SourceError && error.retry === 'never') throw error;
    return ask();
  });

/** Search results; `sized` asks each repository for its files, so that those which fit can be told apart. */
export const searchModels = async (query: HubQuery & { sized: boolean }, options: HubOptions): Promise<HubAnswer> =>
  withHub(options, async (network): Promise<HubAnswer> => {
    const { env, machine } = options;
    const filesOf = async ({ repo }: HubEntry): Promise<HubFile[]> =>
      query.sized && query.format === 'gguf' ? askTwice(() => listHubFiles(repo, 'main', { network, env })).catch(() => []) : [];
    const entries = await searchHub(query, { network, env });
    const models = await Promise.all(entries.map(async (entry) => ({ ...entry, ...sizedOf(await filesOf(entry), machine) })));
    return { state: 'found', models, host: new URL(huggingFaceBase(env)).host };
  });

/** Heads read of one repository; of further models in it the cache stays unknown. */
const mostHeads = 4;

/** The head of each model of a repository, read from its smallest file. */
const headsOf = async (models: readonly Model[], read: (file: HubFile) => Promise<GgufHeader | null>) => {
  const smallest = new Map<string, HubFile>();
  for (const [file] of models.toSorted((one, other) => bytesOf(one) - bytesOf(other)))
    if (file !== undefined && !smallest.has(nameWithoutQuantization(file.path))) smallest.set(nameWithoutQuantization(file.path), file);
  const asked = [...smallest].slice(0, mostHeads);
  return new Map(await Promise.all(asked.map(async ([name, file]) => [name, await read(file).catch(() => null)] as const)));
};

/** The models of one repository with what each needs: its weights, and the cache as the head of a file of the same model tells. */
export const hubChoices = async (repo: string, options: HubOptions): Promise<HubChoicesAnswer> =>
  withHub(options, async (network): Promise<HubChoicesAnswer> => {
    const { env, machine } = options;
    const models = hubModels(await listHubFiles(repo, 'main', { network, env }));
    const heads = await headsOf(models, (file) => readHubHeader(repo, file, { network, env }));
    const choiceOf = (files: HubFile[]): HubChoice => {
      const path = files[0]?.path ?? '';
      const header = heads.get(nameWithoutQuantization(path)) ?? null;
      const perToken = header?.cacheBytesPerToken ?? null;
      const tokens = perToken === null ? null : Math.min(header?.contextTrained ?? defaultContextTokens, defaultContextTokens);
      const sizeBytes = bytesOf(files);
      const memoryEstimateBytes = sizeBytes + (perToken ?? 0) * (tokens ?? 0);
      return {
        source: `hf:${repo}:${nameIn(models, files)}`,
        quantization: quantizationInName(path),
        files: files.length,
        sizeBytes,
        memoryEstimateBytes,
        estimateContextTokens: tokens,
        fits: fitsMemory(memoryEstimateBytes, machine),
      };
    };
    return { state: 'found', choices: models.map(choiceOf).toSorted((one, other) => one.sizeBytes - other.sizeBytes) };
  });
