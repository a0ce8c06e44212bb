import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { walkFiles } from '../kit/walk-files.ts';

const fileUrl = /new URL\(\s*(['"])(\.[^'"]*)\1\s*,\s*import\.meta\.url\s*\)/g;

/** Files that a source text names by `new URL('./…', import.meta.url)`, relative to the text's folder. */
export const filesNamedIn = (text: string): string[] => [...text.matchAll(fileUrl)].map((match) => match[2] ?? '');

/**
 * TypeScript files that run in a thread or process of their own, found by `new URL('./….ts', import.meta.url)`.
 * `startWorker` and `startChild` look for their bundle beside the chunk that starts them, by base name.
 */
export const findEntries = async (root: string, folders: readonly string[]): Promise<Record<string, string>> => {
  const entries: Record<string, string> = {};
  for (const folder of folders) {
    for (const name of await walkFiles(join(root, folder))) {
      if (!name.endsWith('.ts') || /\.test\.ts$|(?:^|\/)(?:fixtures|_blueprint)\//.test(name)) continue;
      const source = `${folder}/${name}`;
      for (const file of filesNamedIn(await readFile(join(root, source), 'utf8'))) {
        const path = posix.join(posix.dirname(source), file);
        if (!path.endsWith('.ts'))
          throw new Error(`${source} reads ${file} at run time, and the bundle would not hold it: import it instead`);
        const base = posix.basename(path, '.ts');
        if (entries[base] !== undefined && entries[base] !== path)
          throw new Error(`${entries[base]} and ${path} have the same base name; rename one`);
        entries[base] = path;
      }
    }
  }
  return entries;
};
