import { expect, test } from 'vitest';
import { contextTiers, sayTier, tierOf } from './context-tier.ts';

test.each([
  [2048, 2048],
  [1280, 2048],
  [2559, 2048],
  [2560, 4096],
  [7000, 8192],
  [117_000, 131_072],
  [163_839, 131_072],
])('a prompt of %i tokens tests the tier of %i', (promptTokens, tier) => {
  expect(tierOf(promptTokens)).toBe(tier);
});

test.each([0, 1279, 163_840, 1_000_000])('a prompt of %i tokens tests no tier', (promptTokens) => {
  expect(tierOf(promptTokens)).toBeNull();
});

test('every size between the smallest and the largest belongs to one tier, and tiers rise with it', () => {
  let before = 0;
  for (let size = 1280; size < 163_840; size += 7) {
    const tier = tierOf(size) ?? 0;
    expect(tier).toBeGreaterThanOrEqual(before);
    before = tier;
  }
});

test('tiers are said in binary thousands', () => {
  expect(contextTiers.map(sayTier)).toEqual(['2k', '4k', '8k', '16k', '32k', '64k', '128k']);
});
