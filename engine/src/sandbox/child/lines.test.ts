import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLines } from './lines.ts';

test('lines are the same however the bytes are cut, and end at a line feed only', () => {
  const line = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 7 }), (wanted, size) => {
      const bytes = Buffer.from(wanted.map((text) => `${text}\n`).join(''), 'utf8');
      const found: string[] = [];
      const take = createLines((text) => found.push(text));
      for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size));
      expect(found).toEqual(wanted.map((text) => Buffer.from(text, 'utf8').toString('utf8')));
    }),
  );
});

test('a line that grows beyond the limit is told', () => {
  let told = 0;
  const take = createLines(
    () => undefined,
    10,
    () => (told += 1),
  );
  take(Buffer.from('12345\n1234567'));
  expect(told).toBe(0);
  take(Buffer.from('89012'));
  expect(told).toBe(1);
});
