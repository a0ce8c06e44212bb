import type { Random } from '../../../kit/random.ts';

export const messages = [
  'disk quota exceeded',
  'upstream closed the connection',
  'certificate expired',
  'queue is full',
  'checksum differs',
  "can't open lock file",
  'table not found',
] as const;

/** Seconds since midnight as HH:MM:SS. */
export const timeText = (second: number): string =>
  [3600, 60, 1].map((unit, at) => String(Math.floor(second / unit) % (at === 0 ? 24 : 60)).padStart(2, '0')).join(':');
/** Growing times of day in seconds. */
export const timesOf = (random: Random, count: number): number[] => {
  let second = random.int(3600, 40_000);
  return Array.from({ length: count }, () => (second += random.int(2, 90)));
};
