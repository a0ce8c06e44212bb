import { describe, expect, test } from 'vitest';
import { contextHeldSchema, sayTier, type Trial } from '@benchloop/spec';
import { contextHeld } from './context-held.ts';
import { buildCall, buildTrial, failedScore } from './fixtures.ts';

type TierInput = { tier: number; passed: number; of: number; promptTokens?: number | null; source?: 'usage' | 'estimate' };

const trialsOf = ({ tier, passed, of, promptTokens = Math.round(0.85 * tier), source = 'usage' }: TierInput): Trial[] =>
  Array.from({ length: of }, (_, place) =>
    buildTrial({
      suiteId: 'longcontext',
      taskId: `kind-${tier}-${place}`,
      tags: [`tier-${sayTier(tier)}`],
      calls: [buildCall({ prompt: promptTokens, source })],
      ...(place < passed ? {} : { score: failedScore }),
    }),
  );

const heldBy = (...tiers: TierInput[]) => contextHeld(tiers.flatMap(trialsOf));

test('other suites say nothing', () => {
  expect(contextHeld([])).toBeNull();
  expect(contextHeld([buildTrial({ suiteId: 'reasonmath', taskId: 'rates-01', calls: [buildCall({ prompt: 8000 })] })])).toBeNull();
});

test('scores by tier with Wilson intervals and the tokens that the server counted', () => {
  const result = heldBy({ tier: 2048, passed: 6, of: 6 }, { tier: 4096, passed: 3, of: 6 });
  expect(contextHeldSchema.parse(result)).toEqual(result);
  expect(result?.tiers).toEqual([
    {
      tier: 2048,
      promptTokens: { n: 6, p50: 1741, p50Interval: { low: 1741, high: 1741 }, p95: null, min: 1741, max: 1741 },
      score: { value: 100, low: expect.closeTo(60.97, 2), high: 100, n: 6, method: 'wilson' },
    },
    {
      tier: 4096,
      promptTokens: { n: 6, p50: 3482, p50Interval: { low: 3482, high: 3482 }, p95: null, min: 3482, max: 3482 },
      score: { value: 50, low: expect.closeTo(18.76, 2), high: expect.closeTo(81.24, 2), n: 6, method: 'wilson' },
    },
  ]);
});

describe('the largest tier held', () => {
  test('ends where the score falls below half, with the interval from the limits of the scores', () => {
    const result = heldBy(
      { tier: 2048, passed: 6, of: 6 },
      { tier: 4096, passed: 4, of: 6 },
      { tier: 8192, passed: 2, of: 6 },
      { tier: 16_384, passed: 0, of: 6 },
    );
    // 4 of 6: 30 to 90 %; 2 of 6: 10 to 70 %; 0 of 6: 0 to 39 %.
    expect(result?.held).toEqual({ tier: 4096, low: 2048, high: 8192 });
  });

  test('needs every smaller measured tier', () => {
    expect(heldBy({ tier: 2048, passed: 0, of: 6 }, { tier: 4096, passed: 6, of: 6 })?.held).toEqual({ tier: null, low: null, high: null });
  });

  test('goes over tiers that were not measured', () => {
    expect(heldBy({ tier: 2048, passed: 6, of: 6 }, { tier: 8192, passed: 6, of: 6 })?.held).toEqual({ tier: 8192, low: 8192, high: 8192 });
  });

  test('counts truncated and unparseable replies as not passed, and failures of the stack not at all', () => {
    const [one, two, three, ...rest] = trialsOf({ tier: 2048, passed: 4, of: 4 });
    const result = contextHeld([
      { ...(one as Trial), outcome: 'truncated', score: null },
      { ...(two as Trial), outcome: 'unparseable', score: null },
      { ...(three as Trial), outcome: 'timeout', score: null },
      ...rest,
    ]);
    expect(result?.tiers[0]?.score).toMatchObject({ n: 3, value: expect.closeTo(100 / 3, 9) as number });
  });
});

describe('the server’s own count decides', () => {
  test('a tokenizer that needs more tokens moves a task up', () => {
    expect(heldBy({ tier: 4096, passed: 6, of: 6, promptTokens: 5200 })?.tiers.map(({ tier }) => tier)).toEqual([8192]);
  });

  test.each<[string, Partial<TierInput>]>([
    ['no count', { promptTokens: null }],
    ['an estimate', { source: 'estimate' }],
    ['a count far below the text, as of a server that cuts prompts silently', { promptTokens: 4096 }],
    ['a count below every tier, as of a server that counts only what it had not cached', { promptTokens: 30 }],
  ])('%s belongs to no tier', (_name, input) => {
    expect(heldBy({ tier: 16_384, passed: 0, of: 6, ...input })).toEqual({ tiers: [], held: null, uncounted: 6 });
  });
});
