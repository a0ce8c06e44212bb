import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { taskSchema } from '@benchloop/spec';
import { createTestFolder, suiteYaml, taskYaml, type TestFolder } from '../custom-suites/testing/folder.ts';
import { loadLocalFacts } from '../store/local-facts.ts';
import { createRunStore } from '../store/run-store.ts';
import { describeSuite, suiteTasks } from './describe-suite.ts';
import { createParts } from './lists.ts';
import { resumeRun } from './resume-run.ts';
import { selftest } from './selftest.ts';
import type { Session } from './session.ts';
import { startRun } from './start-run.ts';
import { addFoldersOfRun, addSuiteFolders, checkSuiteFolder, type WithFolders } from './suite-folders.ts';
import { createBench, testMachine, type Bench } from './testing/bench.ts';
import { verifyRun } from './verify-run.ts';
import { resolvePlan } from '../run/resolve-plan.ts';
import { profiles } from '../summary/profiles.ts';

let folder: TestFolder;
let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
  folder = await createTestFolder({
    'suite.yaml': suiteYaml,
    'tasks/a.yaml': taskYaml('a'),
    'tasks/b.yaml': taskYaml('b', '7'),
    'tasks/c.yaml': taskYaml('c', '9'),
  });
});
afterEach(async () => {
  await bench.remove();
  await folder.remove();
});

const sessionOf = ({ parts, folders }: Pick<WithFolders, 'parts' | 'folders'>, stopSoon = new AbortController()): Session => ({
  home: bench.home,
  parts,
  suiteFolders: folders,
  listener: (event) => {
    if (event.type === 'trial-end' && stopAfterFirst) stopSoon.abort();
  },
  stopSoon: stopSoon.signal,
  stopNow: new AbortController().signal,
  ignoreQueue: true,
  apiKey: null,
  allowInsecure: false,
});

let stopAfterFirst = false;

const start = async (flags: { seed?: number } = {}, model = 'oracle') => {
  const added = await addSuiteFolders([folder.path], createParts());
  const { parts } = added;
  const plan = resolvePlan(
    { flag: { provider: 'mock', model, suites: added.names, ...flags }, config: {}, environment: {} },
    { providers: [...parts.providers.keys()], harnesses: [...parts.harnesses.keys()], suites: [...parts.suites.keys()], profiles },
  );
  return startRun(plan, testMachine, sessionOf(added));
};
const verify = async (id: string, from?: string[]) => {
  const { parts } = await addFoldersOfRun(bench.home, id, from);
  return verifyRun({ home: bench.home, id, parts });
};

describe('a run of a folder', () => {
  test('is stored, holds no path, and verify finds the folder again', async () => {
    const run = await start();
    expect(run.status).toBe('complete');
    expect(run.manifest.suites).toMatchObject([
      { id: 'mine', version: '1', seed: 0, tasks: ['a', 'b', 'c'], scorer: { id: 'typed-answer' } },
    ]);
    expect(JSON.stringify(run)).not.toContain(folder.path);
    expect((await loadLocalFacts(bench.home, run.id))?.suiteFolders).toEqual({ mine: folder.path });
    expect(await verify(run.id)).toMatchObject({ holds: true, rescored: 3 });
  });

  test('has the same tasks and digest for every seed', async () => {
    const [published, seeded] = [await start(), await start({ seed: 77 })];
    expect(seeded.manifest.suites).toEqual(published.manifest.suites);
  });

  test('whose content changed is said by verify, and its digest differs', async () => {
    const run = await start();
    await folder.write({ 'tasks/b.yaml': taskYaml('b', '8') });
    expect(await verify(run.id)).toMatchObject({ holds: false, changedSuites: ['mine'] });
    expect((await start()).manifest.suites[0]?.digest).not.toBe(run.manifest.suites[0]?.digest);
  });

  test('whose folder is gone asks for it, and takes it from elsewhere', async () => {
    const run = await start();
    const copy = await createTestFolder({
      'suite.yaml': suiteYaml,
      'tasks/a.yaml': taskYaml('a'),
      'tasks/b.yaml': taskYaml('b', '7'),
      'tasks/c.yaml': taskYaml('c', '9'),
    });
    await rm(folder.path, { recursive: true });
    await expect(verify(run.id)).rejects.toMatchObject({ nextStep: expect.stringContaining('--suites-from PATH') as string });
    expect((await verify(run.id, [copy.path])).holds).toBe(true);
    await copy.remove();
  });

  test('resumes where it was stopped', async () => {
    stopAfterFirst = true;
    const run = await start();
    stopAfterFirst = false;
    expect(run.status).toBe('interrupted');
    await folder.write({ 'tasks/b.yaml': taskYaml('b', '8') });
    await expect(resumeRun(run.id, sessionOf(await addFoldersOfRun(bench.home, run.id)))).rejects.toMatchObject({
      nextStep: expect.stringContaining('Put the folder of the suite back') as string,
    });
    await folder.write({ 'tasks/b.yaml': taskYaml('b', '7') });
    const resumed = await resumeRun(run.id, sessionOf(await addFoldersOfRun(bench.home, run.id)));
    expect(resumed.status).toBe('complete');
    expect((await createRunStore(bench.home).loadTrials(run.id)).trials).toHaveLength(3);
    expect((await verify(run.id)).holds).toBe(true);
  });
});

test('the self-test plays a folder like any other suite', async () => {
  const { parts } = await addSuiteFolders([folder.path], createParts());
  const result = await selftest({
    parts,
    suites: ['mine'],
    tasksPerSuite: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(result).toMatchObject({ holds: true, rows: [{ suiteId: 'mine', tasks: 3, oracle: { points: 100 }, controls: { passed: 0 } }] });
});

describe('what is told of a suite', () => {
  test('of a folder, and of this build', async () => {
    expect(await describeSuite(folder.path)).toMatchObject({ id: 'mine', tasks: 3, publishedSeed: null, difficulties: { easy: 3 } });
    const details = await describeSuite('reasonmath');
    expect(details.families.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(details.tasks);
    expect(details.digest).toMatch(/^sha256:/);
    await expect(describeSuite('reasonmaths')).rejects.toThrow(/no suite named/);
  });

  test('the tasks of a built-in suite come back as a folder whose every proof holds', async () => {
    const tasks = await suiteTasks('reasonmath', null);
    expect(await suiteTasks('reasonmath', 5)).not.toEqual(tasks);
    await folder.remove();
    folder = await createTestFolder({ 'suite.yaml': suiteYaml, 'tasks.jsonl': tasks.map((task) => JSON.stringify(task)).join('\n') });
    const { suite, problems, proofs } = await checkSuiteFolder(folder.path);
    expect(problems).toEqual([]);
    expect(suite?.tasks(0)).toEqual(tasks.map((task) => taskSchema.parse(task)));
    expect(proofs.held).toBe(proofs.cases);
  });
});
