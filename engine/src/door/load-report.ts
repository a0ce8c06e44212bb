import type { Report, Run, Standing, Trial } from '@benchloop/spec';
import { readPrices } from '../models/prices.ts';
import { costOfRun } from './cost-of-run.ts';
import { integrityOfStored, numbersHold } from './integrity.ts';
import { createRunStore } from '../store/run-store.ts';
import { openIndexDatabase, type IndexDatabase, type IndexRow } from '../store/index-database.ts';
import { standingOf } from '../compare/standing.ts';
import { summarize } from '../summary/summarize.ts';

/** A stored run with its numbers, whether its files are what it froze, and where somebody is paid for its calls, what they cost at the prices known here. */
export const loadReport = async (home: string, id: string): Promise<Report> => {
  const store = createRunStore(home);
  const run = await store.loadRun(id);
  const { trials } = await store.loadTrials(id);
  const cost = run.plan.place.value === 'remote' ? costOfRun({ run, trials }, await readPrices(home)) : null;
  const integrity = await integrityOfStored({ run, trials }, store);
  return { integrity, run, summary: summarize({ run, trials }), trials, ...(cost === null ? {} : { cost }) };
};

const saveTo = async (index: IndexDatabase, home: string, run: Run, trials: readonly Trial[]): Promise<void> => {
  const integrity = await numbersHold(run, createRunStore(home));
  index.save(run, trials, { ...standingOf({ run, trials: [...trials], summary: summarize({ run, trials }) }), integrity });
};

const saveStored = async (index: IndexDatabase, home: string, id: string): Promise<void> => {
  const store = createRunStore(home);
  const run = await store.loadRun(id);
  await saveTo(index, home, run, (await store.loadTrials(id)).trials);
};

/** Takes a run into the index; one that was missing is made from all folders. */
export const indexRun = async (home: string, run: Run, trials: readonly Trial[]): Promise<void> => {
  const index = await openIndexDatabase(home);
  const { isNew } = index;
  await saveTo(index, home, run, trials);
  index.close();
  if (isNew) await rebuildIndex(home);
};

/** Makes the index again from the run folders; gives the runs that could not be read, each with the reason. */
export const rebuildIndex = async (home: string): Promise<{ id: string; reason: string }[]> => {
  const store = createRunStore(home);
  const index = await openIndexDatabase(home);
  const unreadable: { id: string; reason: string }[] = [];
  try {
    for (const { id } of index.rows()) index.remove(id);
    for (const id of await store.list()) {
      try {
        await saveStored(index, home, id);
      } catch (error) {
        unreadable.push({ id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    index.close();
  }
  return unreadable;
};

/** Reads again what was changed since it was indexed, and forgets what is gone. A run that can no longer be read is left out. */
const refresh = async (index: IndexDatabase, home: string): Promise<void> => {
  const { changed, gone } = index.outdated();
  for (const id of gone) index.remove(id);
  for (const id of changed) await saveStored(index, home, id).catch(() => index.remove(id));
};

/**
 * What the index knows of the stored runs, newest first. An index that is missing or older than this version is made first; run
 * folders are read only where a file has changed since.
 */
export const readIndex = async (home: string): Promise<{ rows: IndexRow[]; standings: Standing[] }> => {
  const read = async () => {
    const index = await openIndexDatabase(home);
    if (!index.isNew) await refresh(index, home);
    const found = { isNew: index.isNew, rows: index.rows(), standings: index.standings() };
    index.close();
    return found;
  };
  const found = await read();
  if (!found.isNew) return found;
  await rebuildIndex(home);
  return read();
};

/** The rows of `readIndex` without the standings, which are many times as large. */
export const listIndex = async (home: string): Promise<IndexRow[]> => {
  const index = await openIndexDatabase(home);
  try {
    if (!index.isNew) {
      await refresh(index, home);
      return index.rows();
    }
  } finally {
    index.close();
  }
  return (await readIndex(home)).rows;
};

/** Takes one stored run into the index and leaves the others as they are. Throws `UserError` where its folder can't be read. */
export const indexStoredRun = async (home: string, id: string): Promise<void> => {
  const index = await openIndexDatabase(home);
  const { isNew } = index;
  try {
    if (!isNew) await saveStored(index, home, id);
  } finally {
    index.close();
  }
  if (isNew) await rebuildIndex(home);
};

/** Takes one run out of the index; its folder is not touched. */
export const forgetIndexedRun = async (home: string, id: string): Promise<void> => {
  const index = await openIndexDatabase(home);
  try {
    index.remove(id);
  } finally {
    index.close();
  }
};
