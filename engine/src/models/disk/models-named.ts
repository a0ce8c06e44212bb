import { basename } from 'node:path';
import type { FoundModel } from './found-model.ts';

const plain = (name: string): string => name.toLowerCase().replace(/\.gguf$/u, '');

const isCopyOf = (a: FoundModel, b: FoundModel): boolean => a.sizeBytes === b.sizeBytes && basename(a.path) === basename(b.path);

/** Models that a text names: by their own name, else by another one. Copies of one file are one, the first that was found. */
export const modelsNamed = (models: readonly FoundModel[], text: string): FoundModel[] => {
  const wanted = plain(text);
  const own = models.filter(({ name }) => plain(name) === wanted);
  const all = own.length > 0 ? own : models.filter(({ aliases }) => aliases.some((alias) => plain(alias) === wanted));
  return all.filter((model, index) => all.findIndex((other) => isCopyOf(other, model)) === index);
};
