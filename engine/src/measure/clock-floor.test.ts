import { expect, test } from 'vitest';
import { measureClockFloor } from './clock-floor.ts';

test('the floor of the clock is measured over loopback', async () => {
  const floor = await measureClockFloor(30);
  expect(floor.samples).toBeGreaterThan(0);
  expect(floor.samples).toBeLessThanOrEqual(30);
  expect(floor.p50Ms).toBeGreaterThan(0);
  expect(floor.p99Ms).toBeGreaterThanOrEqual(floor.p50Ms);
});
