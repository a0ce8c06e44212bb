import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bytes } from '@benchloop/spec';
import { bodyChunks } from './body-chunks.ts';
import { readGgufHeader, type GgufHeader } from './gguf-header.ts';
import { hubApiTarget, hubFileTarget, type HubFile } from './hugging-face.ts';
import { discardBody, type Network } from './network.ts';
import { SourceError } from './source-error.ts';

/** What a search of Hugging Face gives of a repository. Null = not told. */
export type HubEntry = {
  repo: string;
  downloads: number | null;
  likes: number | null;
  gated: boolean;
  updatedAt: string | null;
  architecture: string | null;
  parameters: number | null;
  contextTrained: number | null;
};

export type HubFormat = 'gguf' | 'mlx' | 'safetensors';
export type HubQuery = { text: string; format: HubFormat; limit: number };

type Tools = { network: Network; env: NodeJS.ProcessEnv };

const count = z.number().nonnegative().nullable().catch(null).default(null);
const entrySchema = z.object({
  id: z.string().regex(/^[\w][\w.-]*\/[\w][\w.-]*$/u),
  downloads: count,
  likes: count,
  gated: z.union([z.boolean(), z.string()]).catch(false).default(false),
  lastModified: z.iso.datetime().nullable().catch(null).default(null),
  gguf: z
    .object({ total: count, architecture: z.string().max(60).nullable().catch(null).default(null), context_length: count })
    .nullable()
    .catch(null)
    .default(null),
});

/** Reads the answer of a search; an entry of another shape is left out. Throws `SourceError` for what is no list. */
export const parseHubSearch = (text: string, host: string): HubEntry[] => {
  let data: unknown = null;
  try {
    data = JSON.parse(text);
  } catch {
    data = null;
  }
  if (!Array.isArray(data)) throw new SourceError(`${host}: its answer is no list of models`);
  return data.flatMap((item: unknown): HubEntry[] => {
    const { success, data: entry } = entrySchema.safeParse(item);
    if (!success) return [];
    return [
      {
        repo: entry.id,
        downloads: entry.downloads,
        likes: entry.likes,
        gated: entry.gated !== false,
        updatedAt: entry.lastModified,
        architecture: entry.gguf?.architecture ?? null,
        parameters: entry.gguf?.total ?? null,
        contextTrained: entry.gguf?.context_length ?? null,
      },
    ];
  });
};

const expanded = ['downloads', 'likes', 'gated', 'lastModified', 'gguf'] as const;

/** Searches the models of the hub by name, the most downloaded first (`GET /api/models`). Throws `SourceError`. */
export const searchHub = async ({ text, format, limit }: HubQuery, { network, env }: Tools): Promise<HubEntry[]> => {
  const query = new URLSearchParams({ search: text, filter: format, sort: 'downloads', direction: '-1', limit: String(limit) });
  for (const field of expanded) query.append('expand[]', field);
  const target = hubApiTarget(`api/models?${query.toString()}`, env);
  const reply = await network.get(target, { accept: 'application/json' });
  if (reply.status === 200) return parseHubSearch(await reply.body.text(), reply.url.host);
  discardBody(reply);
  throw new SourceError(`${reply.url.host}: it answered with HTTP ${reply.status}`);
};

/** Holds the settings of the model in all common files; a longer head leaves the cache unknown. */
const headBytes: Bytes = 8 * 1024 * 1024;

/** The head of a model file of the hub, of which only the first bytes are fetched; null where it tells nothing. Throws `SourceError`. */
export const readHubHeader = async (repo: string, file: HubFile, { network, env }: Tools): Promise<GgufHeader | null> => {
  const wanted = Math.min(headBytes, file.sizeBytes);
  const target = hubFileTarget({ repo, revision: 'main', path: file.path }, env);
  const reply = await network.get(target, { range: `bytes=0-${wanted - 1}` });
  if (reply.status !== 206 && reply.status !== 200) {
    discardBody(reply);
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'benchloop-head-'));
  const path = join(folder, 'head.gguf');
  try {
    const out = await open(path, 'w');
    let received = 0;
    try {
      for await (const chunk of bodyChunks(reply.body)) {
        received += chunk.length;
        await out.write(chunk);
        // A server without Range would send the whole file.
        if (received >= wanted) break;
      }
    } finally {
      await out.close();
    }
    return await readGgufHeader(path);
  } finally {
    discardBody(reply);
    await rm(folder, { recursive: true, force: true });
  }
};
