import { filetype, type Context, type Imports, type PositionedTransfer } from './context.ts';
import type { Open } from './descriptors.ts';
import { errno, type Errno } from './errno.ts';
import { writeStat } from './file-stat.ts';
import type { FsNode } from './files.ts';

type PathOpen = [
  fd: number,
  lookup: number,
  path: number,
  length: number,
  flags: number,
  rights: bigint,
  inheriting: bigint,
  fdFlags: number,
  result: number,
];

/** One record of `fd_readdir` (witx `dirent` and its name). */
const folderRecord = (index: number, name: string, node: FsNode): Uint8Array => {
  const text = new TextEncoder().encode(name);
  const record = new Uint8Array(24 + text.length);
  const view = new DataView(record.buffer);
  view.setBigUint64(0, BigInt(index + 1), true);
  view.setBigUint64(8, BigInt(node.id), true);
  view.setUint32(16, text.length, true);
  view.setUint8(20, node.kind === 'file' ? filetype.file : filetype.folder);
  record.set(text, 24);
  return record;
};

/** What is named by a path, and the listing of folders. */
export const pathImports = (context: Context): Imports => {
  const { memory, files, fds, openOnce } = context;
  /** Absolute path of what a call names, relative to the folder that it names. */
  const pathOf = (fd: number, at: number, length: number): string | null => {
    const open = fds.get(fd);
    return open?.kind === 'node' && open.node.kind === 'folder' ? `${open.path}/${memory.text(at, length)}` : null;
  };
  const withPath = (act: (path: string) => Errno) => (fd: number, at: number, length: number) => {
    const path = pathOf(fd, at, length);
    return path === null ? errno.badFd : act(path);
  };
  const give = (open: Open, result: number): Errno => {
    const fd = fds.add(open);
    if (fd === null) return errno.tooManyFiles;
    memory.setU32(result, fd);
    return errno.success;
  };
  const openPath = (path: string, flags: number, appends: boolean, result: number): Errno => {
    const device = openOnce.get(path);
    if (device !== undefined) {
      openOnce.delete(path);
      return give({ kind: 'device', device }, result);
    }
    const [creates, wantsFolder, mustBeNew, empties] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0);
    let node = files.find(path);
    if (node === errno.missing && creates === true) node = files.createFile(path);
    else if (typeof node !== 'number' && creates === true && mustBeNew === true) return errno.exists;
    if (typeof node === 'number') return node;
    if (wantsFolder === true && node.kind !== 'folder') return errno.notDirectory;
    if (empties === true) {
      if (node.kind === 'folder') return errno.isDirectory;
      const emptied = files.resize(node, 0);
      if (emptied !== errno.success) return emptied;
    }
    return give({ kind: 'node', node, path, offset: 0, appends }, result);
  };
  return {
    path_open: (...[fd, , at, length, flags, , , fdFlags, result]: PathOpen) =>
      withPath((path) => openPath(path, flags, (fdFlags & 1) === 1, result))(fd, at, length),
    path_filestat_get: (...[fd, , at, length, result]: [number, number, number, number, number]) =>
      withPath((path) => {
        const node = files.find(path);
        return typeof node === 'number' ? node : writeStat(context, result, node);
      })(fd, at, length),
    path_filestat_set_times: (fd: number, _flags: number, at: number, length: number) =>
      withPath((path) => {
        const node = files.find(path);
        return typeof node === 'number' ? node : errno.success;
      })(fd, at, length),
    path_create_directory: withPath(files.createFolder),
    path_unlink_file: withPath((path) => files.remove(path, 'file')),
    path_remove_directory: withPath((path) => files.remove(path, 'folder')),
    path_rename: (...[fd, at, length, toFd, toAt, toLength]: [number, number, number, number, number, number]) => {
      const to = pathOf(toFd, toAt, toLength);
      return to === null ? errno.badFd : withPath((from) => files.rename(from, to))(fd, at, length);
    },
    path_link: () => errno.notSupported,
    path_symlink: () => errno.notSupported,
    path_readlink: () => errno.invalid,
    fd_readdir: (...[fd, at, length, cookie, used]: PositionedTransfer) => {
      const open = fds.get(fd);
      if (open?.kind !== 'node' || open.node.kind !== 'folder') return errno.badFd;
      const room = memory.bytes(at, length);
      let filled = 0;
      for (const [index, [name, node]] of [...open.node.entries].entries()) {
        if (index < cookie || filled >= room.length) continue;
        const record = folderRecord(index, name, node).subarray(0, room.length - filled);
        room.set(record, filled);
        filled += record.length;
      }
      memory.setU32(used, filled);
      return errno.success;
    },
  };
};
