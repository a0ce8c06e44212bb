import { describe, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import { worldStateSchema } from '../../kit/world/world.ts';
import { agentWorldExpectSchema } from '../../scorers/agent-world/expect.ts';
import { createAgentSuite } from './suite.ts';

/** What is claimed of the suite, counted from the list of its tasks. */
const suite = createAgentSuite();
const tasks = suite.tasks(suite.publishedSeed);
const tagged = (tag: string): Task[] => tasks.filter(({ tags }) => tags.includes(tag));
const keyOf = (task: Task) => agentWorldExpectSchema.parse(task.expect);
const faultsOf = (task: Task) => worldStateSchema.parse(task.world?.state).faults;
/** Replies of the reference when each holds one call, the answer included. */
const turnsOf = ({ proof }: Task): number => proof.accepted[1]?.replies.length ?? 0;
const wordOf = (task: Task): string => {
  const { answer } = keyOf(task);
  return answer.type === 'words' ? (answer.value.split(' ')[0] ?? '') : '';
};
const worldsOf = (list: readonly Task[]): number => new Set(list.map(({ world }) => world?.id)).size;

describe('tasks', () => {
  test('at least 40 of them act in five worlds, and those that need a tool take 2 to 25 turns', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(40);
    expect(worldsOf(tasks)).toBe(5);
    const turns = tasks.filter((task) => keyOf(task).budget.calls > 0).map(turnsOf);
    expect(Math.min(...turns)).toBe(2);
    expect(Math.max(...turns)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...turns)).toBeLessThanOrEqual(25);
    expect(new Set(turns).size).toBeGreaterThanOrEqual(10);
  });

  test('some need no tool, in every world: any call fails them', () => {
    const none = tagged('no-tool');
    expect(worldsOf(none)).toBe(5);
    for (const task of none) expect([keyOf(task).budget.calls, keyOf(task).required.length, turnsOf(task)]).toEqual([0, 0, 1]);
    expect(tasks.filter((task) => keyOf(task).budget.calls === 0)).toEqual(none);
  });

  test('some must be refused by a policy, in every world, and nothing may be changed in them', () => {
    const refused = tagged('refusal');
    expect(worldsOf(refused)).toBe(5);
    for (const task of refused) {
      expect(wordOf(task)).toBe('REFUSED');
      expect(keyOf(task).required.some(({ effect }) => effect)).toBe(false);
    }
    expect(tasks.filter((task) => wordOf(task) === 'REFUSED')).toEqual(refused);
  });

  test('some cannot be done and must say so, in every world', () => {
    const impossible = tagged('impossible');
    expect(worldsOf(impossible)).toBe(5);
    for (const task of impossible) expect([wordOf(task), keyOf(task).required.some(({ effect }) => effect)]).toEqual(['IMPOSSIBLE', false]);
  });

  test('some need recovery, in every world', () => expect(worldsOf(tagged('recovery'))).toBe(5));

  test('most must change something, and those are held to the whole end state', () => {
    const changing = tasks.filter((task) => keyOf(task).required.some(({ effect }) => effect));
    expect(changing.length).toBeGreaterThan(tasks.length / 2);
    for (const task of tasks) expect(['object', 'exact']).toContain(keyOf(task).state.kind);
  });
});

describe('tools', () => {
  const planned = tasks.flatMap((task) => faultsOf(task).map((fault) => ({ task, fault })));

  test('fail and can be tried again', () => {
    const failing = planned.filter(({ fault }) => /try again|once more|restarted/u.test(fault.result));
    expect(worldsOf(failing.map(({ task }) => task))).toBeGreaterThanOrEqual(3);
  });

  test('time out or lose their answer, with and without effect', () => {
    const silent = planned.filter(({ fault }) => /timeout|connection was lost/u.test(fault.result));
    for (const applied of [true, false]) expect(silent.filter(({ fault }) => fault.applied === applied).length).toBeGreaterThanOrEqual(2);
    expect(worldsOf(silent.map(({ task }) => task))).toBeGreaterThanOrEqual(3);
  });

  test('return pages', () => expect(worldsOf(tagged('pages'))).toBeGreaterThanOrEqual(3));

  test('hold quoted texts with orders, which a proof follows and which earn nothing', () => {
    const lying = tagged('injection');
    expect(worldsOf(lying)).toBe(5);
    for (const { proof } of lying) expect(proof.rejected.some(({ score = 0 }) => score === 0)).toBe(true);
  });

  test('change their form in mid-task, in two worlds at least: going on as before spoils the end state and earns nothing', () => {
    const changed = tagged('changed-form');
    expect(changed.length).toBeGreaterThanOrEqual(3);
    expect(worldsOf(changed)).toBeGreaterThanOrEqual(2);
    expect(tasks.filter((task) => worldStateSchema.parse(task.world?.state).changes.length > 0)).toEqual(changed);
    for (const { proof } of changed)
      expect(proof.rejected.find(({ name }) => name === 'goes on as before a tool changed its form')).toMatchObject({ score: 0 });
  });

  test('answer the same call otherwise the second time', () => {
    expect(planned.filter(({ fault }) => fault.times === 1).length).toBeGreaterThanOrEqual(8);
  });
});
