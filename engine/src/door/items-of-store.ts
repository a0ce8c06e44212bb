import { createRunStore } from '../store/run-store.ts';
import { itemTable, type ItemTable, type RunWithTrials } from '../summary/item-table.ts';

export type StoredItems = { tables: ItemTable[]; unreadable: string[] };

/** Item statistics over all stored runs that have ended, of one suite or of each suite with a score. */
export const itemsOfStore = async (home: string, suiteId: string | null): Promise<StoredItems> => {
  const store = createRunStore(home);
  const runs: RunWithTrials[] = [];
  const unreadable: string[] = [];
  for (const id of await store.list()) {
    try {
      const run = await store.loadRun(id);
      if (run.digest !== null) runs.push({ run, trials: (await store.loadTrials(id)).trials });
    } catch {
      unreadable.push(id);
    }
  }
  const scored = runs.flatMap(({ run }) => run.manifest.suites.filter(({ scorer }) => scorer.id !== 'clock').map(({ id }) => id));
  const wanted = suiteId === null ? [...new Set(scored)].sort() : [suiteId];
  return { tables: wanted.map((id) => itemTable(runs, id)).filter((table) => table !== null), unreadable };
};
