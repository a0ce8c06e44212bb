import { readFile } from 'node:fs/promises';

/** A system file's text without surrounding blanks; null when it can't be read. */
export const readText = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return null;
  }
};
