import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunStore } from '@benchloop/engine';
import { trialSchema, UserError, type Trial, type TrialRow } from '@benchloop/spec';

type Place = { at: number; bytes: number };

/** Where each trial of a run stands in `trials.jsonl`, and its line for a list. */
type Index = { stamp: string; readBytes: number; rows: TrialRow[]; places: Map<string, Place> };

const lineEnd = 10;
const pieceBytes = 1024 ** 2;
const longestReason = 300;
const keptRuns = 8;

const rowOf = ({ id, suiteId, taskId, family, difficulty, tags, index, outcome, score, reason, durationMs }: Trial): TrialRow => ({
  id,
  suiteId,
  taskId,
  family,
  difficulty,
  tags,
  index,
  outcome,
  passed: score?.passed ?? null,
  reason: reason.slice(0, longestReason),
  durationMs,
});

const trialOf = (line: string): Trial | null => {
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

/** Reads the whole lines behind what was read, piece by piece, so that other requests come in between. A torn last line is left. */
const readOn = async (index: Index, path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      const piece = Buffer.alloc(pieceBytes);
      const { bytesRead } = await file.read(piece, 0, pieceBytes, index.readBytes + rest.length);
      if (bytesRead === 0) return;
      const whole = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
      let from = 0;
      for (let end = whole.indexOf(lineEnd); end >= 0; end = whole.indexOf(lineEnd, from)) {
        if (end > from) take(index, whole.subarray(from, end), index.readBytes + from);
        from = end + 1;
      }
      index.readBytes += from;
      rest = whole.subarray(from);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    await file.close();
  }
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
    await readOn(index, path);
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
