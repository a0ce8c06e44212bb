import { createRunStore } from '@benchloop/engine';
import { decodeRate } from '../../screen/state.ts';
import { keptRates, type StoredLive } from '../live-run.ts';
import { createTrialIndex } from '../trial-index.ts';

/** What the live page shows of a run that an earlier session left. Null for a folder that can’t be read: its page says why. */
export const createStoredLive = (home: string): ((runId: string) => Promise<StoredLive | null>) => {
  const index = createTrialIndex(home);
  const read = async (runId: string): Promise<StoredLive> => {
    const { manifest, warnings } = await createRunStore(home).loadRun(runId);
    const trials = await index.list(runId);
    const last = await Promise.all(trials.slice(-keptRates).map(({ id }) => index.find(runId, id)));
    return {
      runId,
      planned: manifest.suites.reduce((sum, { tasks }) => sum + tasks.length, 0) * manifest.trials,
      warnings,
      trials,
      tokensPerSecond: last.flatMap((trial) => decodeRate(trial) ?? []),
    };
  };
  return (runId) => read(runId).catch(() => null);
};
