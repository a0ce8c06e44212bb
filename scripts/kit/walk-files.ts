import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.cache', '.git']);

/** All files below a folder, sorted, relative to it, with forward slashes. A missing folder has none. */
export const walkFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries) {
    if (skipped.has(entry.name)) continue;
    if (entry.isDirectory()) files.push(...(await walkFiles(join(folder, entry.name))).map((file) => `${entry.name}/${file}`));
    else files.push(entry.name);
  }
  return files.toSorted();
};
