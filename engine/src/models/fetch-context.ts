import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bytes, Milliseconds } from '@benchloop/spec';
import { benchloopHome } from '../kit/home.ts';
import { connectTimeoutMs, idleTimeoutMs } from './defaults.ts';

/** How far a model has come. `totalBytes` is null while unknown. */
export type ModelProgress = {
  stage: 'waiting' | 'copy' | 'download' | 'verify' | 'unpack';
  source: string;
  bytes: Bytes;
  totalBytes: Bytes | null;
};

/** What a caller may set when it fetches a model. */
export type FetchOptions = {
  home?: string;
  env?: NodeJS.ProcessEnv;
  onProgress?: (progress: ModelProgress) => void;
  /** Told the unfinished file of each download, which stays where it is stopped. */
  onPart?: (partPath: string) => void;
  signal?: AbortSignal;
  freeBytes?: (folder: string) => Promise<Bytes>;
  sleep?: (ms: Milliseconds, signal: AbortSignal | undefined) => Promise<void>;
  connectTimeoutMs?: Milliseconds;
  idleTimeoutMs?: Milliseconds;
};

export type FetchContext = Required<Omit<FetchOptions, 'signal'>> & { signal: AbortSignal | undefined };

const freeDiskBytes = async (folder: string): Promise<Bytes> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Fills in what the caller left out. */
export const fetchContext = (options: FetchOptions): FetchContext => {
  const env = options.env ?? process.env;
  return {
    home: options.home ?? benchloopHome(env),
    env,
    onProgress: options.onProgress ?? (() => undefined),
    onPart: options.onPart ?? (() => undefined),
    signal: options.signal,
    freeBytes: options.freeBytes ?? freeDiskBytes,
    sleep: options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal })),
    connectTimeoutMs: options.connectTimeoutMs ?? connectTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? idleTimeoutMs,
  };
};
