import { describe, expect, test } from 'vitest';
import { taskSchema, type Task } from '@benchloop/spec';
import { createRandom } from '../../kit/random.ts';
import { codeTestsExpectSchema } from '../../scorers/code-tests/expect.ts';
import { extractCode } from '../../scorers/code-tests/extract-code.ts';
import { problems } from './problems.ts';
import { createCodingSuite } from './suite.ts';
import { formsOf, pose } from './task.ts';

const suite = createCodingSuite();
const published = suite.tasks(suite.publishedSeed);
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
const promptOf = (task: Pick<Task, 'messages'>): string => task.messages.map(({ content }) => content).join('\n');
const count = (ok: (task: Task) => boolean): number => published.filter(ok).length;
const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;
const programOf = (task: Task): string => task.proof.accepted[0]?.replies[0]?.text ?? '';

describe('the published set', () => {
  test('holds at least 54 tasks, about half of them in Python and some in TypeScript', () => {
    expect(published.length).toBeGreaterThanOrEqual(54);
    expect(count(({ tags }) => tags.includes('python'))).toBeGreaterThanOrEqual(22);
    expect(count(({ tags }) => tags.includes('typescript'))).toBeGreaterThanOrEqual(5);
    expect(count(({ tags }) => tags.includes('javascript'))).toBeGreaterThanOrEqual(15);
  });

  test.each(['easy', 'medium', 'hard', 'extreme'])('about a quarter is %s', (level) => {
    const share = count(({ difficulty }) => difficulty === level) / published.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
  });

  test('has programs to write, to repair in both languages, to complete and to rework', () => {
    const of = (...tags: string[]) => count((task) => tags.every((tag) => task.tags.includes(tag)));
    expect(of('repair', 'python')).toBeGreaterThanOrEqual(6);
    expect(of('repair', 'javascript')).toBeGreaterThanOrEqual(6);
    expect(of('complete')).toBeGreaterThanOrEqual(1);
    expect(of('refactor')).toBeGreaterThanOrEqual(2);
  });

  test('needs 40 lines or more in at least eight tasks', () => {
    expect(count((task) => linesOf(programOf(task)) >= 40)).toBeGreaterThanOrEqual(8);
  });

  test('has wrong solutions that pass a part of the tests in more than half of the tasks', () => {
    expect(count(({ proof }) => proof.rejected.filter(({ score = 0 }) => score > 0).length >= 2)).toBeGreaterThan(published.length / 2);
  });

  test('says which language it is run in, and gives no code away', () => {
    for (const task of published) {
      expect(promptOf(task)).toMatch(/CPython 3\.11 with the standard library only|bare JavaScript engine \(ES2023\)/);
      const { language, entry } = codeTestsExpectSchema.parse(task.expect);
      const isGiven = ['repair', 'complete', 'refactor'].some((kind) => task.tags.includes(kind));
      expect([task.id, extractCode(promptOf(task), { language, entry }) === null]).toEqual([task.id, !isGiven]);
    }
  });

  test('no expected value enters the sandbox: requests stay the same when every key changes', () => {
    for (const task of published) {
      const transcript = { finalText: programOf(task) } as never;
      const key = codeTestsExpectSchema.parse(task.expect);
      const other = {
        ...key,
        tests: key.tests.map((one) => ({ ...one, calls: one.calls.map((call) => ({ ...call, returns: { t: 'none' } })) })),
      };
      expect(suite.codeOf?.({ ...task, expect: other }, transcript)).toEqual(suite.codeOf?.(task, transcript));
    }
  });
});

test('the same seed gives the same set, another seed another one', () => {
  expect(suite.tasks(suite.publishedSeed)).toEqual(published);
  const other = new Set(suite.tasks(suite.publishedSeed + 1).map(promptOf));
  expect(published.filter((task) => other.has(promptOf(task)))).toEqual([]);
});

describe.each(problems.map((problem) => [problem.id, problem] as const))('problem %s', (_id, problem) => {
  test('over 200 seeds both solvers agree, and every test tells a constant and an echo apart', () => {
    const failures: string[] = [];
    for (const [index] of formsOf(problem).entries())
      for (const seed of seeds)
        for (const { name, calls } of pose(problem, index, createRandom(`${seed}/test/${problem.id}/${index}`)).tests) {
          for (const { args, returns, checked } of calls) {
            const second = checked();
            if (JSON.stringify(second) !== JSON.stringify(returns) && failures.length < 5)
              failures.push(`${name}: ${JSON.stringify(args)} gives ${JSON.stringify(returns)} and ${JSON.stringify(second)}`);
          }
          if (new Set(calls.map(({ returns }) => JSON.stringify(returns))).size < 2) failures.push(`${name}: a constant passes`);
        }
    expect(failures).toEqual([]);
  });
});

test('tasks of 20 seeds fit the schema, keep their difficulty, and none comes twice', () => {
  const levels = published.map(({ difficulty }) => difficulty);
  for (const seed of seeds.slice(0, 20)) {
    const tasks = suite.tasks(seed);
    for (const task of tasks) codeTestsExpectSchema.parse(taskSchema.parse(task).expect);
    expect(tasks.map(({ difficulty }) => difficulty)).toEqual(levels);
    expect(new Set(tasks.map(promptOf)).size).toBe(tasks.length);
  }
});
