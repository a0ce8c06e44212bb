import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { bestAssignment } from './assignment.ts';

const ordersOf = (items: readonly number[], count: number): number[][] =>
  count === 0
    ? [[]]
    : items.flatMap((item) =>
        ordersOf(
          items.filter((one) => one !== item),
          count - 1,
        ).map((rest) => [item, ...rest]),
      );

/** The greatest total worth by trying every pairing. */
const tried = (worth: readonly (readonly number[])[], rows: number, columns: number): number => {
  const at = (row: number, column: number): number => worth[row]?.[column] ?? 0;
  const numbers = (count: number) => [...Array(count).keys()];
  const totals =
    rows <= columns
      ? ordersOf(numbers(columns), rows).map((order) => order.reduce((sum, column, row) => sum + at(row, column), 0))
      : ordersOf(numbers(rows), columns).map((order) => order.reduce((sum, row, column) => sum + at(row, column), 0));
  return Math.max(...totals);
};

describe('best assignment', () => {
  test('is as good as trying every pairing, and uses no column twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 }),
        (rows, columns, worth) => {
          const owner = bestAssignment(rows, columns, (row, column) => worth[row]?.[column] ?? 0);
          const used = owner.filter((column) => column >= 0);
          expect(used.length).toBe(Math.min(rows, columns));
          expect(new Set(used).size).toBe(used.length);
          expect(owner.reduce((sum, column, row) => sum + (column < 0 ? 0 : (worth[row]?.[column] ?? 0)), 0)).toBe(
            tried(worth, rows, columns),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test('nothing to pair', () => {
    expect(bestAssignment(0, 3, () => 1)).toEqual([]);
    expect(bestAssignment(2, 0, () => 1)).toEqual([-1, -1]);
  });
});
