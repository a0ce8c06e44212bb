import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Difficulty, Task } from '@benchloop/spec';
import { createTinySuite } from '../door/testing/tiny-suite.ts';
import { selectForSuites, selectTasks } from './select-tasks.ts';

const task = (family: string, difficulty: Difficulty, number: number): Task => ({
  id: `${family}-${number}`,
  family,
  difficulty,
  tags: [],
  messages: [{ role: 'user', content: 'x' }],
  expect: {},
  limits: { maxTokens: 1, maxTurns: 1 },
  proof: { accepted: [], rejected: [] },
});

const difficulties: Difficulty[] = ['easy', 'medium', 'hard', 'extreme'];
const tasks = ['a', 'b', 'c'].flatMap((family) =>
  difficulties.flatMap((difficulty, at) => [0, 1].map((extra) => task(family, difficulty, at * 2 + extra))),
);

test('all tasks are kept in their order where nothing narrows', () => {
  expect(selectTasks(tasks, null, null)).toEqual(tasks);
});

test('a narrowed set spreads evenly over difficulties and families', () => {
  const chosen = selectTasks(tasks, null, 12);
  expect(difficulties.map((difficulty) => chosen.filter((item) => item.difficulty === difficulty).length)).toEqual([3, 3, 3, 3]);
  expect(new Set(chosen.map(({ family }) => family)).size).toBe(3);
});

test('any size gives exactly that many different tasks, and more of it only adds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), (size) => {
      const chosen = selectTasks(tasks, null, size);
      expect(new Set(chosen.map(({ id }) => id)).size).toBe(size);
      const larger = new Set(selectTasks(tasks, null, size + 1).map(({ id }) => id));
      expect(chosen.every(({ id }) => larger.has(id))).toBe(true);
    }),
  );
});

test('names take a task, or a whole family', () => {
  expect(selectTasks(tasks, ['a-0', 'b'], 3).map(({ id }) => id)).toEqual([
    'a-0',
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((number) => `b-${number}`),
  ]);
});

test('tasks above the context limit of a profile are left out, but not where they are named', () => {
  const large = tasks.map((item, at) => ({ ...item, ...(at % 4 === 0 ? {} : { contextTokens: 2048 * 2 ** (at % 4) }) }));
  const suite = { ...createTinySuite(1), tasks: () => large };
  const chosen = (choice: Parameters<typeof selectForSuites>[2]) => selectForSuites([suite], () => 1, choice).get('tiny') ?? [];
  expect(chosen({ names: null, perSuite: null })).toEqual(large);
  expect(chosen({ names: null, perSuite: null, maxContextTokens: null })).toEqual(large);
  expect(chosen({ names: null, perSuite: null, maxContextTokens: 8192 })).toHaveLength(18);
  expect(chosen({ names: null, perSuite: null, maxContextTokens: 8191 })).toHaveLength(12);
  expect(chosen({ names: null, perSuite: 10, maxContextTokens: 8192 }).every(({ contextTokens = 0 }) => contextTokens <= 8192)).toBe(true);
  expect(chosen({ names: ['a-3'], perSuite: null, maxContextTokens: 4096 }).map(({ id }) => id)).toEqual(['a-3']);
});

test('a name that keeps nothing is an error with near names', () => {
  const suite = createTinySuite(3);
  expect(() => selectForSuites([suite], () => 1, { names: ['wrd'], perSuite: null })).toThrow(/No task of the chosen suites/);
  expect(selectForSuites([suite], () => 1, { names: ['word-02'], perSuite: null }).get('tiny')).toHaveLength(1);
});
