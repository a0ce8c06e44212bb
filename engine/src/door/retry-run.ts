import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError, type Outcome, type Run, type Trial } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { digestOf } from '../kit/digest.ts';
import { loadLocalFacts, saveLocalFacts } from '../store/local-facts.ts';
import { createRunStore, runDigest } from '../store/run-store.ts';
import { writeFileDurably } from '../store/write-file.ts';
import { indexRun } from './load-report.ts';
import { createRunId } from './start-run.ts';
import { tasksOfRun } from './tasks-of-run.ts';

const withoutVerdict: readonly Outcome[] = ['timeout', 'model-error', 'cancelled'];

/** True where the machinery failed: the trial says nothing about the model and may be run again. */
export const isWithoutVerdict = ({ outcome }: Pick<Trial, 'outcome'>): boolean => withoutVerdict.includes(outcome);

const changedAfter = (id: string): UserError =>
  new UserError(
    `Run ${id} was changed after it was finished, so its trials can’t be taken over.`,
    'Start a new run; `bench-loop verify` says what was changed.',
  );

/** Trials whose question holds the id of their run can't move to another one. */
const requireSameTasks = async (home: string, id: string): Promise<Set<string>> => {
  const { tasks, changed } = await tasksOfRun(home, id);
  if (changed.length > 0)
    throw new UserError(
      `The run was made with other versions of: ${changed.join(', ')}. Running a part again would mix two tests in one result.`,
      'Start a new run.',
    );
  return new Set(
    [...tasks].flatMap(([suiteId, own]) => own.filter(({ nonce }) => nonce === 'prefix').map((task) => `${suiteId}/${task.id}`)),
  );
};

const kept = async (home: string, run: Run): Promise<{ kept: Trial[]; again: number }> => {
  const store = createRunStore(home);
  const { trials, badLines } = await store.loadTrials(run.id);
  if (badLines.length > 0)
    throw new UserError(
      `trials.jsonl of ${run.id} is damaged in line ${badLines.join(', ')}.`,
      'Restore the file from a copy, or start a new run.',
    );
  const failed = trials.filter(isWithoutVerdict);
  if (failed.length === 0) throw new UserError(`No trial of run ${run.id} ended without a verdict.`, 'There is nothing to run again.');
  const bound = await requireSameTasks(home, run.id);
  const stay = trials.filter((trial) => !isWithoutVerdict(trial) && !bound.has(`${trial.suiteId}/${trial.taskId}`));
  return { kept: stay, again: trials.length - stay.length };
};

/** Copies what was frozen, byte for byte, and refuses what is no longer that. */
const copyTrace = async (run: Run, file: string, [from, to]: readonly [string, string]): Promise<void> => {
  if (run.digest !== null && digestOf(await readFile(join(from, file)).catch(() => '')) !== run.files[file]) throw changedAfter(run.id);
  await copyFile(join(from, file), join(to, file));
};

/**
 * Makes a new run that holds the trials of a stored one that have a verdict; the others are left to be run by resuming it.
 * The stored run stays as it is. Throws `UserError` where no trial needs it, or where they can't be taken over.
 */
export const prepareRetry = async (home: string, id: string): Promise<{ run: Run; kept: number; again: number }> => {
  const store = createRunStore(home);
  const before = await store.loadRun(id);
  if (before.digest !== null && runDigest(before) !== before.digest) throw changedAfter(id);
  const found = await kept(home, before);
  const run: Run = {
    ...before,
    id: createRunId(),
    status: 'interrupted',
    createdAt: new Date().toISOString(),
    finishedAt: null,
    warnings: [
      ...before.warnings,
      {
        code: 'run-changed',
        message: `${found.kept.length} trials were taken over from run ${id}, ${found.again} are run again.`,
        nextStep: 'The model, the server and the machine must be the same; where they are not, start a new run.',
      },
    ],
    files: {},
    digest: null,
  };
  await store.create(run);
  const folders = [store.folder(id), store.folder(run.id)] as const;
  try {
    for (const { traceFile } of found.kept) if (traceFile !== null) await copyTrace(before, traceFile, folders);
  } catch (error) {
    await store.remove(run.id);
    throw error;
  }
  await writeFileDurably(join(folders[1], 'trials.jsonl'), found.kept.map((trial) => `${canonicalJson(trial)}\n`).join(''));
  const facts = await loadLocalFacts(home, id);
  if (facts !== null) await saveLocalFacts(home, run.id, facts);
  await indexRun(home, run, found.kept);
  return { run, kept: found.kept.length, again: found.again };
};
