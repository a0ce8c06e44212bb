import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError, type DamagedRun, type RunRow } from '@benchloop/spec';
import { loadNotes } from './run-notes.ts';

const foldersIn = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-z-]+$/u.test(entry.name)).map(({ name }) => name);
};

const damageOf = (id: string, failure: unknown): DamagedRun =>
  failure instanceof UserError
    ? { id, reason: failure.message, nextStep: failure.nextStep }
    : { id, reason: `The folder of run ${id} can’t be read.`, nextStep: 'Restore it from a copy, or delete it.' };

const hasRunFile = async (folder: string): Promise<boolean> => (await stat(join(folder, 'run.json')).catch(() => null)) !== null;

/** All stored runs, newest first, and the folders that are no readable run. A run that the index does not know yet is taken in. */
export const listRuns = async (home: string): Promise<{ runs: RunRow[]; damaged: DamagedRun[] }> => {
  const engine = await import('@benchloop/engine');
  const store = engine.createRunStore(home);
  const folders = new Set(await foldersIn(dirname(store.folder('any'))));
  let { rows } = await engine.readIndex(home);
  const damaged: DamagedRun[] = [];
  let isBehind = false;
  const known = new Set(rows.map(({ id }) => id));
  for (const id of folders) {
    if (known.has(id) && (await hasRunFile(store.folder(id)))) continue;
    await store.loadRun(id).then(
      () => (isBehind = true),
      (failure: unknown) => damaged.push(damageOf(id, failure)),
    );
  }
  if (isBehind) {
    await engine.rebuildIndex(home);
    ({ rows } = await engine.readIndex(home));
  }
  const isBroken = new Set(damaged.map(({ id }) => id));
  const shown = rows.filter(({ id }) => folders.has(id) && !isBroken.has(id));
  const runs: RunRow[] = await Promise.all(shown.map(async (row) => ({ ...row, notes: await loadNotes(home, row.id) })));
  return { runs, damaged };
};
