import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNotesSchema, UserError, type RunNotes } from '@benchloop/spec';

const none: RunNotes = { name: null, tags: [], notes: '' };

const pathOf = (home: string, runId: string): string => {
  if (!/^[0-9a-z-]+$/u.test(runId)) throw new UserError(`${JSON.stringify(runId)} is not a run id.`, 'Take an id from the list of runs.');
  return join(home, 'notes', `${runId}.json`);
};

/** What the person says of a run. A file that can't be read is none. */
export const loadNotes = async (home: string, runId: string): Promise<RunNotes> => {
  const text = await readFile(pathOf(home, runId), 'utf8').catch(() => null);
  if (text === null) return none;
  try {
    return runNotesSchema.parse(JSON.parse(text));
  } catch {
    return none;
  }
};

export const saveNotes = async (home: string, runId: string, notes: RunNotes): Promise<void> => {
  const path = pathOf(home, runId);
  await mkdir(join(home, 'notes'), { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify(notes)}\n`, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
};

export const removeNotes = (home: string, runId: string): Promise<void> => rm(pathOf(home, runId), { force: true });
