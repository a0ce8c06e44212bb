import { stat } from 'node:fs/promises';
import { digestOf } from '../../kit/digest.ts';
import { createKnownDigests, digestOfFile } from './digest-cache.ts';

const firstOfParts = /^(.*)-00001-of-(\d{5})\.gguf$/;

/** All files of a model that llama.cpp split into parts; else the file alone. */
export const partsOf = (path: string): [string, ...string[]] => {
  const [, stem, count] = firstOfParts.exec(path) ?? [];
  if (stem === undefined || count === undefined) return [path];
  const others = Array.from({ length: Math.max(0, Number(count) - 1) }, (_, index) => index + 2);
  return [path, ...others.map((part) => `${stem}-${String(part).padStart(5, '0')}-of-${count}.gguf`)];
};

/** Bytes of the model's files together. */
export const sizeOfModel = async (path: string): Promise<number> => {
  const sizes = await Promise.all(partsOf(path).map(async (part) => (await stat(part)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const digestOfParts = (digests: readonly [string, ...string[]]): string =>
  digests.length === 1 ? digests[0] : digestOf(digests.join('\n'));

/** SHA-256 of the model's file; of a model in parts, SHA-256 of the digests of its parts, one a line. */
export const digestOfModel = async (path: string, home: string, onProgress: (share: number) => void): Promise<string> => {
  const [first, ...others] = partsOf(path);
  const count = others.length + 1;
  const digestAt = (part: string, index: number) => digestOfFile(part, home, (share) => onProgress((index + share) / count));
  const digests: [string, ...string[]] = [await digestAt(first, 0)];
  for (const [index, part] of others.entries()) digests.push(await digestAt(part, index + 1));
  return digestOfParts(digests);
};

/** As `digestOfModel`, for a model whose files were hashed before and are still the same; null for any other. Reads no file. */
export const createKnownModelDigests = async (home: string): Promise<(path: string) => Promise<string | null>> => {
  const knownOf = await createKnownDigests(home);
  return async (path) => {
    const [first, ...others] = await Promise.all(partsOf(path).map(knownOf));
    if (first === undefined || first === null) return null;
    const rest = others.filter((digest) => digest !== null);
    return rest.length === others.length ? digestOfParts([first, ...rest]) : null;
  };
};
