import { WorldError } from '../../kit/world/world.ts';

/** The files of a workspace by path from its top, and folders that were made; a folder also exists while a file lies below it. */
export type Tree = { files: Map<string, string>; folders: Set<string>; quota: number; changes: number };

export const top = '/work';

/** A path from the top, `''` for the top itself. */
export const pathIn = (written: string): string => {
  const inside = written === top || written.startsWith(`${top}/`) ? written.slice(top.length) : written;
  if (inside.startsWith('/') && inside === written) throw new WorldError(`${written.slice(0, 200)}: outside of ${top}`);
  const parts = inside.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new WorldError(`${written.slice(0, 200)}: ".." is not known here`);
  return parts.join('/');
};

export const isFolder = ({ files, folders }: Tree, path: string): boolean =>
  path === '' || folders.has(path) || [...files.keys()].some((one) => one.startsWith(`${path}/`));

export const textAt = (tree: Tree, written: string): string => {
  const path = pathIn(written);
  const text = tree.files.get(path);
  if (text !== undefined) return text;
  const hint = /[*?]/.test(written) ? ' (patterns are not expanded)' : '';
  throw new WorldError(isFolder(tree, path) ? `${written}: is a folder` : `${written.slice(0, 200)}: no such file${hint}`);
};

/** Paths of all files at or below a path, sorted. */
export const below = (tree: Tree, written: string): string[] => {
  const path = pathIn(written);
  if (tree.files.has(path)) return [path];
  if (!isFolder(tree, path)) throw new WorldError(`${written.slice(0, 200)}: no such file or folder`);
  return [...tree.files.keys()].filter((one) => path === '' || one.startsWith(`${path}/`)).sort();
};

const sizeOf = ({ files }: Tree): number => [...files.values()].reduce((sum, text) => sum + text.length, 0);

/** Writes a file; fails where a folder stands, below a file, or beyond the quota. */
export const put = (tree: Tree, written: string, text: string): void => {
  const path = pathIn(written);
  if (isFolder(tree, path)) throw new WorldError(`${written}: is a folder`);
  if (/[*?\s]/.test(path)) throw new WorldError(`${written.slice(0, 200)}: a name has no space, "*" or "?" here`);
  const parent = [...tree.files.keys()].find((one) => path.startsWith(`${one}/`));
  if (parent !== undefined) throw new WorldError(`${parent}: is a file, not a folder`);
  const over = sizeOf(tree) - (tree.files.get(path)?.length ?? 0) + text.length - tree.quota;
  if (over > 0) throw new WorldError(`${written}: no space left on the disk, ${over} characters too many`);
  tree.files.set(path, text);
  tree.changes += 1;
};

export const drop = (tree: Tree, path: string): void => {
  if (tree.files.delete(path)) tree.changes += 1;
};
