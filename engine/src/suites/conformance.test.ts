import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { taskSchema } from '@benchloop/spec';
import { createEnvironment } from '../environments/index.ts';
import { harnesses } from '../harnesses/index.ts';
import { proveTask } from '../run/prove.ts';
import { suites } from './index.ts';

describe.each(suites.map((create) => create()).map((suite) => [suite.id, suite] as const))('suite %s', (_id, suite) => {
  const tasks = suite.tasks(suite.publishedSeed);

  test('every task fits the schema and its scorer', () => {
    for (const task of tasks) {
      taskSchema.parse(task);
      suite.scorer.expectSchema.parse(task.expect);
    }
  });

  test('task ids are unique', () => {
    expect(new Set(tasks.map((task) => task.id)).size).toBe(tasks.length);
  });

  test.each(
    harnesses
      .map((create) => create())
      .filter(({ kind }) => kind !== 'program')
      .map((harness) => [harness.id, harness] as const),
  )('every proof holds through harness %s', async (_harnessId, harness) => {
    // Proofs that run code take seconds: the suite's own tests run them once, in the sandbox.
    if (suite.codeOf !== undefined) return expect(existsSync(new URL(`./${suite.id}/proofs.test.ts`, import.meta.url))).toBe(true);
    const failures: string[] = [];
    for (const task of tasks) failures.push(...(await proveTask(suite, task, { harness, createEnvironment })));
    expect(failures).toEqual([]);
  });
});
