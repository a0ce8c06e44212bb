import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Bytes } from '@benchloop/spec';

/** A GGUF file, or the first of several parts, below a folder. */
export type GgufFile = {
  /** Path below the folder with forward slashes; of a model in parts without the numbering. */
  relativePath: string;
  path: string;
  sizeBytes: Bytes;
  parts: number;
};

const deepest = 8;
/** Projectors for images are no models of their own. */
const isModelFile = (name: string): boolean => /\.gguf$/iu.test(name) && !/^mmproj/iu.test(name);

type File = { path: string; sizeBytes: Bytes };

/** Files below a folder, links followed, each folder once; what can't be read holds none. */
const filesBelow = async (folder: string, seen: Set<string>, depth: number): Promise<File[]> => {
  const real = await realpath(folder).catch(() => null);
  if (real === null || seen.has(real) || depth > deepest) return [];
  seen.add(real);
  const names = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    names.map(async (name): Promise<File[]> => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      if (facts === null) return [];
      if (facts.isDirectory()) return filesBelow(path, seen, depth + 1);
      return facts.isFile() && isModelFile(name) ? [{ path, sizeBytes: facts.size }] : [];
    }),
  );
  return lists.flat();
};

const partOf = /-(\d{5})-of-(\d{5})(?=\.gguf$)/iu;

const asModels = (files: File[], folder: string): GgufFile[] =>
  files.flatMap(({ path, sizeBytes }) => {
    const relativePath = relative(folder, path).split(sep).join('/');
    const [mark, index, count] = partOf.exec(path) ?? [];
    if (mark === undefined) return [{ relativePath, path, sizeBytes, parts: 1 }];
    if (Number(index) !== 1) return [];
    const stem = path.replace(partOf, '');
    const own = files.filter((file) => file.path.replace(partOf, '') === stem && partOf.exec(file.path)?.[2] === count);
    // A part that is missing makes the others useless.
    if (own.length !== Number(count)) return [];
    return [
      {
        relativePath: relativePath.replace(partOf, ''),
        path,
        sizeBytes: own.reduce((sum, file) => sum + file.sizeBytes, 0),
        parts: own.length,
      },
    ];
  });

/** Models below a folder, at any depth or only in the folder itself, in the order of their names. */
export const ggufFiles = async (folder: string, { deep }: { deep: boolean }): Promise<GgufFile[]> => {
  const files = await filesBelow(folder, new Set(), deep ? 0 : deepest);
  return asModels(files, folder).toSorted((a, b) => a.relativePath.localeCompare(b.relativePath));
};

/** Last part of a path, without `.gguf`. */
export const stemOf = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.gguf$/iu, '');
