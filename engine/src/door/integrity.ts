import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Integrity, Run, Trial } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { digestOf } from '../kit/digest.ts';
import { runDigest, type RunStore } from '../store/run-store.ts';

const trialsFile = 'trials.jsonl';

const fileHolds = async (folder: string, file: string, digest: string): Promise<boolean> => {
  const isSafe = file === trialsFile || /^traces\/[\w.-]+\.jsonl$/u.test(file);
  const content = isSafe ? await readFile(join(folder, file)).catch(() => null) : null;
  return content !== null && digestOf(content) === digest;
};

const verdict = (run: Run, changed: readonly string[]): Integrity => {
  const all = [...(runDigest(run) === run.digest ? [] : ['run.json']), ...changed];
  return { state: all.length === 0 ? 'holds' : 'differs', changed: all };
};

/** Whether the files of a stored run are what it froze: its own digest, that of every file, and no trace that was not frozen. */
export const integrityOfStored = async ({ run, trials }: { run: Run; trials: readonly Trial[] }, store: RunStore): Promise<Integrity> => {
  if (run.digest === null) return { state: 'not-frozen', changed: [] };
  const folder = store.folder(run.id);
  const files = Object.entries(run.files);
  const held = await Promise.all(files.map(([file, digest]) => fileHolds(folder, file, digest)));
  const added = trials.flatMap(({ traceFile }) => (traceFile === null || traceFile in run.files ? [] : [traceFile]));
  return verdict(run, [...files.flatMap(([file], place) => (held[place] === true ? [] : [file])), ...added]);
};

/** The same for `run.json` and `trials.jsonl` alone, from which all numbers come; traces are not read. */
export const numbersHold = async (run: Run, store: RunStore): Promise<Integrity['state']> => {
  if (run.digest === null) return 'not-frozen';
  const holds = runDigest(run) === run.digest && (await fileHolds(store.folder(run.id), trialsFile, run.files[trialsFile] ?? ''));
  return holds ? 'holds' : 'differs';
};

/** The same for a report in a file, which holds the run and its trials but no traces. `trials` as they stand in the file. */
export const integrityOfFile = (run: Run, trials: readonly unknown[]): Integrity => {
  if (run.digest === null) return { state: 'not-frozen', changed: [] };
  const content = trials.map((trial) => `${canonicalJson(trial)}\n`).join('');
  return verdict(run, digestOf(content) === run.files[trialsFile] ? [] : [trialsFile]);
};
