import {
  proofSchema,
  UserError,
  type AnyScorer,
  type Environment,
  type Harness,
  type Provider,
  type Sandbox,
  type Suite,
  type Task,
} from '@benchloop/spec';
import { createEnvironment } from '../environments/index.ts';
import { harnesses } from '../harnesses/index.ts';
import { providers } from '../providers/index.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { scorers } from '../scorers/index.ts';
import { suites } from '../suites/index.ts';

const byId = <Part extends { id: string }>(factories: readonly (() => Part)[]): Map<string, Part> =>
  new Map(factories.map((create) => create()).map((part) => [part.id, part]));

/** A task that cannot show that it is judged rightly is not asked, so its suite does not load. */
const withProof = (suiteId: string, tasks: Task[]): Task[] => {
  const unproved = tasks.find(({ proof }) => !proofSchema.safeParse(proof).success);
  if (unproved !== undefined)
    throw new UserError(
      `Task ${unproved.id} of suite ${suiteId} has no complete proof, so it does not load.`,
      'A proof holds at least 2 accepted and 4 rejected answers. Add them, or leave the suite out with --suites.',
    );
  return tasks;
};

/** Making a suite's tasks takes up to a second, and a run asks for them several times. The tasks are not to be changed. */
export const withKeptTasks = (suite: Suite): Suite => {
  const kept = new Map<number, Task[]>();
  return {
    ...suite,
    tasks: (seed) => {
      const tasks = kept.get(seed) ?? withProof(suite.id, suite.tasks(seed));
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
  /** Starts its process with the first program; null = code cannot be run here. */
  sandbox: Sandbox | null;
};

export const createParts = (): Parts => ({
  providers: byId(providers),
  harnesses: byId(harnesses),
  suites: new Map([...byId(suites)].map(([id, suite]) => [id, withKeptTasks(suite)])),
  scorers: byId(scorers),
  createEnvironment,
  sandbox: createSandbox(),
});
