import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortOfText, textOfSort, turnedSort } from './sort-address.ts';

const columns = ['name', 'size', 'tok/s'];

describe('the order of a table in its address', () => {
  test('an order that was put there is read again', () =>
    fc.assert(
      fc.property(fc.constantFrom(...columns), fc.constantFrom('ascending' as const, 'descending' as const), (column, direction) => {
        expect(sortOfText(textOfSort({ column, direction }), columns)).toEqual({ column, direction });
      }),
    ));

  test.each(['', '-', '--size', 'weight', '-weight', 'size descending', 'constructor'])('%j is no order of these columns', (text) =>
    expect(sortOfText(text, columns)).toBeNull(),
  );

  test('no order is no text', () => expect(textOfSort(null)).toBe(''));

  test('a second click on a head turns the order round, another head begins ascending', () => {
    const first = turnedSort(null, 'size');
    expect(textOfSort(first)).toBe('size');
    expect(textOfSort(turnedSort(first, 'size'))).toBe('-size');
    expect(textOfSort(turnedSort(turnedSort(first, 'size'), 'size'))).toBe('size');
    expect(textOfSort(turnedSort(turnedSort(first, 'size'), 'name'))).toBe('name');
  });
});
