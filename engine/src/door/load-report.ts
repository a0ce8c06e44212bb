import type { Report, Run, Standing, Trial } from '@benchloop/spec';
import { readPrices } from '../models/prices.ts';
import { costOfRun } from './cost-of-run.ts';
import { createRunStore } from '../store/run-store.ts';
import { openIndexDatabase, type IndexDatabase, type IndexRow } from '../store/index-database.ts';
import { standingOf } from '../compare/standing.ts';
import { summarize } from '../summary/summarize.ts';

/** A stored run with its numbers, and where somebody is paid for its calls, what they cost at the prices known here. */
export const loadReport = async (home: string, id: string): Promise<Report> => {
  const store = createRunStore(home);
  const run = await store.loadRun(id);
  const { trials } = await store.loadTrials(id);
  const cost = run.plan.place.value === 'remote' ? costOfRun({ run, trials }, await readPrices(home)) : null;
  return { run, summary: summarize({ run, trials }), trials, ...(cost === null ? {} : { cost }) };
};

const saveTo = (index: IndexDatabase, run: Run, trials: readonly Trial[]): void =>
  index.save(run, trials, standingOf({ run, trials: [...trials], summary: summarize({ run, trials }) }));

/** Takes a run into the index; one that was missing is made from all folders. */
export const indexRun = async (home: string, run: Run, trials: readonly Trial[]): Promise<void> => {
  const index = await openIndexDatabase(home);
  const { isNew } = index;
  saveTo(index, run, trials);
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
        const run = await store.loadRun(id);
        const { trials } = await store.loadTrials(id);
        saveTo(index, run, trials);
      } catch (error) {
        unreadable.push({ id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    index.close();
  }
  return unreadable;
};

/** What the index knows of the stored runs, newest first. An index that is missing or older than this version is made first. */
export const readIndex = async (home: string): Promise<{ rows: IndexRow[]; standings: Standing[] }> => {
  const read = async () => {
    const index = await openIndexDatabase(home);
    const found = { isNew: index.isNew, rows: index.rows(), standings: index.standings() };
    index.close();
    return found;
  };
  const found = await read();
  if (!found.isNew) return found;
  await rebuildIndex(home);
  return read();
};
