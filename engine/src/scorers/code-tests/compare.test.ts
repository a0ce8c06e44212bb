import type { GuestValue } from '@benchloop/spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameValue, type CompareRules } from './compare.ts';

const int = (v: number): GuestValue => ({ t: 'int', v: String(v) });
const float = (v: string): GuestValue => ({ t: 'float', v });
const text = (v: string): GuestValue => ({ t: 'text', v });
const bool = (v: boolean): GuestValue => ({ t: 'bool', v });
const list = (...v: GuestValue[]): GuestValue => ({ t: 'list', v });
const dict = (...v: [GuestValue, GuestValue][]): GuestValue => ({ t: 'dict', v });
const python: CompareRules = { language: 'python' };
const javascript: CompareRules = { language: 'javascript' };
const near: CompareRules = { language: 'python', tolerance: 0.01 };

describe('two values are the same', () => {
  test.each<[GuestValue, GuestValue, CompareRules]>([
    [int(3), int(3), python],
    [list(int(1), text('a')), list(int(1), text('a')), python],
    [dict([text('a'), int(1)], [text('b'), int(2)]), dict([text('b'), int(2)], [text('a'), int(1)]), python],
    [{ t: 'set', v: [int(1), int(2)] }, { t: 'set', v: [int(2), int(1)] }, python],
    [float('-0'), int(0), javascript],
    [float('2.004'), float('2'), near],
    [int(2), float('2.001'), near],
    [list(float('1.005')), list(int(1)), near],
  ])('%j and %j', (given, wanted, rules) => {
    expect(isSameValue(given, wanted, rules)).toBe(true);
  });
});

describe('two values differ', () => {
  test.each<[GuestValue, GuestValue, CompareRules]>([
    [bool(true), int(1), python],
    [int(1), bool(true), python],
    [bool(false), int(0), near],
    [float('1'), int(1), python],
    [text('1'), int(1), python],
    [{ t: 'none' }, bool(false), python],
    [{ t: 'undefined' }, { t: 'none' }, javascript],
    [{ t: 'tuple', v: [int(1)] }, list(int(1)), python],
    [list(int(1), int(2)), list(int(2), int(1)), python],
    [list(int(1)), list(int(1), int(1)), python],
    [list(int(1), int(1)), list(int(1)), python],
    [dict([text('a'), int(1)]), dict([text('a'), int(1)], [text('b'), int(1)]), python],
    [dict([text('a'), int(1)], [text('b'), int(1)]), dict([text('a'), int(1)]), python],
    [dict([int(1), int(1)]), dict([text('1'), int(1)]), python],
    [float('-0'), int(0), python],
    [float('2.02'), float('2'), near],
    [float('nan'), float('2'), near],
    [float('inf'), float('2'), near],
    [{ t: 'bigint', v: '1' }, int(1), javascript],
    [{ t: 'other', v: 'Point' }, dict(), python],
  ])('%j and %j', (given, wanted, rules) => {
    expect(isSameValue(given, wanted, rules)).toBe(false);
  });
});

test('every value is the same as itself, and equality goes both ways', () => {
  const { value } = fc.letrec<{ value: GuestValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.integer().map(int),
      fc.string().map(text),
      fc.boolean().map(bool),
      fc.array(tie('value'), { maxLength: 4 }).map((items) => list(...items)),
      fc
        .array(fc.tuple(fc.string().map(text), tie('value')), { maxLength: 4 })
        .map((pairs) => dict(...(pairs as [GuestValue, GuestValue][]))),
    ),
  }));
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isSameValue(a, a, python)).toBe(true);
      expect(isSameValue(a, b, python)).toBe(isSameValue(b, a, python));
    }),
  );
});
