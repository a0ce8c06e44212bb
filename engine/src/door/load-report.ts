import type { Report } from '@benchloop/spec';
import { createRunStore } from '../store/run-store.ts';
import { openIndexDatabase } from '../store/index-database.ts';
import { summarize } from '../summary/summarize.ts';

/** A stored run with its numbers. */
export const loadReport = async (home: string, id: string): Promise<Report> => {
  const store = createRunStore(home);
  const run = await store.loadRun(id);
  const { trials } = await store.loadTrials(id);
  return { run, summary: summarize({ run, trials }), trials };
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
