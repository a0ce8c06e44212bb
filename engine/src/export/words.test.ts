import { describe, expect, test } from 'vitest';
import { onOneLine, sayBytes, sayCount, sayDuration, sayModel, sayMoney, sayRate } from './words.ts';
import { wrap, wrapHanging } from './wrap.ts';

describe('words', () => {
  test.each([
    [0, '0.0 ms'],
    [9.94, '9.9 ms'],
    [25, '25 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [1400, '1.4 s'],
    [9960, '10 s'],
    [72_000, '72 s'],
    [99_600, '2 min'],
    [720_000, '12 min'],
    [7_500_000, '2.1 h'],
  ])('%s ms is %s', (milliseconds, words) => {
    expect(sayDuration(milliseconds)).toBe(words);
  });

  test.each([
    [4.209, '4.21'],
    [9.999, '10.0'],
    [40, '40.0'],
    [99.96, '100'],
    [1234.5, '1235'],
  ])('a rate of %s is %s', (rate, words) => {
    expect(sayRate(rate)).toBe(words);
  });

  test.each([
    [16 * 2 ** 30, '16 GiB'],
    [1.5 * 2 ** 30, '1.5 GiB'],
    [98 * 2 ** 20, '98 MiB'],
  ])('%s bytes are %s', (bytes, words) => {
    expect(sayBytes(bytes)).toBe(words);
  });

  test('a quantization is not said twice', () => {
    expect(sayModel({ name: 'SmolLM2', quantization: 'Q4_1' })).toBe('SmolLM2 Q4_1');
    expect(sayModel({ name: 'SmolLM2.q4_1', quantization: 'Q4_1' })).toBe('SmolLM2.q4_1');
    expect(sayModel({ name: 'gpt', quantization: null })).toBe('gpt');
  });

  test('counts', () => {
    expect([sayCount(1, 'trial'), sayCount(0, 'trial')]).toEqual(['1 trial', '0 trials']);
  });

  test('text from elsewhere cannot move the cursor, break the line or turn its direction', () => {
    expect(onOneLine('a\u001b[2J\u001b[31mred\r\nb\u202Ec\u0007')).toBe('a [2J [31mred b c');
    expect(onOneLine('Größe 日本')).toBe('Größe 日本');
  });
});

describe('wrap', () => {
  test('breaks at spaces, keeps long words whole', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a verylongword b', 5)).toEqual(['a', 'verylongword', 'b']);
    expect(wrap('', 5)).toEqual(['']);
  });

  test('hangs later lines under the first', () => {
    expect(wrapHanging('  - ', 'word '.repeat(20).trim())).toEqual([`  - ${'word '.repeat(15).trim()}`, `    ${'word '.repeat(5).trim()}`]);
  });
});

test.each([
  [0, '0.00 USD'],
  [12.3, '12.30 USD'],
  [0.5, '0.50 USD'],
  [0.0421, '0.042 USD'],
  [0.000042, '0.000042 USD'],
  [0.0000000001, '0.00000000 USD'],
])('an amount of %d is said as %s', (amount, text) => {
  expect(sayMoney(amount, 'USD')).toBe(text);
});
