import type { Difficulty, Suite, Task } from '@benchloop/spec';
import { sourceDigests } from '../generated/source-digests.ts';
import { suiteDigest } from '../run/manifest.ts';
import { createParts } from './lists.ts';
import { partOf } from './session.ts';
import { addSuiteFolders } from './suite-folders.ts';

/** A suite and its frozen set in numbers, with one task as an example. */
export type SuiteDetails = {
  id: string;
  version: string;
  title: string;
  summary: string;
  scorer: { id: string; version: string };
  needs: readonly string[];
  /** Null where the tasks are the same for every seed. */
  publishedSeed: number | null;
  digest: string;
  tasks: number;
  difficulties: Partial<Record<Difficulty, number>>;
  families: { id: string; tasks: number; difficulties: Difficulty[]; tags: string[] }[];
  proofs: { accepted: number; rejected: number };
  example: Task | null;
};

const suiteNamed = async (name: string): Promise<Suite> => {
  const { parts, names } = await addSuiteFolders([name], createParts());
  return partOf(parts.suites, 'suite', names[0] ?? name);
};

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

const familiesOf = (tasks: readonly Task[]): SuiteDetails['families'] =>
  unique(tasks.map(({ family }) => family)).map((id) => {
    const own = tasks.filter(({ family }) => family === id);
    return {
      id,
      tasks: own.length,
      difficulties: unique(own.map(({ difficulty }) => difficulty)),
      tags: unique(own.flatMap(({ tags }) => tags)),
    };
  });

/** Describes a suite of this build by its id, or a suite of the person's own by the path of its folder. */
export const describeSuite = async (name: string): Promise<SuiteDetails> => {
  const suite = await suiteNamed(name);
  const tasks = suite.tasks(suite.publishedSeed);
  const count = (of: (task: Task) => number): number => tasks.reduce((sum, task) => sum + of(task), 0);
  const difficulties = unique(tasks.map(({ difficulty }) => difficulty));
  return {
    id: suite.id,
    version: suite.version,
    title: suite.title,
    summary: suite.summary,
    scorer: { id: suite.scorer.id, version: suite.scorer.version },
    needs: suite.needs,
    publishedSeed: suite.fixed === true ? null : suite.publishedSeed,
    digest: suiteDigest(suite, suite.publishedSeed, sourceDigests),
    tasks: tasks.length,
    difficulties: Object.fromEntries(difficulties.map((id) => [id, count(({ difficulty }) => (difficulty === id ? 1 : 0))])),
    families: familiesOf(tasks),
    proofs: { accepted: count(({ proof }) => proof.accepted.length), rejected: count(({ proof }) => proof.rejected.length) },
    example: tasks[0] ?? null,
  };
};

/** The tasks of a suite's frozen set, or of another seed, with keys and proofs. */
export const suiteTasks = async (name: string, seed: number | null): Promise<Task[]> => {
  const suite = await suiteNamed(name);
  return suite.tasks(seed ?? suite.publishedSeed);
};
