import { filetype, rootFd, type Context, type Imports } from './context.ts';
import type { Open } from './descriptors.ts';
import { errno, type Errno } from './errno.ts';
import { writeStat } from './file-stat.ts';

const allRights = (1n << 30n) - 1n;

const typeOf = (open: Open): number => {
  if (open.kind === 'device') return filetype.characterDevice;
  return open.node.kind === 'file' ? filetype.file : filetype.folder;
};

/** What can be done with an open descriptor besides reading and writing. */
export const descriptorImports = (context: Context): Imports => {
  const { memory, files, fds } = context;
  const seek = (fd: number, offset: bigint, whence: number, result: number): Errno => {
    const open = fds.get(fd);
    if (open === undefined) return errno.badFd;
    if (open.kind === 'device' || open.node.kind === 'folder') return errno.isPipe;
    const base = whence === 0 ? 0 : whence === 1 ? open.offset : open.node.size;
    const next = base + Number(offset);
    if (!Number.isSafeInteger(next) || next < 0 || whence > 2) return errno.invalid;
    open.offset = next;
    memory.setU64(result, BigInt(next));
    return errno.success;
  };
  const ifOpen = (fd: number): Errno => (fds.get(fd) === undefined ? errno.badFd : errno.success);
  const resize = (fd: number, size: number): Errno => {
    const open = fds.get(fd);
    if (open?.kind !== 'node') return errno.badFd;
    return open.node.kind === 'file' ? files.resize(open.node, size) : errno.isDirectory;
  };
  return {
    fd_advise: ifOpen,
    fd_datasync: ifOpen,
    fd_sync: ifOpen,
    fd_filestat_set_times: ifOpen,
    fd_close: (fd: number) => fds.close(fd),
    fd_seek: seek,
    fd_tell: (fd: number, result: number) => seek(fd, 0n, 1, result),
    fd_allocate: (fd: number, at: bigint, length: bigint) => {
      const open = fds.get(fd);
      const size = open?.kind === 'node' && open.node.kind === 'file' ? open.node.size : 0;
      return resize(fd, Math.max(size, Number(at) + Number(length)));
    },
    fd_filestat_set_size: (fd: number, size: bigint) => resize(fd, Number(size)),
    fd_filestat_get: (fd: number, at: number) => {
      const open = fds.get(fd);
      return open === undefined ? errno.badFd : writeStat(context, at, open.kind === 'node' ? open.node : null);
    },
    fd_fdstat_get: (fd: number, at: number) => {
      const open = fds.get(fd);
      if (open === undefined) return errno.badFd;
      memory.bytes(at, 24).fill(0);
      memory.view().setUint8(at >>> 0, typeOf(open));
      memory.view().setUint16((at >>> 0) + 2, open.kind === 'node' && open.appends ? 1 : 0, true);
      memory.setU64(at + 8, allRights);
      memory.setU64(at + 16, allRights);
      return errno.success;
    },
    fd_fdstat_set_flags: (fd: number, flags: number) => {
      const open = fds.get(fd);
      if (open?.kind === 'node') open.appends = (flags & 1) === 1;
      return ifOpen(fd);
    },
    fd_prestat_get: (fd: number, at: number) => {
      if (fd !== rootFd) return errno.badFd;
      memory.setU32(at, 0);
      memory.setU32(at + 4, 1);
      return errno.success;
    },
    fd_prestat_dir_name: (fd: number, at: number, length: number) => {
      if (fd !== rootFd || length < 1) return errno.badFd;
      memory.bytes(at, 1).set([0x2f]);
      return errno.success;
    },
  };
};
