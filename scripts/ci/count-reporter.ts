import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { TestCounts } from './verdict.ts';

const addModule = (counts: TestCounts, module: TestModule): void => {
  for (const test of module.children.allTests()) {
    const result = test.result();
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    if (result.state === 'passed') counts.passed += 1;
    else if (result.state === 'failed') counts.failed += 1;
    else counts.skipped.push({ name, reason: (result.state === 'skipped' ? result.note : undefined) ?? null });
  }
  // A suite whose preparation fails leaves its tests skipped; the failure counts once.
  for (const part of [module, ...module.children.allSuites()]) if (part.errors().length > 0) counts.failed += 1;
};

const annotationsOf = (module: TestModule): string[] =>
  [...module.children.allTests()].flatMap((test) => test.annotations().map(({ message }) => message));

/** Writes how many tests passed and failed, and which were skipped why, for `.ci/run`; prints what tests annotated. */
export const createCountReporter = (file: string): Reporter => ({
  onTestRunEnd: async (modules, errors) => {
    const counts: TestCounts = { passed: 0, failed: errors.length, skipped: [] };
    for (const module of modules) addModule(counts, module);
    const said = modules.flatMap(annotationsOf);
    if (said.length > 0) console.log(['Told by tests:', ...said.toSorted()].join('\n  '));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(counts));
  },
});
