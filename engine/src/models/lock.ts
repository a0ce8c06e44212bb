import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Milliseconds } from '@benchloop/spec';
import { staleLockMs } from './defaults.ts';

type Owner = { pid: number; host: string };
type LockOptions = { onWait: (ownerPid: number | null) => void; sleep: (ms: Milliseconds) => Promise<void> };

const pollMs: Milliseconds = 250;
const heartbeatMs: Milliseconds = 5_000;

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

const tryCreate = async (path: string): Promise<boolean> => {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify({ pid: process.pid, host: hostname() } satisfies Owner));
    await file.close();
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
};

const readOwner = async (path: string): Promise<Owner | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
};

const ageMs = async (path: string): Promise<Milliseconds | null> => {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
};

/** Dead: its process is gone from this machine, or (a shared folder) it gave no sign of life for long. */
const isDead = async (path: string, owner: Owner | null): Promise<boolean> => {
  const age = await ageMs(path);
  if (age === null) return false;
  if (owner?.host === hostname() && !isAlive(owner.pid)) return true;
  return age > staleLockMs;
};

/** Removes a dead owner's lock. A guard file lets only one process do so, or a second could remove the first one's new lock. */
const recover = async (path: string): Promise<boolean> => {
  const guard = `${path}.recover`;
  if (!(await tryCreate(guard))) {
    if (((await ageMs(guard)) ?? 0) > staleLockMs) await rm(guard, { force: true });
    return false;
  }
  try {
    if (await isDead(path, await readOwner(path))) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
  return true;
};

/** Takes a lock file, waiting for its owner; returns the release. `onWait` is called once when there is something to wait for. */
export const takeLock = async (path: string, { onWait, sleep }: LockOptions): Promise<() => Promise<void>> => {
  let told = false;
  while (!(await tryCreate(path))) {
    const owner = await readOwner(path);
    if ((await isDead(path, owner)) && (await recover(path))) continue;
    if (!told) onWait(owner?.pid ?? null);
    told = true;
    await sleep(pollMs);
  }
  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), heartbeatMs);
  heartbeat.unref();
  return async () => {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  };
};
