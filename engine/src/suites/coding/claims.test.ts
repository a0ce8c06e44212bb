import { expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import { codeTestsExpectSchema } from '../../scorers/code-tests/expect.ts';
import { problems } from './problems.ts';
import { createCodingSuite } from './suite.ts';
import { formsOf } from './task.ts';

/** What is claimed of the suite, counted from the list of its tasks. */
const suite = createCodingSuite();
const tasks = suite.tasks(suite.publishedSeed);
const withTags = (...tags: string[]): Task[] => tasks.filter((task) => tags.every((tag) => task.tags.includes(tag)));
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const bare = ({ proof }: Task): string => proof.accepted[0]?.replies[0]?.text ?? '';
const fenced = (text: string): string => text.split('\n').slice(1, -1).join('\n');
/** Typical wrong solutions: programs that run and get a share of the hidden tests, or none. */
const wrongOf = ({ proof }: Task) => proof.rejected.filter(({ name, score }) => score !== undefined && name !== 'the given code as it is');

test('every task has typical wrong solutions of its own, and at least half of the tasks have two that pass some of its tests', () => {
  const edges = tasks.filter((task) => wrongOf(task).filter(({ score = 0 }) => score > 0 && score < 1).length >= 2);
  expect(tasks.filter((task) => wrongOf(task).length < 2).map(({ id }) => id)).toEqual([]);
  expect(edges.length).toBeGreaterThanOrEqual(tasks.length / 2);
});

test('every task has several hidden tests, and none of its wrong solutions holds in all', () => {
  for (const task of tasks) {
    expect(codeTestsExpectSchema.parse(task.expect).tests.length, task.id).toBeGreaterThanOrEqual(3);
    for (const { name, score = 0 } of task.proof.rejected) expect(score, `${task.id}: ${name}`).toBeLessThan(1);
  }
});

test('at least eight tasks need 40 lines or more, as the reference says, in both runtimes', () => {
  const long = tasks.filter((task) => linesOf(bare(task)).length >= 40);
  expect(long.length).toBeGreaterThanOrEqual(8);
  for (const runtime of [['python'], ['javascript', 'typescript']])
    expect(long.filter(({ tags }) => runtime.some((tag) => tags.includes(tag))).length).toBeGreaterThan(0);
});

test('at least six tasks of each language repair code with one planted fault in one place', () => {
  const repairs = withTags('repair');
  expect(repairs.length).toBeGreaterThanOrEqual(12);
  for (const language of ['python', 'javascript']) expect(withTags('repair', language).length).toBeGreaterThanOrEqual(6);
  for (const task of repairs) {
    const given = fenced(task.proof.rejected.find(({ name }) => name === 'the given code as it is')?.replies[0]?.text ?? '').split('\n');
    const right = bare(task).split('\n');
    const start = right.findIndex((line, at) => line !== given[at]);
    const fromEnd = right.toReversed().findIndex((line, at) => line !== given.at(-1 - at));
    const changed = right.length - fromEnd - start;
    expect(start, task.id).toBeGreaterThanOrEqual(0);
    expect(changed, task.id).toBeLessThanOrEqual(3);
    expect(task.messages.map(({ content }) => content).join('\n')).toContain(given[start] ?? '?');
  }
});

test('each form of each problem is one task', () => {
  expect(problems.reduce((sum, problem) => sum + formsOf(problem).length, 0)).toBe(tasks.length);
});
