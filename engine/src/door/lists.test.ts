import { expect, test } from 'vitest';
import { UserError, type Task } from '@benchloop/spec';
import { createParts, withKeptTasks } from './lists.ts';
import { partOf } from './session.ts';

const suite = partOf(createParts().suites, 'suite', 'toolcall');
const [first, ...others] = suite.tasks(suite.publishedSeed) as [Task, ...Task[]];

const loading = (proof: Task['proof'] | undefined) => () =>
  withKeptTasks({ ...suite, tasks: () => [...others, { ...first, proof } as Task] }).tasks(1);

test('a suite whose tasks are all proved loads, and is made once for each seed', () => {
  const kept = withKeptTasks(suite);
  expect(kept.tasks(3)).toBe(kept.tasks(3));
  expect(kept.tasks(3)).not.toBe(kept.tasks(4));
});

test.each([
  ['no proof', undefined],
  ['one accepted answer', { ...first.proof, accepted: first.proof.accepted.slice(0, 1) }],
  ['three rejected answers', { ...first.proof, rejected: first.proof.rejected.slice(0, 3) }],
  ['a rejected answer without a reply', { ...first.proof, rejected: first.proof.rejected.map((one) => ({ ...one, replies: [] })) }],
])('a task with %s does not load', (_what, proof) => {
  expect(loading(proof)).toThrow(UserError);
  expect(loading(proof)).toThrow(`Task ${first.id} of suite toolcall has no complete proof`);
});
