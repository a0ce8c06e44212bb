import { stat } from 'node:fs/promises';
import { UserError, type Trial } from '@benchloop/spec';
import { readLinesOn } from './read-lines.ts';
import { trialOf } from './trial-index.ts';

/** What a file of trials holds, like the store reads it: whole lines only, and the numbers of those that are no trial. */
export type GrownTrials = { trials: readonly Trial[]; badLines: readonly number[] };

type Known = { trials: Trial[]; badLines: number[]; inode: number; readBytes: number; lines: number };

const keptRuns = 2;

const nothing = (inode: number): Known => ({ trials: [], badLines: [], inode, readBytes: 0, lines: 0 });

/** Trials of runs that grow: only what was added since the last time is read. */
export const createGrowingTrials = () => {
  const kept = new Map<string, Known>();

  const readOn = async (path: string, before: Known): Promise<Known> => {
    const known = { ...before, trials: [...before.trials], badLines: [...before.badLines] };
    known.readBytes = await readLinesOn(path, before.readBytes, (line) => {
      known.lines += 1;
      if (line.length === 0) return;
      const trial = trialOf(line.toString('utf8'));
      if (trial === null) known.badLines.push(known.lines);
      else known.trials.push(trial);
    });
    return known;
  };

  return {
    /** `keeps` = the file may still grow, so what is read now is kept for the next time. */
    read: async (id: string, path: string, keeps: boolean): Promise<GrownTrials> => {
      const stats = await stat(path).catch(() => null);
      if (stats === null) return nothing(0);
      const before = kept.get(id);
      // A damaged file may have been mended in its place.
      const hasGrown = before?.inode === stats.ino && stats.size > before.readBytes && before.badLines.length === 0;
      const known = await readOn(path, hasGrown ? before : nothing(stats.ino)).catch(() => {
        throw new UserError(`trials.jsonl of ${id} can’t be read.`, 'Check the permissions of the run folder.');
      });
      kept.delete(id);
      if (keeps) kept.set(id, known);
      const oldest = [...kept.keys()][0];
      if (kept.size > keptRuns && oldest !== undefined) kept.delete(oldest);
      return known;
    },
  };
};
