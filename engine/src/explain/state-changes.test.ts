import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostChanges, stateChanges } from './state-changes.ts';

test('files: what was written, changed and deleted, each at its path', () => {
  const before = { files: { '/a.txt': 'one\ntwo\n', '/gone.txt': 'x', '/same.txt': 's' } };
  const after = { files: { '/a.txt': 'one\nthree\n', '/same.txt': 's', '/new.txt': 'n' } };
  expect(stateChanges(before, after)).toEqual([
    { place: 'files › /a.txt', before: 'one\ntwo\n', after: 'one\nthree\n' },
    { place: 'files › /gone.txt', before: 'x', after: null },
    { place: 'files › /new.txt', before: null, after: 'n' },
  ]);
});

test('rows of a table are found again by a column of their own, wherever they stand', () => {
  const before = {
    tables: {
      orders: [
        { id: 1, status: 'open' },
        { id: 2, status: 'open' },
      ],
    },
  };
  const after = {
    tables: {
      orders: [
        { id: 3, status: 'new' },
        { id: 2, status: 'paid' },
        { id: 1, status: 'open' },
      ],
    },
  };
  expect(stateChanges(before, after)).toEqual([
    { place: 'tables › orders › id 2 › status', before: 'open', after: 'paid' },
    { place: 'tables › orders › id 3', before: null, after: '{\n  "id": 3,\n  "status": "new"\n}' },
  ]);
});

test('items that nothing tells apart are compared by content and count', () => {
  expect(stateChanges({ tags: ['a', 'a', 'b'] }, { tags: ['b', 'a', 'c'] })).toEqual([
    { place: 'tags › "a"', before: 'a', after: null },
    { place: 'tags › "c"', before: null, after: 'c' },
  ]);
});

test('null is not the same as nothing', () => {
  expect(stateChanges({ a: null }, {})).toEqual([{ place: 'a', before: 'null', after: null }]);
  expect(stateChanges({ a: 1 }, { a: [1] })).toEqual([{ place: 'a', before: '1', after: '[\n  1\n]' }]);
});

test('equal states differ nowhere and different ones somewhere, in either direction, and no state makes it endless', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const before = JSON.parse(JSON.stringify(one)) as unknown;
      const after = JSON.parse(JSON.stringify(other)) as unknown;
      expect(stateChanges(before, structuredClone(before))).toEqual([]);
      expect(stateChanges(before, after).length).toBe(stateChanges(after, before).length);
    }),
  );
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, at]));
  expect(stateChanges(many, {})).toHaveLength(mostChanges);
});
