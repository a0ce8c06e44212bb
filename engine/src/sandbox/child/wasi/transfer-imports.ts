import type { Context, Imports, PositionedTransfer } from './context.ts';
import { errno, type Errno } from './errno.ts';

const readInto = (buffers: readonly Uint8Array[], next: (most: number) => Uint8Array): number => {
  let total = 0;
  for (const buffer of buffers) {
    const part = next(buffer.length);
    buffer.set(part.subarray(0, buffer.length));
    total += part.length;
    if (part.length < buffer.length) break;
  }
  return total;
};

/** Reads and writes. */
export const transferImports = ({ memory, files, fds }: Context): Imports => {
  const read = (fd: number, [iovs, count]: [number, number], at: bigint | null, done: number): Errno => {
    const open = fds.get(fd);
    const buffers = memory.buffers(iovs, count);
    if (open === undefined) return errno.badFd;
    if (open.kind === 'device') {
      if (open.device.read === undefined || at !== null) return errno.badFd;
      memory.setU32(done, readInto(buffers, open.device.read));
      return errno.success;
    }
    if (open.node.kind === 'folder') return errno.isDirectory;
    const { bytes, size } = open.node;
    let offset = at === null ? open.offset : Number(at);
    const total = readInto(buffers, (most) => {
      const part = bytes.subarray(Math.min(offset, size), Math.min(offset + most, size));
      offset += part.length;
      return part;
    });
    if (at === null) open.offset = offset;
    memory.setU32(done, total);
    return errno.success;
  };

  const write = (fd: number, [iovs, count]: [number, number], at: bigint | null, done: number): Errno => {
    const open = fds.get(fd);
    if (open === undefined) return errno.badFd;
    let total = 0;
    for (const buffer of memory.buffers(iovs, count)) {
      if (buffer.length === 0) continue;
      if (open.kind === 'device') {
        if (open.device.write === undefined || at !== null) return errno.badFd;
        open.device.write(buffer);
      } else {
        if (open.node.kind === 'folder') return errno.isDirectory;
        const offset = at === null ? (open.appends ? open.node.size : open.offset) : Number(at) + total;
        const result = files.write(open.node, buffer, offset);
        if (result !== errno.success) return result;
        if (at === null) open.offset = offset + buffer.length;
      }
      total += buffer.length;
    }
    memory.setU32(done, total);
    return errno.success;
  };

  return {
    fd_read: (fd: number, iovs: number, count: number, done: number) => read(fd, [iovs, count], null, done),
    fd_pread: (...[fd, iovs, count, at, done]: PositionedTransfer) => read(fd, [iovs, count], at, done),
    fd_write: (fd: number, iovs: number, count: number, done: number) => write(fd, [iovs, count], null, done),
    fd_pwrite: (...[fd, iovs, count, at, done]: PositionedTransfer) => write(fd, [iovs, count], at, done),
  };
};
