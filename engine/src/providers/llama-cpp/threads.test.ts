import { describe, expect, it } from 'vitest';
import { chooseThreads, defaultThreads, trialCandidates } from './threads.ts';

describe('threads', () => {
  it('leaves one core free by default', () => {
    expect([1, 2, 8].map(defaultThreads)).toEqual([1, 1, 7]);
  });

  it('tries half, all but one, and all cores', () => {
    expect(trialCandidates(1)).toEqual([1]);
    expect(trialCandidates(2)).toEqual([1, 2]);
    expect(trialCandidates(8)).toEqual([4, 7, 8]);
  });

  it('takes more threads only when they win clearly', () => {
    const rates = (...tokensPerSecond: number[]) => tokensPerSecond.map((rate, index) => ({ threads: index + 1, tokensPerSecond: rate }));
    expect(chooseThreads(rates(30, 50))).toBe(2);
    expect(chooseThreads(rates(30, 30.5))).toBe(1);
    expect(chooseThreads(rates(30, 2))).toBe(1);
    expect(chooseThreads(rates(30, 50, 51))).toBe(2);
  });
});
