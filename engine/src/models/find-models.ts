import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes } from '@benchloop/spec';
import { benchloopHome } from '../kit/home.ts';
import { fileSize } from './checked-file.ts';
import { modelsFolder } from './place-model.ts';

/** A GGUF file found on this machine. */
export type FoundModel = { name: string; path: string; sizeBytes: Bytes };

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.gguf'));
  } catch {
    return [];
  }
};

const modelsIn = async (folder: string): Promise<FoundModel[]> => {
  const found: FoundModel[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const sizeBytes = await fileSize(path);
    if (sizeBytes !== null) found.push({ name, path, sizeBytes });
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
};

/** GGUF files in the models folder of the data home and in the given folders; a folder that can't be read holds none. */
export const findModels = async (folders: readonly string[] = [], home: string = benchloopHome()): Promise<FoundModel[]> => {
  const lists: FoundModel[][] = [];
  for (const folder of new Set([modelsFolder(home), ...folders])) lists.push(await modelsIn(folder));
  return lists.flat();
};
