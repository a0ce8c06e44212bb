import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DamagedRun, RunRow } from '@benchloop/spec';
import type { GrowingIndex } from '@benchloop/engine';
import type { ServerContext } from './context.ts';
import { askEngineChild } from './jobs/ask-child.ts';
import { readRun } from './read-run.ts';
import { loadAllNotes, noNotes } from './run-notes.ts';

/** All stored runs, newest first, and the folders that are no readable run. */
export type RunList = {
  runs: RunRow[];
  damaged: DamagedRun[];
  /** How many of the folders that the index did not know have been read; null = all have. */
  reading: { read: number; total: number } | null;
};

type Pass = { total: number; read: number; damaged: DamagedRun[]; beganMs: number; ended: Promise<void> };

/** A list is answered after this long with what is known by then; the rest comes in behind it. */
const usualPatienceMs = 150;
const toldEachMs = 1000;
/** Trials of more than this are read last, and in a process of their own: this one has pages to answer. */
const largeBytes = 2 * 1024 ** 2;
/** A large run that grows is not read again at every question. */
const largeEachMs = 10_000;

const foldersIn = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-z-]+$/u.test(entry.name)).map(({ name }) => name);
};

/** How the files stand that a run is read from. */
const filesOf = async (home: string, id: string): Promise<{ stamp: string; trialsBytes: number }> => {
  const { createRunStore } = await import('@benchloop/engine');
  const folder = createRunStore(home).folder(id);
  const [run, trials] = await Promise.all(['run.json', 'trials.jsonl'].map((name) => stat(join(folder, name)).catch(() => null)));
  const stamp = [run, trials].map((stats) => `${stats?.ino} ${stats?.mode} ${stats?.mtimeMs} ${stats?.size}`).join(' ');
  return { stamp, trialsBytes: trials?.size ?? 0 };
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Lists the stored runs. Only folders that the index does not know as they are now are opened, the newest first, and nobody waits
 * long for them: pages are told to ask again while they are read.
 */
export const createRunLister = (
  { home, bus, signal }: Pick<ServerContext, 'home' | 'bus' | 'signal'>,
  patienceMs = usualPatienceMs,
): (() => Promise<RunList>) => {
  let current: Promise<Pass> | null = null;

  const largeReads = new Map<string, number>();

  const isTooSoon = (id: string): boolean => performance.now() - (largeReads.get(id) ?? -largeEachMs) < largeEachMs;

  /** What is wrong with folders that can’t be read, as long as their files stay as they are. */
  const damages = new Map<string, { stamp: string; damage: DamagedRun }>();

  const readApart = async (id: string): Promise<DamagedRun | null> => {
    largeReads.set(id, performance.now());
    const answer = await askEngineChild({ do: 'index', runId: id }, signal);
    return answer.say === 'indexed' ? answer.damage : null;
  };

  const readAll = async (index: GrowingIndex, pass: Pass, todo: readonly string[]): Promise<void> => {
    let toldMs = pass.beganMs;
    const take = (id: string, stamp: string, damage: DamagedRun | null): void => {
      if (damage === null) damages.delete(id);
      else {
        damages.set(id, { stamp, damage });
        pass.damaged.push(damage);
      }
      pass.read += 1;
      if (performance.now() - toldMs < toldEachMs) return;
      toldMs = performance.now();
      bus.publish({ type: 'runs-changed' });
    };
    const large: (readonly [id: string, stamp: string])[] = [];
    for (const id of todo) {
      if (signal.aborted) break;
      const { stamp, trialsBytes } = await filesOf(home, id);
      const before = damages.get(id);
      if (before?.stamp === stamp) take(id, stamp, before.damage);
      else if (trialsBytes > largeBytes) large.push([id, stamp]);
      else take(id, stamp, await readRun(id, () => index.read(id)));
    }
    index.close();
    for (const [id, stamp] of large) if (!signal.aborted) take(id, stamp, await readApart(id));
    current = null;
    // Who was answered in the middle asks once more.
    if (performance.now() - pass.beganMs > patienceMs && !signal.aborted) bus.publish({ type: 'runs-changed' });
  };

  const folders = async (): Promise<string[]> => {
    const { createRunStore } = await import('@benchloop/engine');
    return foldersIn(dirname(createRunStore(home).folder('any')));
  };

  const begin = async (): Promise<Pass> => {
    const { openGrowingIndex } = await import('@benchloop/engine');
    const index = await openGrowingIndex(home);
    const known = new Set(index.rows().map(({ id }) => id));
    const unread = (await index.unread()).filter((id) => !known.has(id) || !isTooSoon(id));
    const withoutRun = (await folders()).filter((id) => !known.has(id) && !unread.includes(id));
    const todo = [...unread, ...withoutRun];
    const pass: Pass = { total: todo.length, read: 0, damaged: [], beganMs: performance.now(), ended: Promise.resolve() };
    pass.ended = readAll(index, pass, todo).catch(() => void (current = null));
    return pass;
  };

  const answer = async ({ damaged, read: done, total }: Pass): Promise<RunList> => {
    const { openGrowingIndex } = await import('@benchloop/engine');
    const here = new Set(await folders());
    const notes = await loadAllNotes(home);
    const index = await openGrowingIndex(home);
    const rows = index.rows().filter(({ id }) => here.has(id));
    index.close();
    return {
      runs: rows.map((row): RunRow => ({ ...row, notes: notes.get(row.id) ?? noNotes })),
      damaged: damaged.filter(({ id }) => here.has(id)),
      reading: done < total ? { read: done, total } : null,
    };
  };

  return async () => {
    if (current === null) {
      current = begin();
      current.catch(() => (current = null));
    }
    const pass = await current;
    const left = patienceMs - (performance.now() - pass.beganMs);
    await Promise.race([pass.ended, sleep(Math.max(0, left))]);
    return answer(pass);
  };
};
