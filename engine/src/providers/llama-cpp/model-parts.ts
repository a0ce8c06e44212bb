import { stat } from 'node:fs/promises';
import { digestOf } from '../../kit/digest.ts';
import { digestOfFile } from './digest-cache.ts';

const firstOfParts = /^(.*)-00001-of-(\d{5})\.gguf$/;

/** All files of a model that llama.cpp split into parts; else the file alone. */
export const partsOf = (path: string): string[] => {
  const [, stem, count] = firstOfParts.exec(path) ?? [];
  if (stem === undefined || count === undefined) return [path];
  return Array.from({ length: Number(count) }, (_, index) => `${stem}-${String(index + 1).padStart(5, '0')}-of-${count}.gguf`);
};

/** Bytes of the model's files together. */
export const sizeOfModel = async (path: string): Promise<number> => {
  const sizes = await Promise.all(partsOf(path).map(async (part) => (await stat(part)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** SHA-256 of the model's file; of a model in parts, SHA-256 of the digests of its parts, one a line. */
export const digestOfModel = async (path: string, home: string, onProgress: (share: number) => void): Promise<string> => {
  const parts = partsOf(path);
  const digests: string[] = [];
  for (const [index, part] of parts.entries())
    digests.push(await digestOfFile(part, home, (share) => onProgress((index + share) / parts.length)));
  return digests.length === 1 ? (digests[0] as string) : digestOf(digests.join('\n'));
};
