import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isGguf } from '../checked-file.ts';
import type { FoundModel } from './found-model.ts';

const manifestSchema = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) });
const modelLayer = 'application/vnd.ollama.image.model';
const depth = 4;

/** Names of all files exactly `depth` folders down: host, namespace, model and tag. */
const tagsBelow = async (folder: string, left: number): Promise<string[][]> => {
  const names = await readdir(folder).catch(() => []);
  if (left === 1) return names.map((name) => [name]);
  const lists = await Promise.all(
    names.map(async (name) => (await tagsBelow(join(folder, name), left - 1)).map((rest) => [name, ...rest])),
  );
  return lists.flat();
};

/** A name as Ollama prints it: its own host, namespace and the tag `latest` go without saying. */
const namesOf = ([host = '', namespace = '', model = '', tag = '']: string[]): { name: string; aliases: string[] } => {
  const front = host !== 'registry.ollama.ai' ? `${host}/${namespace}/` : namespace === 'library' ? '' : `${namespace}/`;
  const name = `${front}${model}:${tag}`;
  return { name, aliases: tag === 'latest' ? [`${front}${model}`] : [] };
};

/** The only layer with weights, where there is exactly one. */
const weightsDigest = async (path: string): Promise<string | null> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const layers = manifestSchema.parse(JSON.parse(text)).layers.filter(({ mediaType }) => mediaType === modelLayer);
    const digest = layers.length === 1 ? layers[0]?.digest : undefined;
    return digest !== undefined && /^sha256:[0-9a-f]{64}$/u.test(digest) ? digest : null;
  } catch {
    return null;
  }
};

/** Models of an Ollama folder whose weights are one GGUF file, readable where it lies. */
export const ollamaModels = async (folder: string): Promise<FoundModel[]> => {
  const found = await Promise.all(
    (await tagsBelow(join(folder, 'manifests'), depth)).map(async (parts): Promise<FoundModel[]> => {
      const digest = await weightsDigest(join(folder, 'manifests', ...parts));
      if (digest === null) return [];
      const path = join(folder, 'blobs', digest.replace(':', '-'));
      const facts = await stat(path).catch(() => null);
      if (facts === null || !(await isGguf(path).catch(() => false))) return [];
      return [{ ...namesOf(parts), path, sizeBytes: facts.size, parts: 1, source: 'Ollama' }];
    }),
  );
  return found.flat().toSorted((a, b) => a.name.localeCompare(b.name));
};
