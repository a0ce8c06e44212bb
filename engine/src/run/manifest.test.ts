import { expect, test } from 'vitest';
import { createTinySuite } from '../door/testing/tiny-suite.ts';
import { createRawHarness } from '../harnesses/raw/harness.ts';
import { createManifest } from './manifest.ts';
import { resolvePlan } from './resolve-plan.ts';
import { selectForSuites } from './select-tasks.ts';

const tiny = createTinySuite(6);
const suite = { ...tiny, tasks: (seed: number) => tiny.tasks(seed).map((task, at) => ({ ...task, contextTokens: 1024 * 2 ** at })) };

const manifestWith = (maxContextTokens?: number) => {
  const profile = {
    id: 'test',
    title: 'Test',
    suites: ['tiny'],
    tasksPerSuite: null,
    trials: 1,
    ...(maxContextTokens ? { maxContextTokens } : {}),
  };
  const plan = resolvePlan(
    { flag: { provider: 'mock', profile: 'test' }, config: {}, environment: {} },
    { providers: ['mock'], harnesses: ['raw'], suites: ['tiny'], profiles: [profile] },
  );
  const tasks = selectForSuites([suite], () => 1, { names: null, perSuite: null, maxContextTokens: plan.maxContextTokens?.value ?? null });
  const sources = { scorers: {}, suites: {}, harnesses: {} };
  return createManifest({ plan, harness: createRawHarness(), suites: [suite], tasks, sources, version: '0' });
};

test('a context limit keeps the smaller tasks, and the manifest says how many there are', () => {
  expect(manifestWith(4096).suites[0]).toMatchObject({ tasks: ['word-01', 'word-02', 'word-03'], tasksInSuite: 6, tasksInProfile: 3 });
});

test('nothing is said where nothing is left out', () => {
  expect(manifestWith().suites[0]).not.toHaveProperty('tasksInProfile');
  expect(manifestWith(65_536).suites[0]).not.toHaveProperty('tasksInProfile');
});

test('the limit changes the digest only where it leaves tasks out', () => {
  expect(manifestWith(65_536).digest).toBe(manifestWith().digest);
  expect(manifestWith(4096).digest).not.toBe(manifestWith().digest);
});
