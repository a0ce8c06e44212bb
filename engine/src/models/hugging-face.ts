import { UserError } from '@benchloop/spec';
import { z } from 'zod';
import { huggingFaceEndpoint } from './defaults.ts';
import { huggingFaceBase } from './model-sources.ts';
import { headerOf, targetOf, type Credential, type Network, type Target } from './network.ts';
import { SourceError } from './source-error.ts';

/** A GGUF file of a repository; `sha256` where the host states it. */
export type HubFile = { path: string; sizeBytes: number; sha256: string | null };

const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().int().nonnegative(),
    lfs: z.object({ oid: z.string(), size: z.number() }).optional(),
  }),
);

const mostPages = 20;
const isLoopback = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** The token belongs to one host: the one `HF_ENDPOINT` names, or the public one; never sent unencrypted across a network. */
const credentialOf = (base: URL, env: NodeJS.ProcessEnv): Credential | null => {
  const token = env.HF_TOKEN ?? env.HUGGING_FACE_HUB_TOKEN;
  if (!token || (base.protocol !== 'https:' && !isLoopback(base))) return null;
  return { origin: base.origin, value: `Bearer ${token}` };
};

const baseTarget = (path: string, env: NodeJS.ProcessEnv): Target => {
  const base = targetOf(huggingFaceBase(env));
  const url = new URL(`${base.url.href.replace(/\/+$/, '')}/${path}`);
  return { url, credential: base.credential ?? credentialOf(base.url, env) };
};

/** An address of the hub's own API below its base. */
export const hubApiTarget = (path: string, env: NodeJS.ProcessEnv): Target => baseTarget(path, env);

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Where one file of a repository is downloaded from. */
export const hubFileTarget = ({ repo, revision, path }: { repo: string; revision: string; path: string }, env: NodeJS.ProcessEnv): Target =>
  baseTarget(`${repo}/resolve/${encodeURIComponent(revision)}/${encodePath(path)}`, env);

const nextPage = (link: string | null, from: URL): URL | null => {
  const next = /<([^>]+)>\s*;\s*rel="next"/i.exec(link ?? '')?.[1];
  return next === undefined ? null : new URL(next, from);
};

/** GGUF files of a repository, by the public listing of its tree. */
export const listHubFiles = async (
  repo: string,
  revision: string,
  { network, env }: { network: Network; env: NodeJS.ProcessEnv },
): Promise<HubFile[]> => {
  const first = baseTarget(`api/models/${repo}/tree/${encodeURIComponent(revision)}?recursive=true`, env);
  const files: HubFile[] = [];
  let page: URL | null = first.url;
  for (let pages = 0; page !== null && pages < mostPages; pages += 1) {
    const reply = await network.get({ url: page, credential: first.credential }, { accept: 'application/json' });
    const text = await reply.body.text();
    if (reply.status !== 200) throw new SourceError(hubReason(reply.status, repo, first.url));
    files.push(...parseHubTree(text, first.url));
    page = nextPage(headerOf(reply, 'link'), reply.url);
  }
  return files;
};

const hubReason = (status: number, repo: string, url: URL): string => {
  if (status === 401 || status === 403)
    return `${url.host}: ${repo} does not exist or asks for a login; HF_TOKEN can hold one (HTTP ${status})`;
  return status === 404 ? `${url.host}: there is no repository ${repo} (HTTP 404)` : `${url.host}: it answered with HTTP ${status}`;
};

/** Reads one page of a tree listing. */
export const parseHubTree = (text: string, url: URL): HubFile[] => {
  try {
    return treeSchema
      .parse(JSON.parse(text))
      .filter(({ type, path }) => type === 'file' && path.toLowerCase().endsWith('.gguf'))
      .map(({ path, size, lfs }) => ({
        path,
        sizeBytes: lfs?.size ?? size,
        sha256: /^[0-9a-f]{64}$/.test(lfs?.oid ?? '') ? (lfs?.oid ?? null) : null,
      }));
  } catch (error) {
    throw new SourceError(`${url.host}: its answer is no file listing`, { cause: error });
  }
};

const shardPattern = /-(\d{5})-of-(\d{5})\.gguf$/i;
const nameOf = (path: string): string => path.split('/').at(-1) ?? path;
const isModel = (path: string): boolean => !/(^|[-_.])(mmproj|imatrix)/i.test(nameOf(path));

/** The quantization in a file's name, such as Q4_K_M; null where it shows none. */
export const quantizationInName = (path: string): string | null =>
  /(?:^|[-_.])((?:UD-)?(?:IQ\d_\w+?|Q\d(?:_\d|_K(?:_\w+?)?)|TQ\d_\d|MXFP4(?:_MOE)?|BF16|F16|F32))(?=[-.]|$)/i
    .exec(
      nameOf(path)
        .replace(/\.gguf$/i, '')
        .replace(/-\d{5}-of-\d{5}$/, ''),
    )?.[1]
    ?.toUpperCase() ?? null;

/** A file's name without its quantization: files that share it are one model with one cache per token. */
export const nameWithoutQuantization = (path: string): string => {
  const name = nameOf(path).replace(shardPattern, '').toUpperCase();
  return name.replace(quantizationInName(path) ?? '', '');
};

const choicesText = (files: HubFile[]): string =>
  [...new Set(files.map(({ path }) => quantizationInName(path) ?? nameOf(path)))].slice(0, 30).join(', ');

/** The models of a repository, each as its parts in order; projectors and the like are none. */
export const hubModels = (files: HubFile[]): HubFile[][] => {
  const models = files.filter(({ path }) => isModel(path)).toSorted((a, b) => a.path.localeCompare(b.path));
  const stems = new Map<string, HubFile>();
  for (const file of models) {
    const stem = file.path.replace(shardPattern, '');
    if (!stems.has(stem)) stems.set(stem, file);
  }
  return [...stems.values()].map((file) => withShards(file, models));
};

/** All parts of the model that a file belongs to: itself, or its shards in order. */
const withShards = (chosen: HubFile, files: HubFile[]): HubFile[] => {
  if (!shardPattern.test(chosen.path)) return [chosen];
  const stem = chosen.path.replace(shardPattern, '');
  return files
    .filter(({ path }) => shardPattern.test(path) && path.replace(shardPattern, '') === stem)
    .toSorted((a, b) => a.path.localeCompare(b.path));
};

/**
 * Chooses the files of one model. `quant` is a quantization or a file name; left out, a single model is taken, else
 * Q4_K_M, the common default of local servers.
 */
export const chooseHubFiles = (files: HubFile[], repo: string, quant: string | null): HubFile[] => {
  const models = files.filter(({ path }) => isModel(path)).toSorted((a, b) => a.path.localeCompare(b.path));
  if (models.length === 0)
    throw new UserError(`${repo} holds no GGUF file.`, 'Name a repository that offers GGUF files; their names often end with -GGUF.');
  const wanted = quant?.toLowerCase() ?? null;
  const fits = ({ path }: HubFile, name: string) =>
    nameOf(path).toLowerCase() === name || path.toLowerCase() === name || quantizationInName(path)?.toLowerCase() === name;
  const stems = new Set(models.map(({ path }) => path.replace(shardPattern, '')));
  const chosen =
    wanted !== null
      ? models.find((file) => fits(file, wanted))
      : stems.size === 1
        ? models[0]
        : models.find((file) => fits(file, 'q4_k_m'));
  if (chosen === undefined) {
    const what = wanted === null ? `${repo} holds several models` : `${repo} has no ${quant}`;
    throw new UserError(
      `${what}. It has: ${choicesText(models)}.`,
      `Name one: hf:${repo}:${quantizationInName(models[0]?.path ?? '') ?? nameOf(models[0]?.path ?? '')}`,
    );
  }
  return withShards(chosen, models);
};

/** Whether messages may call this base address simply "Hugging Face". */
export const hubLabel = (base: string): string => (base === huggingFaceEndpoint ? 'Hugging Face' : `Hugging Face at ${new URL(base).host}`);
