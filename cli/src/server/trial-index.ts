import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunStore } from '@benchloop/engine';
import { causeOf, trialSchema, UserError, type Trial, type TrialRow } from '@benchloop/spec';
import { readLinesOn } from './read-lines.ts';

type Place = { at: number; bytes: number };

/** Where each trial of a run stands in `trials.jsonl`, and its line for a list. */
type Index = { stamp: string; readBytes: number; rows: TrialRow[]; places: Map<string, Place> };

const longestReason = 300;
const keptRuns = 8;

const rowOf = (trial: Trial): TrialRow => {
  const { id, suiteId, taskId, family, difficulty, tags, index, outcome, score, reason, durationMs, retries } = trial;
  return {
    id,
    suiteId,
    taskId,
    family,
    difficulty,
    tags,
    index,
    outcome,
    passed: score?.passed ?? null,
    cause: causeOf(trial),
    reason: reason.slice(0, longestReason),
    durationMs,
    retries,
  };
};

export const trialOf = (line: string): Trial | null => {
  try {
    const parsed = trialSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

const take = (index: Index, bytes: Buffer, at: number): void => {
  const trial = trialOf(bytes.toString('utf8'));
  if (trial === null) return;
  index.rows.push(rowOf(trial));
  index.places.set(trial.id, { at, bytes: bytes.length });
};

/** Trials of stored runs by their place in the file: one is read without the others. */
export type TrialIndex = {
  /** One line for each trial, in the order in which they ended. */
  list: (id: string) => Promise<readonly TrialRow[]>;
  /** Throws `UserError` where the run has no such trial. */
  find: (id: string, trialId: string) => Promise<Trial>;
};

const noTrial = () => new UserError('There is no such trial in this run.', 'Take one from the list of its trials.');

export const createTrialIndex = (home: string): TrialIndex => {
  const known = new Map<string, Promise<Index>>();
  const pathOf = (id: string): string => join(createRunStore(home).folder(id), 'trials.jsonl');

  const build = async (id: string, before: Index | null): Promise<Index> => {
    const path = pathOf(id);
    const stats = await stat(path).catch(() => null);
    if (stats === null) {
      await createRunStore(home).loadRun(id);
      return { stamp: '', readBytes: 0, rows: [], places: new Map() };
    }
    const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    if (before?.stamp === stamp) return before;
    const isSameFile = before !== null && before.stamp.startsWith(`${stats.ino} `) && stats.size > before.readBytes;
    const index: Index = isSameFile
      ? { stamp, readBytes: before.readBytes, rows: [...before.rows], places: new Map(before.places) }
      : { stamp, readBytes: 0, rows: [], places: new Map() };
    index.readBytes = await readLinesOn(path, index.readBytes, (bytes, at) => take(index, bytes, at));
    return index;
  };

  const indexOf = (id: string): Promise<Index> => {
    const before = known.get(id) ?? Promise.resolve(null);
    const now = before.catch(() => null).then((last) => build(id, last));
    known.delete(id);
    known.set(id, now);
    now.catch(() => known.get(id) === now && known.delete(id));
    const oldest = [...known.keys()][0];
    if (known.size > keptRuns && oldest !== undefined) known.delete(oldest);
    return now;
  };

  const readAt = async (id: string, { at, bytes }: Place): Promise<Trial | null> => {
    const file = await open(pathOf(id), 'r');
    try {
      const line = Buffer.alloc(bytes);
      await file.read(line, 0, bytes, at);
      return trialOf(line.toString('utf8'));
    } finally {
      await file.close();
    }
  };

  return {
    list: async (id) => (await indexOf(id)).rows,
    find: async (id, trialId) => {
      const place = (await indexOf(id)).places.get(trialId);
      const trial = place === undefined ? null : await readAt(id, place);
      if (trial?.id !== trialId) throw noTrial();
      return trial;
    },
  };
};
