import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

const takeMany = (limit: ReturnType<typeof createRateLimit>, count: number, nowMs: number): number =>
  Array.from({ length: count }, () => limit.take(nowMs)).filter(Boolean).length;

test('a burst is allowed, the rest only as time goes by', () => {
  const limit = createRateLimit({ burst: 10, perSecond: 2 });
  expect(takeMany(limit, 50, 0)).toBe(10);
  expect(takeMany(limit, 50, 400)).toBe(0);
  expect(takeMany(limit, 50, 3000)).toBe(6);
  expect(takeMany(limit, 50, 1_000_000)).toBe(10);
});

test('never more than the burst and what the time gives', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2000 }), { maxLength: 60 }), (waits) => {
      const limit = createRateLimit({ burst: 5, perSecond: 3 });
      let now = 0;
      let taken = 0;
      for (const wait of waits) {
        now += wait;
        taken += takeMany(limit, 3, now);
      }
      expect(taken).toBeLessThanOrEqual(5 + (3 * now) / 1000 + 1e-9);
    }),
  );
});
