import { lstat, open, readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { sayMegabytes } from './say-megabytes.ts';
import { limits } from './limits.ts';
import { start, type Problem } from './problem.ts';

export type FileText = { ok: true; text: string } | { ok: false; problem: Problem };

const problemIn = (file: string, message: string, nextStep: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { file, ...start, message, nextStep },
});

/** Path below the folder with forward slashes, or null when it leads out of it. */
const insideOf = (folder: string, file: string): string | null => {
  const path = relative(folder, resolve(folder, file));
  return path === '' || path.startsWith('..') || resolve(path) === path ? null : path.split(sep).join('/');
};

/** True when the file or a folder above it, up to the suite's own, is a link: it could lead anywhere. */
const hasLink = async (folder: string, path: string): Promise<boolean> => {
  const parts = path.split('/');
  for (let count = 1; count <= parts.length; count += 1) {
    const stats = await lstat(join(folder, ...parts.slice(0, count))).catch(() => null);
    if (stats?.isSymbolicLink() === true) return true;
  }
  return false;
};

/** Reads a text file of the folder. Refuses links, paths that lead out, anything but a plain file, and a file over the limit before it is read. */
export const readSuiteFile = async (folder: string, file: string, mostBytes: number): Promise<FileText> => {
  const path = insideOf(folder, file);
  if (path === null)
    return problemIn(file, 'the path leads out of the suite’s folder', 'Copy the file into the folder and name it from there.');
  if (await hasLink(folder, path))
    return problemIn(path, 'is a symbolic link, which is not followed', 'Put the file itself into the folder.');
  const stats = await lstat(join(folder, path)).catch(() => null);
  if (stats === null) return problemIn(path, 'there is no such file', 'Add it, or take its name out of suite.yaml.');
  if (!stats.isFile()) return problemIn(path, 'is no plain file', 'Put a text file in its place.');
  if (stats.size > mostBytes)
    return problemIn(
      path,
      `has ${sayMegabytes(stats.size)}; at most ${sayMegabytes(mostBytes)} are read`,
      'Split it into smaller suites, or leave out what the tasks do not need.',
    );
  const handle = await open(join(folder, path));
  try {
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0);
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesRead)) };
  } catch {
    return problemIn(path, 'is no text in UTF-8', 'Save it as UTF-8.');
  } finally {
    await handle.close();
  }
};

/** Names in a subfolder, sorted; null when there is no such folder. A link to a folder is none. */
export const listSuiteFiles = async (folder: string, subfolder: string): Promise<string[] | null> => {
  const stats = await lstat(join(folder, subfolder)).catch(() => null);
  if (stats?.isDirectory() !== true) return null;
  const names = await readdir(join(folder, subfolder));
  return names.slice(0, limits.files + 1).sort();
};

/** True when the folder holds something of this name, whatever it is. */
export const hasSuiteFile = async (folder: string, file: string): Promise<boolean> =>
  (await lstat(join(folder, file)).catch(() => null)) !== null;
