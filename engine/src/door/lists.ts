import type { AnyScorer, Environment, Harness, Provider, Sandbox, Suite, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../environments/table/environment.ts';
import { harnesses } from '../harnesses/index.ts';
import { providers } from '../providers/index.ts';
import { scorers } from '../scorers/index.ts';
import { suites } from '../suites/index.ts';

const byId = <Part extends { id: string }>(factories: readonly (() => Part)[]): Map<string, Part> =>
  new Map(factories.map((create) => create()).map((part) => [part.id, part]));

/** Making a suite's tasks takes up to a second, and a run asks for them several times. The tasks are not to be changed. */
const withKeptTasks = (suite: Suite): Suite => {
  const kept = new Map<number, Task[]>();
  return {
    ...suite,
    tasks: (seed) => {
      const tasks = kept.get(seed) ?? suite.tasks(seed);
      kept.set(seed, tasks);
      return tasks;
    },
  };
};

/** Every part that this build knows, by id. */
export type Parts = {
  providers: Map<string, Provider>;
  harnesses: Map<string, Harness>;
  suites: Map<string, Suite>;
  scorers: Map<string, AnyScorer>;
  createEnvironment: (task: Task) => Environment;
  /** Null = code cannot be run here. */
  sandbox: Sandbox | null;
};

export const createParts = (): Parts => ({
  providers: byId(providers),
  harnesses: byId(harnesses),
  suites: new Map([...byId(suites)].map(([id, suite]) => [id, withKeptTasks(suite)])),
  scorers: byId(scorers),
  createEnvironment: createTableEnvironment,
  sandbox: null,
});
