import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@benchloop/spec';

const isId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

const stored = async (path: string): Promise<string | null> => {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return isId(text) ? text : null;
  } catch {
    return null;
  }
};

/** Places a complete file: as the first one by a hard link, which never replaces; over a damaged one by a rename. */
const place = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path);
  } catch {
    if ((await stored(path)) === null) await rename(draft, path);
  }
};

/** A random key that tells this data home's runs from others'. Made once, readable by its owner only; says nothing of the machine. */
export const machineId = async (home: string): Promise<string> => {
  const path = join(home, 'machine-id');
  const existing = await stored(path);
  if (existing !== null) return existing;
  const id = randomBytes(16).toString('hex');
  const draft = `${path}.${id}`;
  try {
    await mkdir(home, { recursive: true });
    await writeFile(draft, `${id}\n`, { mode: 0o600, flag: 'wx' });
    await place(draft, path);
    await rm(draft, { force: true });
  } catch {
    throw new UserError(`${home} can't be written to.`, 'Allow writing there, or set BENCHLOOP_HOME to another folder.');
  }
  return (await stored(path)) ?? id;
};
