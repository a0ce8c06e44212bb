import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { UserError } from '@benchloop/spec';
import type { RunOptions } from '@benchloop/engine';
import { readRunOptions, runFlags } from './run-flags.ts';

/** A setting that is no flag of a run: folders to look for models in, as a list, or as one text joined like PATH. */
const foldersName = 'model-folders';

const readDocument = async (home: string): Promise<Record<string, unknown>> => {
  const path = join(home, 'config.yaml');
  const content = await readFile(path, 'utf8').catch(() => null);
  if (content === null) return {};
  const { parseDocument } = await import('./yaml-document.ts');
  const document = parseDocument(content);
  const problem = document.errors[0];
  if (problem) throw new UserError(`config.yaml is no valid YAML: ${problem.message.split('\n')[0]}`, 'Mend the line, or remove the file.');
  const data: unknown = document.toJS() ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new UserError('config.yaml holds no settings.', 'Write one `name: value` a line, for example `profile: smoke`.');
  return data as Record<string, unknown>;
};

/** Settings from `config.yaml` in the data home: the long flags as keys. No file = no settings. */
export const readConfigFile = async (home: string): Promise<RunOptions> => {
  const names = runFlags.map(({ name }) => name);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(await readDocument(home))) {
    if (name === foldersName) continue;
    if (!names.includes(name))
      throw new UserError(
        `config.yaml has the unknown setting ${JSON.stringify(name)}.`,
        `Known are: ${[...names, foldersName].join(', ')}.`,
      );
    values[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return readRunOptions(values, (name) => `${name} in config.yaml`);
};

const inHome = (home: string, folder: string): string =>
  resolve(
    home,
    folder.replace(/^~(?=$|[\\/])/u, () => homedir()),
  );

/** Folders from `model-folders` in `config.yaml`; a relative one lies below the data home, and `~` is the person's own. */
export const readModelFolders = async (home: string): Promise<string[]> => {
  const value = (await readDocument(home))[foldersName] ?? [];
  const folders: unknown[] = typeof value === 'string' ? value.split(delimiter) : Array.isArray(value) ? value : [value];
  const isFolder = (folder: unknown): folder is string => typeof folder === 'string' && folder.trim() !== '';
  if (!folders.every(isFolder))
    throw new UserError(
      `${foldersName} in config.yaml holds something that is no folder.`,
      `Write it as a list of paths: ${foldersName}: [/data/models].`,
    );
  return folders.map((folder) => inHome(home, folder));
};
