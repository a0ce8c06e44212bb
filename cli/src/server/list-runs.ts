import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError, type DamagedRun, type RunRow } from '@benchloop/spec';
import { loadAllNotes, noNotes } from './run-notes.ts';

const foldersIn = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-z-]+$/u.test(entry.name)).map(({ name }) => name);
};

const damageOf = (id: string, failure: unknown): DamagedRun =>
  failure instanceof UserError
    ? { id, reason: failure.message, nextStep: failure.nextStep }
    : { id, reason: `The folder of run ${id} can’t be read.`, nextStep: 'Restore it from a copy, or delete it.' };

/**
 * All stored runs, newest first, and the folders that are no readable run. Only folders that the index does not know are opened;
 * a run among them is taken in.
 */
export const listRuns = async (home: string): Promise<{ runs: RunRow[]; damaged: DamagedRun[] }> => {
  const engine = await import('@benchloop/engine');
  const folders = new Set(await foldersIn(dirname(engine.createRunStore(home).folder('any'))));
  let rows = await engine.listIndex(home);
  const known = new Set(rows.map(({ id }) => id));
  const damaged: DamagedRun[] = [];
  const unknown = [...folders].filter((id) => !known.has(id));
  for (const id of unknown) await engine.indexStoredRun(home, id).catch((failure: unknown) => damaged.push(damageOf(id, failure)));
  if (unknown.length > damaged.length) rows = await engine.listIndex(home);
  const notes = await loadAllNotes(home);
  const runs = rows.filter(({ id }) => folders.has(id)).map((row): RunRow => ({ ...row, notes: notes.get(row.id) ?? noNotes }));
  return { runs, damaged };
};
