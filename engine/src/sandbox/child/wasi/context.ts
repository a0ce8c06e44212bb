import type { Descriptors, Device } from './descriptors.ts';
import type { Files } from './files.ts';
import type { GuestMemory } from './guest-memory.ts';
import type { VirtualClock } from './virtual-clock.ts';

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

/** Types of a node as the guest reads them (witx `filetype`). */
export const filetype = { unknown: 0, characterDevice: 2, folder: 3, file: 4 } as const;

/** The descriptor of the only folder that is open from the start. */
export const rootFd = 3;

/** What the imports of one guest work on. */
export type Context = {
  memory: GuestMemory;
  files: Files;
  fds: Descriptors;
  options: WasiOptions;
  openOnce: Map<string, Device>;
};

export type Imports = Record<string, (...args: never[]) => number>;

/** Arguments of calls that read or write at a place of their own. */
export type PositionedTransfer = [fd: number, iovs: number, count: number, at: bigint, done: number];
