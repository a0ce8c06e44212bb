import type { Report } from '@benchloop/spec';
import { readPrices } from '../models/prices.ts';
import { costOfRun } from './cost-of-run.ts';
import { createRunStore } from '../store/run-store.ts';
import { openIndexDatabase } from '../store/index-database.ts';
import { summarize } from '../summary/summarize.ts';

/** A stored run with its numbers, and where somebody is paid for its calls, what they cost at the prices known here. */
export const loadReport = async (home: string, id: string): Promise<Report> => {
  const store = createRunStore(home);
  const run = await store.loadRun(id);
  const { trials } = await store.loadTrials(id);
  const cost = run.plan.place.value === 'remote' ? costOfRun({ run, trials }, await readPrices(home)) : null;
  return { run, summary: summarize({ run, trials }), trials, ...(cost === null ? {} : { cost }) };
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
        index.save(await store.loadRun(id), (await store.loadTrials(id)).trials);
      } catch (error) {
        unreadable.push({ id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    index.close();
  }
  return unreadable;
};
