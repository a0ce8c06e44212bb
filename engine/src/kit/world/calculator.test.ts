import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculate, depthMax, expressionMax } from './calculator.ts';

describe('calculate', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 / 4 - 1', 1.5],
    ['-(2 - 5) * 2', 6],
    ['0.1 + 0.2', 0.3],
    ['8 / 2 / 2', 2],
    ['--3', 3],
  ])('%s = %d', (expression, value) => expect(calculate(expression)).toBe(value));

  test.each(['9**9**9', '9^9', '2e999', '1/0', '', '1+', '(1', '1)', 'process.exit()', '1;2', `${'9*'.repeat(40)}9`])(
    'refuses %s',
    (expression) => expect(() => calculate(expression)).toThrow(expect.objectContaining({ name: 'WorldError' })),
  );

  test('length and depth are bounded', () => {
    expect(() => calculate('1+'.repeat(expressionMax))).toThrow(/at most/);
    expect(() => calculate('('.repeat(depthMax + 1))).toThrow(/brackets/);
    expect(() => calculate('-'.repeat(depthMax + 1))).toThrow(/brackets/);
  });

  test('any text ends at once, in a number or in an error that is told', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-*/(). ^e'), maxLength: 450 }), (text) => {
        try {
          expect(Number.isFinite(calculate(text))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'WorldError' });
        }
      }),
    );
  });

  test('sums and products of whole numbers are exact', () => {
    const small = fc.integer({ min: -9999, max: 9999 });
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        expect(calculate(`(${a})*(${b})+(${c})`) - (a * b + c) === 0).toBe(true);
      }),
    );
  });
});
