import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../kit/random.ts';
import { medianInterval, minimumSamplesForMedianInterval } from './median-interval.ts';
import { nearestRank } from './quantile.ts';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, place) => place + 1);

// Ranks of the tables in Conover, Practical Nonparametric Statistics, and of qbinom(0.025, n, 0.5) in R; the limits lie between them and the next.
test.each([
  [6, 1, 6],
  [8, 1, 8],
  [9, 2, 8],
  [10, 2, 9],
  [20, 6, 15],
  [25, 8, 18],
  [50, 18, 33],
  [100, 40, 61],
])('of %d samples: inward from the sample of rank %d and that of rank %d, by less than a rank', (n, low, high) => {
  const found = medianInterval(upTo(n).toReversed());
  expect(found?.low).toBeGreaterThanOrEqual(low);
  expect(found?.low).toBeLessThan(low + 1);
  expect(found?.high).toBeCloseTo(n + 1 - (found?.low ?? 0), 9);
  expect(found?.high).toBeLessThanOrEqual(high);
});

// By hand for 10 samples: ranks 2 and 3 hold in 1002 and 912 of 1024 cases, so 0.3244 of the way, and 8 * 0.3244 / (2 + 6 * 0.3244) of a rank.
test('the way between two ranks is that of the formula', () => {
  const found = medianInterval(upTo(10));
  expect(found?.low).toBeCloseTo(2.6577, 4);
  expect(found?.high).toBeCloseTo(8.3423, 4);
});

test('fewer than six samples have none at 95 %', () => {
  expect(minimumSamplesForMedianInterval).toBe(6);
  for (const n of [0, 1, 2, 5]) expect(medianInterval(upTo(n))).toBeNull();
  expect(medianInterval(upTo(5), 0.9)?.low).toBeLessThan(2);
});

test('thousands of samples neither overflow nor widen', () => {
  const found = medianInterval(upTo(10_000));
  expect(found?.low).toBeCloseTo(4902, -1);
  expect(found?.high).toBeCloseTo(5099, -1);
});

test('holds the median of the samples, and lies within them', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 6, maxLength: 60 }), (samples) => {
      const { low, high } = medianInterval(samples) as { low: number; high: number };
      const median = nearestRank(samples, 0.5);
      expect(low <= median && median <= high).toBe(true);
      expect(low).toBeGreaterThanOrEqual(Math.min(...samples));
      expect(high).toBeLessThanOrEqual(Math.max(...samples));
    }),
  );
});

test('holds the true median in 95 % of cases, for skewed samples too', () => {
  const random = createRandom('median-interval');
  for (const n of [6, 8, 12, 30]) {
    const held = Array.from({ length: 2000 }, () => {
      const found = medianInterval(Array.from({ length: n }, () => -Math.log(1 - random.float())));
      return Number(found !== null && found.low <= Math.LN2 && Math.LN2 <= found.high);
    });
    const share = held.reduce((sum, one) => sum + one, 0) / held.length;
    expect(share).toBeGreaterThan(0.93);
    expect(share).toBeLessThan(0.97);
  }
});

test('a confidence that is none is refused', () => {
  expect(() => medianInterval([1, 2, 3, 4, 5, 6], 1)).toThrow(RangeError);
});
