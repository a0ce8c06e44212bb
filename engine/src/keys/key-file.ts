import { UserError } from '@benchloop/spec';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const fileSchema = z.record(z.string(), z.string());
type Keys = z.infer<typeof fileSchema>;

/** Where keys are kept on a machine without a keychain. */
export const keyFileOf = (home: string): string => join(home, 'keys.json');

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

const readText = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw new UserError(`The key file ${path} can’t be read.`, 'Check its owner and rights, or remove it and save the keys again.');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

export const readKeyFile = async (home: string): Promise<Keys> => {
  const path = keyFileOf(home);
  const text = await readText(path);
  if (text === null) return {};
  const keys = fileSchema.safeParse(parse(text));
  if (!keys.success) throw new UserError(`The key file ${path} is damaged.`, 'Remove it and save the keys again.');
  return keys.data;
};

/** Replaces the file at once, readable by its owner alone from its first byte on. */
export const writeKeyFile = async (home: string, keys: Keys): Promise<void> => {
  const path = keyFileOf(home);
  if (Object.keys(keys).length === 0) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
};

/** Takes rights from others that the file should never have had. True where there were any. */
export const tightenKeyFile = async (home: string): Promise<boolean> => {
  if (process.platform === 'win32') return false;
  const path = keyFileOf(home);
  const facts = await stat(path).catch(() => null);
  if (facts === null || (facts.mode & 0o077) === 0) return false;
  await chmod(path, 0o600);
  return true;
};
