import { expect, test } from 'vitest';
import { isOverdrawn, stepLimits } from './step-limits.ts';

const { cpuMicroseconds, rssBytes } = stepLimits;
const start = { cpuMicroseconds: 5_000_000, rssBytes: 100_000_000 };
const after = (cpu: number, rss: number) => ({ cpuMicroseconds: start.cpuMicroseconds + cpu, rssBytes: start.rssBytes + rss });

test.each([
  ['a usual step', after(5_000, 1_000_000), false],
  ['the whole time', after(cpuMicroseconds, 0), false],
  ['more than the time', after(cpuMicroseconds + 1, 0), true],
  ['the whole memory', after(0, rssBytes), false],
  ['more than the memory', after(0, rssBytes + 1), true],
  ['memory given back', after(0, -50_000_000), false],
])('%s', (_what, now, over) => expect(isOverdrawn(start, now)).toBe(over));

test('a step is not ended for memory that another has left behind, until the process holds too much for the machine', () => {
  const left = (bytes: number) => ({ cpuMicroseconds: 0, rssBytes: bytes });
  expect(isOverdrawn(left(900 * 1024 ** 2), left(901 * 1024 ** 2))).toBe(false);
  expect(isOverdrawn(left(2 * 1024 ** 3), left(2 * 1024 ** 3 + 1))).toBe(true);
});
