import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formulaInWords, overallFigure, overallWeights, speedCurveInWords, speedScore, suiteWeights } from './formula.ts';

const share = fc.double({ min: 0, max: 100, noNaN: true });
const rate = fc.double({ min: 0, max: 1e6, noNaN: true });

describe('formula', () => {
  test('weights sum to 1', () => {
    for (const weights of Object.values(overallWeights)) expect(weights.quality + weights.speed + weights.reliability).toBeCloseTo(1, 12);
    expect(Object.values(suiteWeights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(Object.keys(suiteWeights)).toHaveLength(8);
  });

  test('the speed curve is monotonic and within 0 and 100', () => {
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const [slow, fast] = a < b ? [a, b] : [b, a];
        expect(speedScore(fast)).toBeGreaterThanOrEqual(speedScore(slow));
        expect(speedScore(slow)).toBeGreaterThanOrEqual(0);
        expect(speedScore(fast)).toBeLessThanOrEqual(100);
      }),
    );
  });

  test.each([
    [0, 0],
    [-1, 0],
    [0.5, 0],
    [1, 0.9],
    [2, 13.44],
    [30, 62.43],
    [1000, 100],
  ])('%s tok/s is %s points', (tokensPerSecond, points) => {
    expect(speedScore(tokensPerSecond)).toBeCloseTo(points, 2);
  });

  test('the figure grows with each part and stays within 0 and 100', () => {
    fc.assert(
      fc.property(share, fc.option(share), share, share, (quality, speed, reliability, more) => {
        const figure = overallFigure({ quality, speed, reliability });
        expect(figure).toBeGreaterThanOrEqual(0);
        expect(figure).toBeLessThanOrEqual(100 + 1e-9);
        expect(overallFigure({ quality: Math.max(quality, more), speed, reliability })).toBeGreaterThanOrEqual(figure);
        expect(overallFigure({ quality, speed, reliability: Math.max(reliability, more) })).toBeGreaterThanOrEqual(figure);
        expect(overallFigure({ quality, speed: speed === null ? null : Math.max(speed, more), reliability })).toBeGreaterThanOrEqual(
          figure,
        );
      }),
    );
  });

  test('all parts full is 100, by either formula', () => {
    expect(overallFigure({ quality: 100, speed: 100, reliability: 100 })).toBeCloseTo(100, 12);
    expect(overallFigure({ quality: 100, speed: null, reliability: 100 })).toBeCloseTo(100, 12);
    expect(overallFigure({ quality: 50, speed: 60, reliability: 100 })).toBeCloseTo(55, 12);
    expect(overallFigure({ quality: 50, speed: null, reliability: 100 })).toBeCloseTo(55, 12);
  });

  test('words are made from the numbers', () => {
    expect(formulaInWords('with-speed')).toBe('0.70 quality + 0.25 speed + 0.05 reliability');
    expect(formulaInWords('without-speed')).toBe('0.90 quality + 0.10 reliability');
    expect(speedCurveInWords).toBe('clamp(12.54 x log2(tok/s) + 0.9, 0, 100)');
  });
});
