import { errno, type Errno } from './errno.ts';

/** `opens` counts its open descriptors: what is unlinked while open keeps its share of the quota. */
export type FileNode = { kind: 'file'; id: number; bytes: Uint8Array; size: number; fixed: boolean; opens: number };
export type FolderNode = { kind: 'folder'; id: number; entries: Map<string, FileNode | FolderNode> };
export type FsNode = FileNode | FolderNode;

/** What a file or folder costs beside its bytes, so that empty ones are bounded too. */
const nodeCostBytes = 1024;
const longestPath = 4096;

/** A tree of files that lives in memory and never grows beyond `quotaBytes`. Fixed files belong to the host and don't count. */
export type Files = {
  root: FolderNode;
  /** Puts a file of the host that the guest can't change. */
  putFixed: (path: string, bytes: Uint8Array) => void;
  find: (path: string) => FsNode | Errno;
  createFile: (path: string) => FileNode | Errno;
  createFolder: (path: string) => Errno;
  remove: (path: string, kind: FsNode['kind']) => Errno;
  rename: (from: string, to: string) => Errno;
  write: (file: FileNode, bytes: Uint8Array, at: number) => Errno;
  resize: (file: FileNode, size: number) => Errno;
};

const partsOf = (path: string): string[] | Errno => {
  if (path.length > longestPath) return errno.nameTooLong;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
};

const costOf = (node: FsNode): number =>
  node.kind === 'file'
    ? nodeCostBytes + (node.fixed ? 0 : node.size)
    : [...node.entries.values()].reduce((sum, each) => sum + costOf(each), nodeCostBytes);

const holdsFixed = (node: FsNode): boolean =>
  node.kind === 'file' ? node.fixed : [...node.entries.values()].some((each) => holdsFixed(each));

export const createFiles = (quotaBytes: number): Files => {
  let nextId = 2;
  let usedBytes = 0;
  const root: FolderNode = { kind: 'folder', id: 1, entries: new Map() };

  const walk = (parts: readonly string[]): FsNode | Errno => {
    let node: FsNode = root;
    for (const part of parts) {
      if (node.kind !== 'folder') return errno.notDirectory;
      const next: FsNode | undefined = node.entries.get(part);
      if (next === undefined) return errno.missing;
      node = next;
    }
    return node;
  };

  /** The folder that holds the last part of a path, and that part. */
  const place = (path: string): { folder: FolderNode; name: string } | Errno => {
    const parts = partsOf(path);
    if (typeof parts === 'number') return parts;
    const name = parts.pop();
    if (name === undefined) return errno.exists;
    const folder = walk(parts);
    if (typeof folder === 'number') return folder;
    return folder.kind === 'folder' ? { folder, name } : errno.notDirectory;
  };

  const add = <Node extends FsNode>(path: string, make: (id: number) => Node): Node | Errno => {
    const at = place(path);
    if (typeof at === 'number') return at;
    if (at.folder.entries.has(at.name)) return errno.exists;
    if (usedBytes + nodeCostBytes > quotaBytes) return errno.noSpace;
    usedBytes += nodeCostBytes;
    const node = make(nextId);
    nextId += 1;
    at.folder.entries.set(at.name, node);
    return node;
  };

  const resize = (file: FileNode, size: number): Errno => {
    if (file.fixed) return errno.readOnly;
    if (!Number.isSafeInteger(size) || size < 0) return errno.invalid;
    if (usedBytes + size - file.size > quotaBytes) return errno.noSpace;
    if (size > file.bytes.length) {
      const grown = new Uint8Array(Math.max(size, Math.min(2 * file.bytes.length, quotaBytes)));
      grown.set(file.bytes.subarray(0, file.size));
      file.bytes = grown;
    } else if (size < file.size) file.bytes.fill(0, size, file.size);
    usedBytes += size - file.size;
    file.size = size;
    return errno.success;
  };

  const newFolder = (id: number): FolderNode => ({ kind: 'folder', id, entries: new Map() });

  const remove: Files['remove'] = (path, kind) => {
    const at = place(path);
    if (typeof at === 'number') return at;
    const node = at.folder.entries.get(at.name);
    if (node === undefined) return errno.missing;
    if (node.kind !== kind) return kind === 'file' ? errno.isDirectory : errno.notDirectory;
    if (node.kind === 'folder' && node.entries.size > 0) return errno.notEmpty;
    if (holdsFixed(node)) return errno.readOnly;
    if (node.kind === 'folder' || node.opens === 0) usedBytes -= costOf(node);
    at.folder.entries.delete(at.name);
    return errno.success;
  };

  const rename: Files['rename'] = (from, to) => {
    const source = place(from);
    const target = place(to);
    if (typeof source === 'number') return source;
    if (typeof target === 'number') return target;
    const node = source.folder.entries.get(source.name);
    if (node === undefined) return errno.missing;
    if (holdsFixed(node)) return errno.readOnly;
    const partsFrom = partsOf(from);
    const partsTo = partsOf(to);
    if (typeof partsFrom === 'number' || typeof partsTo === 'number') return errno.nameTooLong;
    if (node.kind === 'folder' && partsFrom.every((part, index) => partsTo[index] === part))
      return partsTo.length === partsFrom.length ? errno.success : errno.invalid;
    const old = target.folder.entries.get(target.name);
    if (old === node) return errno.success;
    if (old !== undefined) {
      const removed = remove(to, node.kind);
      if (removed !== errno.success) return removed;
    }
    source.folder.entries.delete(source.name);
    target.folder.entries.set(target.name, node);
    return errno.success;
  };

  return {
    root,
    putFixed: (path, bytes) => {
      const parts = path.split('/').filter((part) => part !== '');
      const name = parts.pop() ?? '';
      let folder = root;
      for (const part of parts) {
        const next = folder.entries.get(part) ?? newFolder(nextId++);
        folder.entries.set(part, next);
        if (next.kind === 'folder') folder = next;
      }
      folder.entries.set(name, { kind: 'file', id: nextId++, bytes, size: bytes.length, fixed: true, opens: 0 });
    },
    find: (path) => {
      const parts = partsOf(path);
      return typeof parts === 'number' ? parts : walk(parts);
    },
    createFile: (path) => add(path, (id): FileNode => ({ kind: 'file', id, bytes: new Uint8Array(0), size: 0, fixed: false, opens: 0 })),
    createFolder: (path) => {
      const made = add(path, newFolder);
      return typeof made === 'number' ? made : errno.success;
    },
    remove,
    rename,
    resize,
    write: (file, bytes, at) => {
      if (file.fixed) return errno.readOnly;
      if (!Number.isSafeInteger(at) || at < 0) return errno.invalid;
      if (at + bytes.length > file.size) {
        const grown = resize(file, at + bytes.length);
        if (grown !== errno.success) return grown;
      }
      file.bytes.set(bytes, at);
      return errno.success;
    },
  };
};
