import { outcomeSchema } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { onOneLine, sayDuration, sayPercent, sayRate, saySigned, sayTokens, showHidden } from './format.ts';
import { wordsOfOutcome } from './outcome-words.ts';
import { wordsOfVerdict } from './verdict-words.ts';

describe('numbers as people say them', () => {
  test.each([
    [1.44, '1.4\u2009ms'],
    [340, '340\u2009ms'],
    [1400, '1.4\u2009s'],
    [59_000, '59\u2009s'],
    [720_000, '12\u2009min'],
    [7_560_000, '2.1\u2009h'],
  ])('%d ms is %s', (ms, said) => {
    expect(sayDuration(ms)).toBe(said);
  });

  test.each([
    [4.2, '+4.2'],
    [-1, '−1.0'],
    [0, '0.0'],
    [-0.04, '0.0'],
  ])('the difference %d is %s', (value, said) => {
    expect(saySigned(value)).toBe(said);
  });

  test('rates, shares and tokens', () => {
    expect([sayRate(4.214), sayRate(40), sayRate(512.3)]).toEqual(['4.21\u2009tok/s', '40.0\u2009tok/s', '512\u2009tok/s']);
    expect(sayPercent(0.125, 1)).toBe('12.5\u2009%');
    expect([sayTokens(74), sayTokens(4096), sayTokens(131_072), sayTokens(20_123)]).toEqual(['74', '4k', '128k', '20\u2009000']);
  });
});

test('every outcome has a glyph, a word and a meaning of its own', () => {
  const words = outcomeSchema.options.map((outcome) => wordsOfOutcome(outcome, false));
  expect(new Set(words.map(({ glyph }) => glyph)).size).toBe(outcomeSchema.options.length);
  expect(new Set(words.map(({ word }) => word)).size).toBe(outcomeSchema.options.length);
  expect(wordsOfOutcome('scored', true).word).toBe('passed');
  expect(wordsOfOutcome('scored', false).word).toBe('not passed');
});

test('the verdict words', () => {
  expect(wordsOfVerdict({ verdict: 'better' })).toBe('better');
  expect(wordsOfVerdict({ verdict: 'same', margin: 3 })).toBe('same within ±3');
  expect(wordsOfVerdict({ verdict: 'unknown', moreTrials: 140 })).toBe('cannot tell yet (about 140 more trials)');
  expect(wordsOfVerdict({ verdict: 'unknown' })).toBe('cannot tell yet');
});

test('what cannot be seen is taken out of a line and shown in a text', () => {
  expect(onOneLine('a\n\u202Eb\u0000\u2028c')).toBe('a b c');
  expect(showHidden('a\r\n\tb\u202E\u001B[31m')).toBe('a\n\tb⟨U+202E⟩⟨U+001B⟩[31m');
});
