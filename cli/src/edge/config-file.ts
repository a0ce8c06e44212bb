import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@benchloop/spec';
import type { RunOptions } from '@benchloop/engine';
import { readRunOptions, runFlags } from './run-flags.ts';

/** Settings from `config.yaml` in the data home: the long flags as keys. No file = no settings. */
export const readConfigFile = async (home: string): Promise<RunOptions> => {
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
  const names = runFlags.map(({ name }) => name);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) {
    if (!names.includes(name))
      throw new UserError(`config.yaml has the unknown setting ${JSON.stringify(name)}.`, `Known are: ${names.join(', ')}.`);
    values[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return readRunOptions(values, (name) => `${name} in config.yaml`);
};
