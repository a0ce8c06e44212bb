import { UserError, type Manifest, type Run, type Suite, type Task } from '@benchloop/spec';
import { sourceDigests } from '../generated/source-digests.ts';
import { suiteDigest } from '../run/manifest.ts';
import { createRunStore } from '../store/run-store.ts';
import { loadLocalFacts } from '../store/local-facts.ts';
import { executeRun } from './execute-run.ts';
import type { Parts } from './lists.ts';
import { locate } from './locate.ts';
import { partOf, workOf, type Session } from './session.ts';

const suiteOfRun = (id: string, parts: Pick<Parts, 'suites'>): Suite => {
  const suite = parts.suites.get(id);
  if (suite === undefined)
    throw new UserError(
      `The run has the suite ${JSON.stringify(id)}, which this version of BenchLoop does not hold.`,
      'If it came from a folder of tasks, name that folder: --suites-from PATH.',
    );
  return suite;
};

/** The tasks of a stored manifest, made again by this version. Suites that changed since are named in `changed`. */
export const tasksOfManifest = (manifest: Manifest, parts: Pick<Parts, 'suites'>): { tasks: Map<string, Task[]>; changed: string[] } => {
  const tasks = new Map<string, Task[]>();
  const changed: string[] = [];
  for (const entry of manifest.suites) {
    const suite = suiteOfRun(entry.id, parts);
    if (suiteDigest(suite, entry.seed, sourceDigests) !== entry.digest) changed.push(entry.id);
    const all = new Map(suite.tasks(entry.seed).map((task) => [task.id, task]));
    tasks.set(
      entry.id,
      entry.tasks.map((id) => all.get(id)).filter((task) => task !== undefined),
    );
  }
  return { tasks, changed };
};

const requireSameCode = (run: Run, changed: readonly string[], parts: Parts): void => {
  const harness = run.manifest.harness;
  const sameHarness =
    partOf(parts.harnesses, 'harness', harness.id).version === harness.version &&
    (sourceDigests.harnesses[harness.id] ?? 'unknown') === harness.sourceDigest;
  const parted = [...changed, ...(sameHarness ? [] : [`harness ${harness.id}`])];
  if (parted.length > 0)
    throw new UserError(
      `The run was begun with other versions of: ${parted.join(', ')}. Going on would mix two tests in one result.`,
      changed.length > 0 && changed.every((id) => parts.suites.get(id)?.fixed === true)
        ? 'Put the folder of the suite back as it was, or start a new run.'
        : `Resume it with BenchLoop ${run.benchloopVersion}, or start a new run.`,
    );
};

/** Goes on with a stored run: repairs a torn last line, then runs the trials that are missing. */
export const resumeRun = async (id: string, session: Session): Promise<Run> => {
  const store = createRunStore(session.home);
  const run = await store.loadRun(id);
  if (run.digest !== null)
    throw new UserError(`Run ${id} is finished and frozen; there is nothing to resume.`, `See it with \`bench-loop report ${id}\`.`);
  const { tasks, changed } = tasksOfManifest(run.manifest, session.parts);
  requireSameCode(run, changed, session.parts);
  if (await store.repair(id)) {
    const warning = {
      code: 'torn-line-repaired' as const,
      message: 'The last line of trials.jsonl was cut off by a crash; it was removed and its trial is run again.',
      nextStep: 'Nothing to do.',
    };
    run.warnings.push(warning);
    session.listener({ type: 'warning', warning });
  }
  const { trials, badLines } = await store.loadTrials(id);
  if (badLines.length > 0)
    throw new UserError(
      `trials.jsonl of ${id} is damaged in line ${badLines.join(', ')}.`,
      'Restore the file from a copy, or start a new run.',
    );
  const facts = (await loadLocalFacts(session.home, id)) ?? (await locate(run.plan, session)).local;
  const local = session.suiteFolders === undefined ? facts : { ...facts, suiteFolders: session.suiteFolders };
  return executeRun({ run, isNew: false, work: workOf(run.manifest, session.parts.suites, tasks), done: trials, local, session });
};
