import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError, type Bytes } from '@benchloop/spec';
import { benchloopHome } from '../kit/home.ts';
import { isGguf } from './checked-file.ts';
import { ensureStarterModel } from './ensure-starter-model.ts';
import type { FetchOptions } from './fetch-context.ts';
import { findModels, type FoundModel } from './find-models.ts';
import { nearNames } from './near-names.ts';

export type ResolveOptions = FetchOptions & { folders?: readonly string[] };

const listStep = 'See what is there with `bench-loop models list`, or fetch one with `bench-loop models pull`.';

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

/** Size in bytes of a GGUF file; ends with one clear message when it is none. */
export const requireModelFile = async (path: string): Promise<Bytes> => {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new UserError(`There is no file ${path}.`, `Check the path. ${listStep}`);
  if (found.isDirectory()) throw new UserError(`${path} is a folder, and a model is one .gguf file.`, 'Name the .gguf file inside it.');
  const readable = await isGguf(path).catch((error: unknown) => error);
  if (readable === true) return found.size;
  if (readable === false) {
    throw new UserError(
      `${path} is no GGUF file: it does not begin with the letters GGUF.`,
      'It may be cut off or of another format. Fetch it again, or name a .gguf file.',
    );
  }
  throw new UserError(`${path} can't be read.`, 'Allow reading it, or name another file.');
};

const isPathLike = (text: string): boolean => /[\\/]/.test(text) || text.startsWith('~');

const named = (models: FoundModel[], name: string): FoundModel | undefined => {
  const wanted = name.toLowerCase().replace(/\.gguf$/, '');
  return models.find((model) => model.name.toLowerCase().replace(/\.gguf$/, '') === wanted);
};

const unknownModel = (text: string, models: FoundModel[]): UserError => {
  const near = nearNames(
    text,
    models.map(({ name }) => name),
  );
  const there = near.length > 0 ? ` Near it: ${near.join(', ')}.` : models.length === 0 ? ' The models folder is empty.' : '';
  return new UserError(
    `There is no model "${text}".${there}`,
    `Name a .gguf file by its path, a model by its name, or \`starter\`. ${listStep}`,
  );
};

/** Where the model's file is: `starter` (fetched on first use), a path, or a name in the models folder or a given folder. */
export const resolveModelPath = async (text: string, options: ResolveOptions = {}): Promise<string> => {
  if (text === 'starter') return (await ensureStarterModel(options)).path;
  const remote = /^(hf|pypi):|^https?:\/\//i.test(text);
  if (remote)
    throw new UserError(`"${text}" names a model to fetch, not one that is here.`, `Fetch it first: bench-loop models pull ${text}`);
  if (isPathLike(text) || (await isFile(text))) {
    await requireModelFile(text);
    return resolve(text);
  }
  const models = await findModels(options.folders ?? [], options.home ?? benchloopHome(options.env));
  const model = named(models, text);
  if (model === undefined) throw unknownModel(text, models);
  await requireModelFile(model.path);
  return model.path;
};
