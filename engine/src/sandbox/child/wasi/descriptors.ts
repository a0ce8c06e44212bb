import { errno, type Errno } from './errno.ts';
import type { FsNode } from './files.ts';

/** Where standard streams and the private channel end. Left out = not readable, or not writable. */
export type Device = { read?: (most: number) => Uint8Array; write?: (bytes: Uint8Array) => void };

export type Open = { kind: 'device'; device: Device } | { kind: 'node'; node: FsNode; path: string; offset: number; appends: boolean };

const mostOpen = 256;

/** The table of open descriptors. 3 is the root folder. */
export const createDescriptors = (fixed: Iterable<readonly [number, Open]>) => {
  const table = new Map<number, Open>(fixed);
  const lowestFree = (): number => {
    let fd = 4;
    while (table.has(fd)) fd += 1;
    return fd;
  };
  return {
    get: (fd: number): Open | undefined => table.get(fd),
    add: (open: Open): number | null => {
      if (table.size >= mostOpen) return null;
      const fd = lowestFree();
      table.set(fd, open);
      if (open.kind === 'node' && open.node.kind === 'file') open.node.opens += 1;
      return fd;
    },
    close: (fd: number): Errno => {
      const open = table.get(fd);
      if (open === undefined) return errno.badFd;
      if (open.kind === 'node' && open.node.kind === 'file') open.node.opens -= 1;
      table.delete(fd);
      return errno.success;
    },
  };
};
export type Descriptors = ReturnType<typeof createDescriptors>;
