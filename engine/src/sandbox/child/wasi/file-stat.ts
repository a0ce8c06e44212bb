import { filetype, type Context } from './context.ts';
import { errno, type Errno } from './errno.ts';
import type { FsNode } from './files.ts';

/** Writes the facts of a node; null = a device (witx `filestat`). */
export const writeStat = ({ memory, options }: Context, at: number, node: FsNode | null): Errno => {
  memory.bytes(at, 64).fill(0);
  memory.setU64(at + 8, BigInt(node?.id ?? 0));
  memory
    .view()
    .setUint8((at >>> 0) + 16, node === null ? filetype.characterDevice : node.kind === 'file' ? filetype.file : filetype.folder);
  memory.setU64(at + 24, 1n);
  memory.setU64(at + 32, BigInt(node?.kind === 'file' ? node.size : 0));
  const now = options.clock.realtimeNs();
  for (const offset of [40, 48, 56]) memory.setU64(at + offset, now);
  return errno.success;
};
