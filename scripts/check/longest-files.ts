import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walkFiles } from '../kit/walk-files.ts';

const folders = ['spec/src', 'engine/src', 'cli/src', 'ui/src', 'dashboard/src', 'hub/src', 'scripts', 'bench'];

export type FileLength = { file: string; lines: number };

/** Source files by their number of lines, longest first; tests, fixtures and generated files are left out. */
export const longestFiles = async (root: string, count: number): Promise<FileLength[]> => {
  const lengths: FileLength[] = [];
  for (const folder of folders) {
    for (const name of await walkFiles(join(root, folder))) {
      const file = `${folder}/${name}`;
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|\/(?:fixtures|generated)\//.test(file)) continue;
      lengths.push({ file, lines: (await readFile(join(root, file), 'utf8')).split('\n').length - 1 });
    }
  }
  return lengths.toSorted((a, b) => b.lines - a.lines || (a.file < b.file ? -1 : 1)).slice(0, count);
};
