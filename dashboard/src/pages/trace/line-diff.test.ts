import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff, nearChanges } from './line-diff.ts';

const short = (before: string | null, after: string | null): string[] =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

test('changed, added and removed lines', () => {
  expect(short('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a', '-b', '+x', ' c']);
  expect(short(null, 'a\nb')).toEqual(['+a', '+b']);
  expect(short('a\nb', null)).toEqual(['-a', '-b']);
  expect(short('a\nb\nc', 'b\nc\na')).toEqual(['-a', ' b', ' c', '+a']);
  expect(short('same', 'same')).toEqual([' same']);
});

test('both texts can be read out of their comparison', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const without = (left: string) => `${lines.flatMap(({ kind, text: line }) => (kind === left ? [] : [line])).join('\n')}\n`;
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('texts of many thousand lines are told at once', () => {
  const many = (mark: string) => Array.from({ length: 5000 }, (_, at) => `${mark}${at}`).join('\n');
  expect(lineDiff(many('a'), many('b'))).toHaveLength(10_000);
});

test('what is far from a change is counted and not shown', () => {
  const lines = lineDiff(
    Array.from({ length: 20 }, (_, at) => `${at}`).join('\n'),
    Array.from({ length: 20 }, (_, at) => (at === 10 ? 'x' : `${at}`)).join('\n'),
  );
  const shown = nearChanges(lines, 2);
  expect(shown[0]).toEqual({ kind: 'left-out', count: 8 });
  expect(shown.at(-1)).toEqual({ kind: 'left-out', count: 7 });
  expect(shown).toHaveLength(8);
});
