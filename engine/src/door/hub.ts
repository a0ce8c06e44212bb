import type { ApiProblem, HubAnswer, HubChoice, HubChoicesAnswer, Machine } from '@benchloop/spec';
import { fitsMemory } from '../measure/machine/fits-memory.ts';
import { fetchContext } from '../models/fetch-context.ts';
import { hubModels, listHubFiles, quantizationInName, type HubFile } from '../models/hugging-face.ts';
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

/** Search results; `sized` asks each repository for its files, so that those which fit can be told apart. */
export const searchModels = async (query: HubQuery & { sized: boolean }, options: HubOptions): Promise<HubAnswer> =>
  withHub(options, async (network): Promise<HubAnswer> => {
    const { env, machine } = options;
    const smallestOf = async ({ repo }: HubEntry): Promise<number | null> => {
      if (!query.sized || query.format !== 'gguf') return null;
      const files = await listHubFiles(repo, 'main', { network, env }).catch(() => []);
      const sizes = hubModels(files).map(bytesOf);
      return sizes.length === 0 ? null : Math.min(...sizes);
    };
    const entries = await searchHub(query, { network, env });
    const models = await Promise.all(
      entries.map(async (entry) => {
        const smallestBytes = await smallestOf(entry);
        return { ...entry, smallestBytes, fits: smallestBytes === null ? null : fitsMemory(smallestBytes, machine) };
      }),
    );
    return { state: 'found', models, host: new URL(huggingFaceBase(env)).host };
  });

/** The models of one repository with what each needs: its weights, and the cache as the head of its smallest file tells. */
export const hubChoices = async (repo: string, options: HubOptions): Promise<HubChoicesAnswer> =>
  withHub(options, async (network): Promise<HubChoicesAnswer> => {
    const { env, machine } = options;
    const models = hubModels(await listHubFiles(repo, 'main', { network, env }));
    const [smallest] = models.toSorted((one, other) => bytesOf(one) - bytesOf(other));
    const header = smallest?.[0] === undefined ? null : await readHubHeader(repo, smallest[0], { network, env }).catch(() => null);
    const perToken = header?.cacheBytesPerToken ?? null;
    const tokens = perToken === null ? null : Math.min(header?.contextTrained ?? defaultContextTokens, defaultContextTokens);
    const choiceOf = (files: HubFile[]): HubChoice => {
      const path = files[0]?.path ?? '';
      const sizeBytes = bytesOf(files);
      const memoryEstimateBytes = sizeBytes + (perToken ?? 0) * (tokens ?? 0);
      const quantization = quantizationInName(path);
      const isOnly = models.filter((other) => quantizationInName(other[0]?.path ?? '') === quantization).length === 1;
      return {
        source: `hf:${repo}:${quantization !== null && isOnly ? quantization : path}`,
        quantization,
        files: files.length,
        sizeBytes,
        memoryEstimateBytes,
        estimateContextTokens: tokens,
        fits: fitsMemory(memoryEstimateBytes, machine),
      };
    };
    return { state: 'found', choices: models.map(choiceOf).toSorted((one, other) => one.sizeBytes - other.sizeBytes) };
  });
