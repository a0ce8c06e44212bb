import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bcaInterval, percentileInterval } from './bootstrap-interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { passAllK, passAtK } from './pass-at-k.ts';
import { interpolatedQuantile, median, nearestRank } from './quantile.ts';
import { wilsonInterval } from './wilson.ts';

type Limits = { low: number; high: number };
type Reference = {
  wilson: (Limits & { n: number; passed: number; confidence: number })[];
  normal: { cdf: { x: number; p: number }[]; quantile: { p: number; x: number }[] };
  passAtK: { n: number; passed: number; k: number; passAt: number; passAll: number }[];
  quantiles: { samples: number[]; share: number; nearestRank: number; interpolated: number; median: number }[];
  bootstrap: (Limits & { name: string; values: number[]; method: string; confidence: number; distribution: number[] | null })[];
};
const reference = JSON.parse(readFileSync(new URL('./reference/reference.json', import.meta.url), 'utf8')) as Reference;

describe('against recorded values of scipy and numpy', () => {
  test(`${reference.wilson.length} Wilson intervals agree to 1e-12`, () => {
    for (const { n, passed, confidence, low, high } of reference.wilson) {
      const interval = wilsonInterval(passed / n, n, confidence);
      expect(interval.low, `${passed}/${n} at ${confidence}`).toBeCloseTo(low, 12);
      expect(interval.high, `${passed}/${n} at ${confidence}`).toBeCloseTo(high, 12);
    }
  });

  test('the normal distribution agrees to 1e-13', () => {
    for (const { x, p } of reference.normal.cdf) expect(normalCdf(x), `cdf(${x})`).toBeCloseTo(p, 13);
    for (const { x, p } of reference.normal.quantile) expect(normalQuantile(p), `quantile(${p})`).toBeCloseTo(x, 11);
  });

  test('tiny tails keep their relative precision', () => {
    for (const { x, p } of reference.normal.cdf.filter((value) => value.p < 0.1)) expect(normalCdf(x) / p).toBeCloseTo(1, 9);
  });

  test(`${reference.passAtK.length} values of pass@k and pass^k agree with exact fractions`, () => {
    for (const { n, passed, k, passAt, passAll } of reference.passAtK) {
      expect(passAtK(n, passed, k)).toBeCloseTo(passAt, 13);
      expect(passAllK(n, passed, k)).toBeCloseTo(passAll, 13);
    }
  });

  test(`${reference.quantiles.length} quantiles agree with both definitions`, () => {
    for (const { samples, share, nearestRank: ranked, interpolated, median: middle } of reference.quantiles) {
      expect(nearestRank(samples, share), `${share} of ${samples.length}`).toBe(ranked);
      expect(
        interpolatedQuantile(
          [...samples].sort((a, b) => a - b),
          share,
        ),
      ).toBeCloseTo(interpolated, 10);
      expect(median(samples)).toBeCloseTo(middle, 10);
    }
  });

  test(`${reference.bootstrap.length} bootstrap intervals agree on the same resamples`, () => {
    for (const { name, values, method, confidence, low, high } of reference.bootstrap) {
      const distribution = reference.bootstrap.find((other) => other.name === name && other.distribution !== null)?.distribution ?? [];
      const sum = values.reduce((total, value) => total + value, 0);
      const leaveOneOut = values.map((value) => (sum - value) / (values.length - 1));
      const interval =
        method === 'bca'
          ? bcaInterval({ estimate: sum / values.length, distribution, leaveOneOut: [leaveOneOut], confidence })
          : percentileInterval(distribution, confidence);
      expect(interval.low, `${name}, ${method} at ${confidence}`).toBeCloseTo(low, 9);
      expect(interval.high, `${name}, ${method} at ${confidence}`).toBeCloseTo(high, 9);
    }
  });
});
