import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCode, UserError, type Suite } from '@benchloop/spec';
import { loadSuiteFolder } from '../custom-suites/load-folder.ts';
import { problemText, type Problem } from '../custom-suites/problem.ts';
import type { TaskEntry } from '../custom-suites/task-entries.ts';
import { proveTask, type ProveTools } from '../run/prove.ts';
import { createRunStore } from '../store/run-store.ts';
import { loadLocalFacts } from '../store/local-facts.ts';
import { createParts, type Parts } from './lists.ts';

/** What a check of a suite's folder found. `suite` is null unless everything holds. */
export type SuiteCheck = {
  suite: Suite | null;
  tasks: number;
  proofs: { held: number; cases: number };
  problems: (Problem & { text: string })[];
};

/** True for what names a folder and not an id: it holds a separator, or is `.` or `..`. */
export const isSuitePath = (name: string): boolean => /[\\/]/.test(name) || name === '.' || name === '..';

type CaseKind = 'accepted' | 'rejected';

/** Proves case by case, so that each failure is told at its own line. */
const proveEntry = async (suite: Suite, { task, file, placeOf }: TaskEntry, tools: ProveTools): Promise<Problem[]> => {
  const problems: Problem[] = [];
  const proveCase = async (kind: CaseKind, index: number) => {
    const only = { accepted: [], rejected: [], [kind]: task.proof[kind].slice(index, index + 1) };
    for (const failure of await proveTask(suite, { ...task, proof: only }, tools))
      problems.push({
        file,
        ...placeOf(['proof', kind, index]),
        message: failure,
        nextStep: `Mend the key or this case; played through ${tools.harness.id}.`,
      });
  };
  for (const kind of ['accepted', 'rejected'] as const) for (const index of task.proof[kind].keys()) await proveCase(kind, index);
  return problems;
};

/** Reads a folder as a suite and runs every proof through every harness that asks the tasks in a way of its own. */
export const checkSuiteFolder = async (path: string, parts: Parts = createParts()): Promise<SuiteCheck> => {
  const { suite, entries, problems } = await loadSuiteFolder(path, { scorers: parts.scorers, takenIds: [...parts.suites.keys()] });
  const found: Problem[] = [...problems];
  let cases = 0;
  const usesTools = entries.some(({ task }) => task.tools !== undefined);
  const harnesses = [...parts.harnesses.values()].filter(({ kind }) => kind === 'raw' || (kind === 'dialect' && usesTools));
  if (suite !== null)
    for (const harness of harnesses)
      for (const entry of entries) {
        found.push(...(await proveEntry(suite, entry, { harness, createEnvironment: parts.createEnvironment, sandbox: parts.sandbox })));
        cases += entry.task.proof.accepted.length + entry.task.proof.rejected.length;
      }
  const failed = found.length - problems.length;
  return {
    suite: found.length === 0 ? suite : null,
    tasks: entries.length,
    proofs: { held: cases - failed, cases },
    problems: found.map((problem) => ({ ...problem, text: problemText(problem) })),
  };
};

const loadOrThrow = async (path: string, parts: Parts): Promise<Suite> => {
  const { suite, problems } = await checkSuiteFolder(path, parts);
  const [first] = problems;
  if (suite !== null) return suite;
  throw new UserError(
    `${path} does not load as a suite. ${first?.text ?? ''}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`,
    `${first?.nextStep ?? ''} \`bench-loop suites check ${path}\` shows everything.`.trim(),
    exitCode.usage,
  );
};

/**
 * The parts with the suites of a stored run that came from folders: from `given`, or from where they lay when it was made.
 * A folder that is gone is left to the caller, who says that the suite is missing.
 */
export const addFoldersOfRun = async (home: string, id: string, given: readonly string[] = []): Promise<WithFolders> => {
  const { manifest } = await createRunStore(home).loadRun(id);
  const paths = given.map((path) => (isSuitePath(path) ? path : `./${path}`));
  const named = await addSuiteFolders(paths, createParts());
  const remembered = (await loadLocalFacts(home, id))?.suiteFolders ?? {};
  const missing = manifest.suites.flatMap((suite) => {
    const folder = remembered[suite.id];
    return named.parts.suites.has(suite.id) || folder === undefined || !existsSync(folder) ? [] : [folder];
  });
  const rest = await addSuiteFolders(missing, named.parts);
  return { ...rest, folders: { ...named.folders, ...rest.folders } };
};

export type WithFolders = {
  parts: Parts;
  /** The names, with the id of its suite for each path. */
  names: string[];
  /** Where each of these suites lies: absolute path by id. */
  folders: Record<string, string>;
};

/** Adds the suites of the folders among `names` to the parts. Throws the first problem of a folder that does not load. */
export const addSuiteFolders = async (names: readonly string[], parts: Parts): Promise<WithFolders> => {
  const known = { ...parts, suites: new Map(parts.suites) };
  const folders: Record<string, string> = {};
  const ids: string[] = [];
  for (const name of names) {
    const path = resolve(name);
    const loaded = Object.entries(folders).find(([, folder]) => folder === path)?.[0];
    if (!isSuitePath(name) || loaded !== undefined) ids.push(loaded ?? name);
    else {
      const suite = await loadOrThrow(name, known);
      known.suites.set(suite.id, suite);
      folders[suite.id] = path;
      ids.push(suite.id);
    }
  }
  return { parts: known, names: ids, folders };
};
