import type { GenerateOptions, Reply, Task } from '@benchloop/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyOfSkill } from './skill.ts';

const caseOf = (text: string) => ({ name: text, replies: [{ text }] });
const taskOf = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  family: 'f',
  difficulty: 'medium',
  tags: [],
  messages: [{ role: 'user', content: 'x' }],
  expect: null,
  limits: { maxTokens: 10, maxTurns: 1 },
  proof: { accepted: [caseOf('right'), caseOf('right')], rejected: ['a', 'b', 'c', 'd'].map(caseOf) },
  ...more,
});
const ask = (share: number, name: string, task: Task): Reply => {
  const options: GenerateOptions = { signal: new AbortController().signal, origin: { task, turn: 0, encodeReply: (reply) => reply } };
  return replyOfSkill({ share, name }, options);
};
const rightsOf = (share: number, name = 'm', more: Partial<Task> = {}): boolean[] =>
  Array.from({ length: 200 }, (_, place) => ask(share, name, taskOf(`task-${place}`, more)).text === 'right');
const count = (rights: boolean[]): number => rights.filter(Boolean).length;

test('a stronger model is right wherever a weaker one of the same name is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (one, other) => {
      const [weak, strong] = [rightsOf(Math.min(one, other)), rightsOf(Math.max(one, other))];
      expect(weak.every((right, place) => !right || strong[place] === true)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('half a skill is right about half the time, less often in hard tasks, always the same', () => {
  expect(count(rightsOf(0.5))).toBeGreaterThan(70);
  expect(count(rightsOf(0.5))).toBeLessThan(130);
  expect(count(rightsOf(0.5, 'm', { difficulty: 'extreme' }))).toBeLessThan(count(rightsOf(0.5)));
  expect(rightsOf(0.5)).toEqual(rightsOf(0.5));
  expect(rightsOf(0.5, 'n')).not.toEqual(rightsOf(0.5, 'm'));
});

test('full skill is always right, none never; a timed reply is as long as its task allows', () => {
  expect(count(rightsOf(1, 'm', { difficulty: 'extreme' }))).toBe(200);
  expect((ask(0, 'm', taskOf('timed', { nonce: 'prefix' })).text ?? '').length).toBeGreaterThanOrEqual(80);
  expect(count(rightsOf(0))).toBe(0);
});

test('without a task it says what it is', () => {
  expect(replyOfSkill({ share: 1, name: 'm' }, { signal: new AbortController().signal }).text).toContain('made-up');
});
