import { wasm, type WasmInstance } from '../web-assembly.ts';
import { createDescriptors, type Descriptors, type Device, type Open } from './descriptors.ts';
import { errno, type Errno } from './errno.ts';
import { createFiles, type Files, type FsNode } from './files.ts';
import { createGuestMemory, type GuestMemory } from './guest-memory.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The guest asked for its own end. */
export class GuestExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the guest ended with code ${code}`);
    this.code = code;
  }
}

export type WasiOptions = {
  args: readonly string[];
  clock: VirtualClock;
  /** Fills with bytes that are the same in every run. */
  fillRandom: (bytes: Uint8Array) => void;
  fileQuotaBytes: number;
  /** Standard streams, by descriptor. */
  devices: ReadonlyMap<number, Device>;
  /** By name in the root folder: what can be opened there exactly once, and is not listed. */
  openOnce: ReadonlyMap<string, Device>;
};

const filetype = { unknown: 0, characterDevice: 2, folder: 3, file: 4 } as const;
const rootFd = 3;
const allRights = (1n << 30n) - 1n;

type Context = {
  memory: GuestMemory;
  files: Files;
  fds: Descriptors;
  options: WasiOptions;
  openOnce: Map<string, Device>;
};
type Imports = Record<string, (...args: never[]) => number>;
type PositionedTransfer = [fd: number, iovs: number, count: number, at: bigint, done: number];
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

const typeOf = (open: Open): number => {
  if (open.kind === 'device') return filetype.characterDevice;
  return open.node.kind === 'file' ? filetype.file : filetype.folder;
};

const writeStat = ({ memory, options }: Context, at: number, node: FsNode | null): Errno => {
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

const processImports = ({ memory, options }: Context): Imports => {
  const args = options.args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  return {
    args_sizes_get: (count: number, size: number) => {
      memory.setU32(count, args.length);
      memory.setU32(
        size,
        args.reduce((sum, { length }) => sum + length, 0),
      );
      return errno.success;
    },
    args_get: (pointers: number, buffer: number) => {
      let at = buffer;
      for (const [index, arg] of args.entries()) {
        memory.setU32(pointers + 4 * index, at);
        memory.bytes(at, arg.length).set(arg);
        at += arg.length;
      }
      return errno.success;
    },
    environ_sizes_get: (count: number, size: number) => {
      memory.setU32(count, 0);
      memory.setU32(size, 0);
      return errno.success;
    },
    environ_get: () => errno.success,
    proc_exit: (code: number) => {
      throw new GuestExit(code);
    },
    sched_yield: () => errno.success,
    random_get: (at: number, length: number) => {
      options.fillRandom(memory.bytes(at, length));
      return errno.success;
    },
    sock_accept: () => errno.notSupported,
    sock_recv: () => errno.notSupported,
    sock_send: () => errno.notSupported,
    sock_shutdown: () => errno.notSupported,
  };
};

const clockImports = ({ memory, options: { clock } }: Context): Imports => ({
  clock_res_get: (_id: number, at: number) => {
    memory.setU64(at, clock.resolutionNs);
    return errno.success;
  },
  clock_time_get: (id: number, _precision: bigint, at: number) => {
    memory.setU64(at, id === 0 ? clock.realtimeNs() : clock.monotonicNs());
    return errno.success;
  },
  /** Only clocks can be waited for; a wait ends at the earliest of them. */
  poll_oneoff: (subscriptions: number, events: number, count: number, ready: number) => {
    if (count < 1 || count > 64) return errno.invalid;
    const waits: { at: number; ns: bigint }[] = [];
    for (let at = subscriptions; at < subscriptions + 48 * count; at += 48) {
      const view = memory.view();
      if (view.getUint8(at + 8) !== 0) return errno.notSupported;
      const timeout = view.getBigUint64(at + 24, true);
      const isAbsolute = (view.getUint16(at + 40, true) & 1) === 1;
      const now = view.getUint32(at + 16, true) === 0 ? clock.realtimeNs() : clock.monotonicNs();
      waits.push({ at, ns: isAbsolute ? timeout - now : timeout });
    }
    const first = waits.reduce((least, wait) => (wait.ns < least.ns ? wait : least));
    clock.sleep(first.ns);
    memory.bytes(events, 32).fill(0);
    memory.bytes(events, 8).set(memory.bytes(first.at, 8));
    memory.setU32(ready, 1);
    return errno.success;
  },
});

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

const transferImports = ({ memory, files, fds }: Context): Imports => {
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

const descriptorImports = (context: Context): Imports => {
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

const pathImports = (context: Context): Imports => {
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

/**
 * A host of `wasi_snapshot_preview1` with nothing behind it but memory: files under a quota, a virtual clock, no environment, no
 * sockets, no symbolic links. The guest's program runs to its end inside `start`.
 */
export const createWasiHost = (options: WasiOptions) => {
  const memory = createGuestMemory();
  const files = createFiles(options.fileQuotaBytes);
  const root: Open = { kind: 'node', node: files.root, path: '', offset: 0, appends: false };
  const devices = [...options.devices].map(([fd, device]) => [fd, { kind: 'device', device }] as const);
  const fds = createDescriptors([[rootFd, root], ...devices]);
  const openOnce = new Map([...options.openOnce].map(([name, device]) => [`/${name}`, device]));
  const context: Context = { memory, files, fds, options, openOnce };
  return {
    files,
    imports: {
      wasi_snapshot_preview1: {
        ...processImports(context),
        ...clockImports(context),
        ...transferImports(context),
        ...descriptorImports(context),
        ...pathImports(context),
      },
    },
    start: (instance: WasmInstance): void => {
      const { memory: own, _start: run } = instance.exports;
      if (!(own instanceof wasm.Memory) || typeof run !== 'function') throw new Error('the module is no WASI program');
      memory.attach(own);
      run();
    },
  };
};
