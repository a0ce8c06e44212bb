import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, readAnswer } from './answer.ts';

/** As Python's `str.encode('utf-8', 'surrogatepass').hex()`. */
const encode = (text: string): string => {
  const bytes: number[] = [];
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(...Buffer.from(point, 'utf8'));
  }
  return Buffer.from(bytes).toString('hex');
};

test('every text comes back as it was, lone halves of surrogate pairs too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeText(encode(text))).toBe(text);
    }),
  );
  expect(decodeText(encode('é\ud800x\udfff😀'))).toBe('é\ud800x\udfff😀');
});

test('values are read with their exact types', () => {
  const text = JSON.stringify({
    end: 'returned',
    error: null,
    value: [
      'list',
      [
        ['int', '-0x10000000000000000'],
        ['float', '-0.0'],
        ['bool', true],
        ['none'],
        [
          'dict',
          [
            [
              ['text', '61'],
              ['tuple', []],
            ],
          ],
        ],
      ],
    ],
  });
  expect(readAnswer(text).value).toEqual({
    t: 'list',
    v: [
      { t: 'int', v: '-18446744073709551616' },
      { t: 'float', v: '-0' },
      { t: 'bool', v: true },
      { t: 'none' },
      {
        t: 'dict',
        v: [
          [
            { t: 'text', v: 'a' },
            { t: 'tuple', v: [] },
          ],
        ],
      },
    ],
  });
});

test.each([
  ['another end', '{"end":"time","error":null,"value":["none"]}'],
  ['another tag', '{"end":"returned","error":null,"value":["secret","1"]}'],
  ['no tag', '{"end":"returned","error":null,"value":7}'],
  ['a number as text', '{"end":"returned","error":null,"value":["int","seven"]}'],
  ['too deep', `{"end":"returned","error":null,"value":${'["list",['.repeat(70)}["none"]${']]'.repeat(70)}}`],
  ['cut off', '{"end":"returned"'],
])('an answer with %s is refused', (_what, text) => {
  expect(() => readAnswer(text)).toThrow();
});
