import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNotesSchema, UserError, type RunNotes } from '@benchloop/spec';

export const noNotes: RunNotes = { name: null, tags: [], notes: '' };

const folderOf = (home: string): string => join(home, 'notes');

const pathOf = (home: string, runId: string): string => {
  if (!/^[0-9a-z-]+$/u.test(runId)) throw new UserError(`${JSON.stringify(runId)} is not a run id.`, 'Take an id from the list of runs.');
  return join(folderOf(home), `${runId}.json`);
};

/** What the person says of a run. A file that can't be read is none. */
export const loadNotes = async (home: string, runId: string): Promise<RunNotes> => {
  const text = await readFile(pathOf(home, runId), 'utf8').catch(() => null);
  if (text === null) return noNotes;
  try {
    return runNotesSchema.parse(JSON.parse(text));
  } catch {
    return noNotes;
  }
};

const known = new Map<string, { stamp: string; notes: RunNotes }>();

/** The notes of every run that has some. A file is read again only where it has changed. */
export const loadAllNotes = async (home: string): Promise<Map<string, RunNotes>> => {
  const names = await readdir(folderOf(home)).catch(() => []);
  const ids = names.flatMap((name) => /^([0-9a-z-]+)\.json$/u.exec(name)?.[1] ?? []);
  const all = await Promise.all(
    ids.map(async (id) => {
      const path = pathOf(home, id);
      const stats = await stat(path).catch(() => null);
      const stamp = stats === null ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
      const before = known.get(path);
      const notes = before?.stamp === stamp ? before.notes : await loadNotes(home, id);
      known.set(path, { stamp, notes });
      return [id, notes] as const;
    }),
  );
  return new Map(all);
};

export const saveNotes = async (home: string, runId: string, notes: RunNotes): Promise<void> => {
  const path = pathOf(home, runId);
  await mkdir(folderOf(home), { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify(notes)}\n`, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
};
