import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestPairing } from './pairing.ts';

/** Every way to pair, by trying all of them. */
const bestByTrial = (worths: (number | null)[][]): number => {
  const from = (expected: number, used: Set<number>): number => {
    if (expected === worths.length) return 0;
    const row = worths[expected] ?? [];
    return Math.max(
      from(expected + 1, used),
      ...row.map((worth, call) => (worth === null || used.has(call) ? 0 : worth + from(expected + 1, new Set([...used, call])))),
    );
  };
  return from(0, new Set());
};

test('finds the best pairing of one group, as trying all of them does', () => {
  const worth = fc.option(
    fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8),
    { nil: null },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 5 }),
      fc.array(worth, { minLength: 20, maxLength: 20 }),
      (rows, columns, pool) => {
        const worths = Array.from({ length: rows }, (_, row) => pool.slice(row * 5, row * 5 + columns));
        const found = bestPairing(
          worths.map(() => 0),
          Array.from({ length: columns }, () => 0),
          (expected, call) => worths[expected]?.[call] ?? null,
        );
        expect(found.value).toBeCloseTo(bestByTrial(worths), 9);
        expect(new Set(found.pairs.map((pair) => pair.call)).size).toBe(found.pairs.length);
        expect(new Set(found.pairs.map((pair) => pair.expected)).size).toBe(found.pairs.length);
      },
    ),
  );
});

test('a call of a later group counts only in a turn after the earlier group is complete', () => {
  const always = (expected: number, call: number) => (expected === call ? 1 : null);
  expect(bestPairing([0, 1], [0, 1], always).value).toBe(2);
  expect(bestPairing([0, 1], [0, 0], always).value).toBe(1);
  expect(bestPairing([0, 0, 1], [0, 1, 1], always).value).toBe(2);
  expect(bestPairing([0, 0, 1], [0, 1, 2], always).value).toBe(3);
});

test('a flood of calls is judged without trouble', () => {
  expect(
    bestPairing(
      [0, 0, 0],
      Array.from({ length: 20_000 }, (_, at) => Math.floor(at / 10)),
      () => 0.5,
    ).value,
  ).toBe(1.5);
});
