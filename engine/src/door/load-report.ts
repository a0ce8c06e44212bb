import type { Report, Run, Standing, Trial } from '@benchloop/spec';
import { readPrices } from '../models/prices.ts';
import { costOfRun } from './cost-of-run.ts';
import { integrityOfStored, numbersHold } from './integrity.ts';
import { createRunStore } from '../store/run-store.ts';
import { openIndexDatabase, type IndexDatabase, type IndexRow } from '../store/index-database.ts';
import { standingOf } from '../compare/standing.ts';
import { summarize } from '../summary/summarize.ts';

/** The numbers of a stored run, whether its files are what it froze, and where somebody is paid for its calls, what they cost at the prices known here. */
export const reportOf = async (home: string, run: Run, trials: Trial[]): Promise<Report> => {
  const cost = run.plan.place.value === 'remote' ? costOfRun({ run, trials }, await readPrices(home)) : null;
  const integrity = await integrityOfStored({ run, trials }, createRunStore(home));
  return { integrity, run, summary: summarize({ run, trials }), trials, ...(cost === null ? {} : { cost }) };
};

/** The report of a stored run. Throws `UserError` where its folder can't be read. */
export const loadReport = async (home: string, id: string): Promise<Report> => {
  const store = createRunStore(home);
  return reportOf(home, await store.loadRun(id), (await store.loadTrials(id)).trials);
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

/** Takes a run into the index. */
export const indexRun = async (home: string, run: Run, trials: readonly Trial[]): Promise<void> => {
  const index = await openIndexDatabase(home);
  try {
    await saveTo(index, home, run, trials);
  } finally {
    index.close();
  }
};

/** A run that can’t be read is no row. */
const takeIn = async (index: IndexDatabase, home: string, id: string): Promise<void> => {
  try {
    await saveStored(index, home, id);
  } catch (error) {
    index.remove(id);
    throw error;
  }
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

/** Runs that the index does not know as they are now, newest first; what is gone is forgotten. */
const unread = async (index: IndexDatabase, home: string): Promise<string[]> => {
  const { changed, gone } = index.outdated();
  for (const id of gone) index.remove(id);
  const known = new Set(index.rows().map(({ id }) => id));
  const unknown = (await createRunStore(home).list()).filter((id) => !known.has(id));
  return [...changed, ...unknown].toSorted().toReversed();
};

/** What the index knows of the stored runs, newest first. Run folders are read only where a file has changed since; one that can’t be read is left out. */
export const readIndex = async (home: string): Promise<{ rows: IndexRow[]; standings: Standing[] }> => {
  const index = await openIndexDatabase(home);
  try {
    for (const id of await unread(index, home)) await takeIn(index, home, id).catch(() => undefined);
    return { rows: index.rows(), standings: index.standings() };
  } finally {
    index.close();
  }
};

/** The index for a reader that can’t wait for all of it. */
export type GrowingIndex = {
  /** What is known now, newest first. */
  rows: () => IndexRow[];
  /** Runs that are not known as they are now, newest first. */
  unread: () => Promise<string[]>;
  /** Takes a run in. Throws `UserError` where its folder can’t be read; it is no row then. */
  read: (id: string) => Promise<void>;
  close: () => void;
};

export const openGrowingIndex = async (home: string): Promise<GrowingIndex> => {
  const index = await openIndexDatabase(home);
  return {
    rows: index.rows,
    unread: () => unread(index, home),
    read: (id) => takeIn(index, home, id),
    close: index.close,
  };
};

/** Takes one stored run into the index and leaves the others as they are. Throws `UserError` where its folder can't be read. */
export const indexStoredRun = async (home: string, id: string): Promise<void> => {
  const index = await openIndexDatabase(home);
  try {
    await takeIn(index, home, id);
  } finally {
    index.close();
  }
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
