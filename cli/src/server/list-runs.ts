import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError, type DamagedRun, type RunRow } from '@benchloop/spec';
import type { GrowingIndex } from '@benchloop/engine';
import type { ServerContext } from './context.ts';
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
const usualPatienceMs = 300;
const toldEachMs = 1000;
/** A run that grows and takes long to read is not read again at every question. */
const slowReadMs = 100;
const slowReadEachMs = 10_000;

const foldersIn = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-z-]+$/u.test(entry.name)).map(({ name }) => name);
};

const damageOf = (id: string, failure: unknown): DamagedRun =>
  failure instanceof UserError
    ? { id, reason: failure.message, nextStep: failure.nextStep }
    : { id, reason: `The folder of run ${id} can’t be read.`, nextStep: 'Restore it from a copy, or delete it.' };

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

  const slowReads = new Map<string, number>();

  const isTooSoon = (id: string): boolean => performance.now() - (slowReads.get(id) ?? -slowReadEachMs) < slowReadEachMs;

  const read = async (index: GrowingIndex, id: string): Promise<DamagedRun | null> => {
    const beganMs = performance.now();
    const damage = await index.read(id).then(
      () => null,
      (failure: unknown) => damageOf(id, failure),
    );
    if (performance.now() - beganMs > slowReadMs) slowReads.set(id, performance.now());
    else slowReads.delete(id);
    return damage;
  };

  const readAll = async (index: GrowingIndex, pass: Pass, todo: readonly string[]): Promise<void> => {
    let toldMs = pass.beganMs;
    for (const id of todo) {
      if (signal.aborted) break;
      const damage = await read(index, id);
      if (damage !== null) pass.damaged.push(damage);
      pass.read += 1;
      if (performance.now() - toldMs < toldEachMs) continue;
      toldMs = performance.now();
      bus.publish({ type: 'runs-changed' });
    }
    index.close();
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
    pass.ended = readAll(index, pass, todo);
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
