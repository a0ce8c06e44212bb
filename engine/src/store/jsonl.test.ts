import fc from 'fast-check';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { parseLines } from './jsonl.ts';

const schema = z.object({ n: z.number() });

test('whole lines are read', () => {
  expect(parseLines('{"n":1}\n{"n":2}\n', schema)).toEqual({ values: [{ n: 1 }, { n: 2 }], wholeBytes: 16, torn: null, badLines: [] });
});

test('a line that does not fit is named by its number', () => {
  expect(parseLines('{"n":1}\n{"n":"x"}\nnonsense\n', schema)).toMatchObject({ values: [{ n: 1 }], badLines: [2, 3] });
});

test('a last line without its end is torn, even if it parses', () => {
  expect(parseLines('{"n":1}\n{"n":2}', schema)).toMatchObject({ values: [{ n: 1 }], torn: '{"n":2}', wholeBytes: 8 });
});

test('cut anywhere, a file gives exactly the lines that were finished', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 10 }), fc.nat(), (numbers, cutAt) => {
      const text = numbers.map((n) => `${JSON.stringify({ n })}\n`).join('');
      const cut = text.slice(0, cutAt % (text.length + 1));
      const parsed = parseLines(cut, schema);
      expect(parsed.badLines).toEqual([]);
      expect(parsed.values).toEqual(numbers.slice(0, parsed.values.length).map((n) => ({ n })));
      expect(parsed.values.length).toBe(cut.split('\n').length - 1);
      expect(parsed.wholeBytes + (parsed.torn?.length ?? 0)).toBe(cut.length);
    }),
  );
});
