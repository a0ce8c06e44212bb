import type { AnyScorer, Environment, Harness, Provider, Suite, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../environments/table/environment.ts';
import { harnesses } from '../harnesses/index.ts';
import { providers } from '../providers/index.ts';
import { scorers } from '../scorers/index.ts';
import { suites } from '../suites/index.ts';

const byId = <Part extends { id: string }>(factories: readonly (() => Part)[]): Map<string, Part> =>
  new Map(factories.map((create) => create()).map((part) => [part.id, part]));

/** Every part that this build knows, by id. */
export type Parts = {
  providers: Map<string, Provider>;
  harnesses: Map<string, Harness>;
  suites: Map<string, Suite>;
  scorers: Map<string, AnyScorer>;
  createEnvironment: (task: Task) => Environment;
};

export const createParts = (): Parts => ({
  providers: byId(providers),
  harnesses: byId(harnesses),
  suites: byId(suites),
  scorers: byId(scorers),
  createEnvironment: createTableEnvironment,
});
