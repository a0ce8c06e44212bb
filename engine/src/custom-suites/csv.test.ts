import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';

const textsOf = (text: string): string[][] => {
  const read = readCsv(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read.rows.map((row) => row.map((cell) => cell.text));
};

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a,1","b ""x"""\n', [['a,1', 'b "x"']]],
  ['"two\nlines",x\n\n', [['two\nlines', 'x']]],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  ['', []],
])('%j', (text, rows) => {
  expect(textsOf(text)).toEqual(rows);
});

test('places count lines inside of quotes', () => {
  const read = readCsv('x,"a\nb\nc",y\nz\n');
  expect(read.ok && read.rows.flat().map(({ place }) => [place.line, place.column])).toEqual([
    [1, 1],
    [1, 3],
    [3, 4],
    [4, 1],
  ]);
});

test('what is written by the rules is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é'), maxLength: 6 });
  const row = fc.array(cell, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const text = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
      expect(textsOf(text)).toEqual(rows);
    }),
  );
});

test('any text is read or refused with a place', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r') }), (text) => {
      const read = readCsv(text);
      expect(read.ok || (read.problem.line >= 1 && read.problem.column >= 1)).toBe(true);
    }),
  );
});

test('a row of endless cells is refused', () => {
  expect(readCsv(','.repeat(1000))).toMatchObject({ ok: false, problem: { line: 1 } });
});
