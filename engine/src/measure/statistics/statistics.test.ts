import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bcaInterval } from './bootstrap-interval.ts';
import { clusterBootstrapInterval } from './cluster-bootstrap.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { passAllK, passAtK } from './pass-at-k.ts';
import { interpolatedQuantile, nearestRank, quantilesOf } from './quantile.ts';
import { weightedMeanInterval } from './weighted-mean-interval.ts';
import { wilsonInterval } from './wilson.ts';

const counts = fc.integer({ min: 1, max: 2_000 }).chain((n) => fc.record({ n: fc.constant(n), passed: fc.integer({ min: 0, max: n }) }));
const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });
const width = ({ low, high }: { low: number; high: number }) => high - low;
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('Wilson interval', () => {
  test('contains the share and stays within 0 and 1', () => {
    fc.assert(
      fc.property(counts, ({ n, passed }) => {
        const { low, high } = wilsonInterval(passed / n, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(passed / n);
        expect(high).toBeGreaterThanOrEqual(passed / n);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('shrinks with more trials at the same share, and with less confidence', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 20 }), ({ n, passed }, times) => {
        expect(width(wilsonInterval(passed / n, n * times))).toBeLessThan(width(wilsonInterval(passed / n, n)));
        expect(width(wilsonInterval(passed / n, n, 0.8))).toBeLessThan(width(wilsonInterval(passed / n, n, 0.95)));
      }),
    );
  });

  test('mirrors: failures have the mirrored interval', () => {
    fc.assert(
      fc.property(counts, ({ n, passed }) => {
        const interval = wilsonInterval(passed / n, n);
        const mirrored = wilsonInterval((n - passed) / n, n);
        expect(mirrored.low).toBeCloseTo(1 - interval.high, 12);
        expect(mirrored.high).toBeCloseTo(1 - interval.low, 12);
      }),
    );
  });

  test('nothing or everything passed still leaves doubt', () => {
    expect(wilsonInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(0.2775, 4) });
    expect(wilsonInterval(1, 10)).toEqual({ low: expect.closeTo(0.7225, 4), high: 1 });
  });

  test.each([
    [0.5, 0],
    [0.5, 1.5],
    [1.1, 3],
    [-0.1, 3],
    [Number.NaN, 3],
  ])('a share of %s in %s trials is refused', (share, n) => {
    expect(() => wilsonInterval(share, n)).toThrow(RangeError);
  });

  test('a confidence of 1 is refused', () => {
    expect(() => wilsonInterval(0.5, 10, 1)).toThrow(RangeError);
  });
});

describe('normal distribution', () => {
  test('quantile and distribution function are inverse', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (probability) => {
        expect(normalCdf(normalQuantile(probability))).toBeCloseTo(probability, 12);
      }),
    );
  });

  test('ends are infinite and outside is refused', () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect(() => normalQuantile(1.01)).toThrow(RangeError);
  });
});

describe('cluster bootstrap', () => {
  const groups = fc.array(scores, { minLength: 2, maxLength: 12 });

  test('contains the mean, stays within the values, and repeats with its seed', () => {
    fc.assert(
      fc.property(groups, fc.constantFrom('percentile' as const, 'bca' as const), fc.integer(), (tasks, method, seed) => {
        const options = { seed, method, resamples: 200 };
        const interval = clusterBootstrapInterval(tasks, options);
        if (interval === null) return;
        const all = tasks.flat();
        expect(interval.low).toBeLessThanOrEqual(meanOf(all) + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual(meanOf(all) - 1e-12);
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...all) - 1e-12);
        expect(interval.high).toBeLessThanOrEqual(Math.max(...all) + 1e-12);
        expect(clusterBootstrapInterval(tasks, options)).toEqual(interval);
      }),
      { numRuns: 60 },
    );
  });

  test('scales with its values', () => {
    fc.assert(
      fc.property(groups, (tasks) => {
        const interval = clusterBootstrapInterval(tasks, { seed: 1, resamples: 200, method: 'percentile' });
        const scaled = clusterBootstrapInterval(
          tasks.map((task) => task.map((value) => value * 100)),
          { seed: 1, resamples: 200, method: 'percentile' },
        );
        if (interval === null || scaled === null) return;
        expect(scaled.low).toBeCloseTo(interval.low * 100, 8);
        expect(scaled.high).toBeCloseTo(interval.high * 100, 8);
      }),
      { numRuns: 40 },
    );
  });

  test('shrinks with more tasks', () => {
    const tasks = (count: number) => Array.from({ length: count }, (_, place) => [place % 3 === 0 ? 1 : 0]);
    const widths = [12, 48, 192].map((count) =>
      width(clusterBootstrapInterval(tasks(count), { seed: 5 }) as { low: number; high: number }),
    );
    expect(widths[1]).toBeLessThan((widths[0] as number) * 0.7);
    expect(widths[2]).toBeLessThan((widths[1] as number) * 0.7);
  });

  test('repeats of the same tasks add no certainty', () => {
    const tasks = Array.from({ length: 30 }, (_, place) => (place % 4 === 0 ? 1 : 0));
    const once = clusterBootstrapInterval(
      tasks.map((value) => [value]),
      { seed: 2 },
    ) as { low: number; high: number };
    const often = clusterBootstrapInterval(
      tasks.map((value) => Array.from({ length: 8 }, () => value)),
      { seed: 2 },
    ) as { low: number; high: number };
    expect(often.low).toBeCloseTo(once.low, 9);
    expect(often.high).toBeCloseTo(once.high, 9);
  });

  test.each([
    ['no task', []],
    ['one task', [[0, 1, 1]]],
    ['one task with trials', [[], [0.5]]],
    ['all equal', [[1], [1, 1], [1]]],
    ['all tasks with the same mean', [[0, 1], [0.5]]],
  ])('%s: no interval rather than one of width zero', (_name, tasks) => {
    expect(clusterBootstrapInterval(tasks, { seed: 1 })).toBeNull();
  });

  test('agrees with the normal interval on many tasks', () => {
    const tasks = Array.from({ length: 400 }, (_, place) => [place % 2]);
    const interval = clusterBootstrapInterval(tasks, { seed: 3, resamples: 4_000 }) as { low: number; high: number };
    expect(interval.low).toBeCloseTo(0.5 - 1.96 * 0.025, 2);
    expect(interval.high).toBeCloseTo(0.5 + 1.96 * 0.025, 2);
  });

  test('a distribution wholly on one side falls back to percentiles', () => {
    const distribution = Array.from({ length: 101 }, (_, place) => place / 100);
    expect(bcaInterval({ estimate: 2, distribution, leaveOneOut: [[1, 2, 3]], confidence: 0.9 })).toEqual({
      low: expect.closeTo(0.05, 12),
      high: expect.closeTo(0.95, 12),
    });
  });

  test('no jackknife spread means no acceleration', () => {
    const distribution = Array.from({ length: 101 }, (_, place) => place / 100);
    const interval = bcaInterval({ estimate: 0.5, distribution, leaveOneOut: [[1, 1, 1]], confidence: 0.9 });
    expect(interval.low).toBeCloseTo(0.05, 6);
    expect(interval.high).toBeCloseTo(0.95, 6);
  });
});

describe('pass@k and pass^k', () => {
  const trials = counts.filter(({ n }) => n <= 60);

  test('more tries never lower pass@k and never raise pass^k', () => {
    fc.assert(
      fc.property(trials, ({ n, passed }) => {
        for (let k = 1; k < n; k += 1) {
          expect(passAtK(n, passed, k + 1)).toBeGreaterThanOrEqual(passAtK(n, passed, k) - 1e-12);
          expect(passAllK(n, passed, k + 1)).toBeLessThanOrEqual(passAllK(n, passed, k) + 1e-12);
        }
      }),
    );
  });

  test('lie within 0 and 1, meet at k = 1 and mirror each other', () => {
    fc.assert(
      fc.property(trials, ({ n, passed }) => {
        expect(passAtK(n, passed, 1)).toBeCloseTo(passed / n, 12);
        expect(passAllK(n, passed, 1)).toBeCloseTo(passed / n, 12);
        for (let k = 1; k <= n; k += 1) {
          expect(passAtK(n, passed, k)).toBeGreaterThanOrEqual(0);
          expect(passAtK(n, passed, k)).toBeLessThanOrEqual(1);
          expect(passAllK(n, n - passed, k)).toBeCloseTo(1 - passAtK(n, passed, k), 12);
        }
      }),
    );
  });

  test.each([
    [3, 1, 4],
    [3, 1, 0],
    [3, 4, 1],
    [3, -1, 1],
    [3, 1, 1.5],
  ])('%s trials, %s passed, k = %s is refused', (n, passed, k) => {
    expect(() => passAtK(n, passed, k)).toThrow(RangeError);
    expect(() => passAllK(n, passed, k)).toThrow(RangeError);
  });
});

describe('quantiles', () => {
  const samples = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 });

  test('nearest rank is a sample, grows with its share, and covers that share', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 99 }), (values, percent) => {
        const value = nearestRank(values, percent / 100);
        expect(values).toContain(value);
        expect(nearestRank(values, (percent + 1) / 100)).toBeGreaterThanOrEqual(value);
        expect(values.filter((other) => other <= value).length * 100).toBeGreaterThanOrEqual(percent * values.length);
      }),
    );
  });

  test('interpolation lies between the least and the largest', () => {
    fc.assert(
      fc.property(samples, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const sorted = [...values].sort((a, b) => a - b);
        const value = interpolatedQuantile(sorted, share);
        expect(value).toBeGreaterThanOrEqual(sorted[0] as number);
        expect(value).toBeLessThanOrEqual(sorted.at(-1) as number);
      }),
    );
  });

  test('a p95 is given from 20 samples on', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
    expect(quantilesOf([])).toBeNull();
    const between = (low: number, high: number) => ({ low: expect.closeTo(low, 3), high: expect.closeTo(high, 3) });
    expect(quantilesOf(upTo(19))).toEqual({ n: 19, p50: 10, p50Interval: between(5.864, 14.136), p95: null, min: 1, max: 19 });
    expect(quantilesOf(upTo(20))).toEqual({ n: 20, p50: 10, p50Interval: between(6.2352, 14.7648), p95: 19, min: 1, max: 20 });
  });

  test('no samples and shares outside 0 to 1 are refused', () => {
    expect(() => nearestRank([], 0.5)).toThrow(RangeError);
    expect(() => nearestRank([1], 0)).toThrow(RangeError);
    expect(() => interpolatedQuantile([], 0.5)).toThrow(RangeError);
    expect(() => interpolatedQuantile([1], 1.5)).toThrow(RangeError);
  });
});

describe('weighted mean of estimates', () => {
  const estimate = fc.record({
    value: fc.double({ min: 0, max: 100, noNaN: true }),
    below: fc.double({ min: 0, max: 30, noNaN: true }),
    above: fc.double({ min: 0, max: 30, noNaN: true }),
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });

  test('contains the mean and is never wider than the weighted widths', () => {
    fc.assert(
      fc.property(fc.array(estimate, { minLength: 1, maxLength: 8 }), (parts) => {
        const result = weightedMeanInterval(
          parts.map(({ value, below, above, weight }) => ({ value, low: value - below, high: value + above, weight })),
        );
        const total = parts.reduce((sum, { weight }) => sum + weight, 0);
        expect(result.value).toBeCloseTo(parts.reduce((sum, { value, weight }) => sum + value * weight, 0) / total, 8);
        expect(result.low).toBeLessThanOrEqual(result.value);
        expect(result.high).toBeGreaterThanOrEqual(result.value);
        expect(width(result)).toBeLessThanOrEqual(
          parts.reduce((sum, { below, above, weight }) => sum + (below + above) * weight, 0) / total + 1e-9,
        );
      }),
    );
  });

  test('one estimate keeps its interval; independent ones narrow as squares do', () => {
    expect(weightedMeanInterval([{ value: 40, low: 30, high: 55, weight: 3 }])).toEqual({ value: 40, low: 30, high: 55 });
    const four = Array.from({ length: 4 }, () => ({ value: 50, low: 40, high: 60, weight: 1 }));
    expect(weightedMeanInterval(four)).toEqual({ value: 50, low: 45, high: 55 });
    expect(() => weightedMeanInterval([])).toThrow(RangeError);
  });
});
