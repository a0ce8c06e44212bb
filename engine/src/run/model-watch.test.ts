import { expect, test } from 'vitest';
import { createModelWatch } from './model-watch.ts';

const watchOf = (...names: (string | null)[]): [string, string][] => {
  const changes: [string, string][] = [];
  const watch = createModelWatch((before, now) => changes.push([before, now]));
  for (const name of names) watch.see(name);
  return changes;
};

test('a change is said once', () => {
  expect(watchOf('a', 'a', 'b', 'b', 'a', 'c')).toEqual([['a', 'b']]);
});

test('the same name, and replies without one, are no change', () => {
  expect(watchOf('a', null, '', 'a')).toEqual([]);
  expect(watchOf(null, '', 'a')).toEqual([]);
});
