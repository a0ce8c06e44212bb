import { UserError, type Usage } from '@benchloop/spec';
import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { knownPrices } from './known-prices.ts';
import { pricesSchema, type Prices } from './price-list.ts';
import { costOf, pricesFileOf, readPrices } from './prices.ts';

const prices: Prices = {
  dated: '2026-01-31',
  currency: 'EUR',
  prices: [
    { provider: 'p', model: 'm', input: 2, output: 10, cachedInput: 0.5, mostPromptTokens: 1_000 },
    { provider: 'p', model: 'no-cache', input: 2, output: 10 },
    { provider: 'p', model: 'hosted', host: 'gateway.example.com', input: 4, output: 10 },
  ],
};
const model = { providerId: 'p', name: 'm', host: 'api.example.com' };
const usage = (more: Partial<Usage> = {}): Usage => ({
  promptTokens: 1_000,
  completionTokens: 100,
  cachedTokens: null,
  reasoningTokens: null,
  source: 'usage',
  ...more,
});

describe('the cost of a call', () => {
  test('is input and output at their prices, with the day of the list', () => {
    expect(costOf(usage(), model, prices)).toEqual({ amount: 0.003, currency: 'EUR', dated: '2026-01-31' });
  });

  test('takes cached input at its own price', () => {
    expect(costOf(usage({ cachedTokens: 400 }), model, prices)?.amount).toBeCloseTo((600 * 2 + 400 * 0.5 + 100 * 10) / 1e6, 12);
  });

  test.each(['m-20250929', 'm-2025-09-29', 'm@20250929'])('of the dated name %s is that of the name', (name) => {
    expect(costOf(usage(), { ...model, name }, prices)?.amount).toBe(0.003);
  });

  test('is that of the host that is asked', () => {
    expect(costOf(usage(), { ...model, name: 'hosted', host: 'gateway.example.com' }, prices)?.amount).toBe(0.005);
  });

  test.each([
    ['no counts', null, model],
    ['no prompt count', usage({ promptTokens: null }), model],
    ['no completion count', usage({ completionTokens: null }), model],
    ['an unknown model', usage(), { ...model, name: 'm-large' }],
    ['the same name elsewhere', usage(), { ...model, providerId: 'q' }],
    ['a longer prompt than the price is for', usage({ promptTokens: 1_001 }), model],
    ['cached input without a price', usage({ cachedTokens: 1 }), { ...model, name: 'no-cache' }],
    ['a price of another host', usage(), { ...model, name: 'hosted' }],
  ] as const)('is unknown for %s', (_title, counts, which) => {
    expect(costOf(counts, which, prices)).toBeNull();
  });

  test('never falls with more tokens, and is the sum of its parts', () => {
    const count = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const amount = (prompt: number, completion: number) =>
          costOf(usage({ promptTokens: prompt, completionTokens: completion }), model, prices)?.amount ?? Number.NaN;
        expect(amount(a + b, c + d)).toBeCloseTo(amount(a, c) + amount(b, d), 12);
        expect(amount(a + b, c + d)).toBeGreaterThanOrEqual(amount(a, c));
      }),
    );
  });
});

describe('the list of prices', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'benchloop-prices-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('that is built in is one, each model once', () => {
    expect(pricesSchema.parse(knownPrices)).toEqual(knownPrices);
    const names = knownPrices.prices.map(({ provider, model: name }) => `${provider}/${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is the built-in one until a person replaces it', async () => {
    expect(await readPrices(folder)).toEqual({ ...knownPrices, list: 'built-in' });
    await writeFile(pricesFileOf(folder), JSON.stringify(prices));
    expect(await readPrices(folder)).toEqual({ ...prices, list: 'file' });
  });

  test.each([
    ['{', /no list of prices/u],
    ['{"dated":"yesterday","currency":"USD","prices":[]}', /at dated/u],
    ['{"dated":"2026-01-31","currency":"USD","prices":[{"provider":"p","model":"m","input":-1,"output":1}]}', /at prices\.0\.input/u],
    ['{"dated":"2026-01-31","currency":"USD","prices":[{"provider":"p","model":"m","input":1,"output":1,"cached":1}]}', /at prices\.0/u],
  ])('%s is said to be none, with its place', async (text, message) => {
    await writeFile(pricesFileOf(folder), text);
    const failure = readPrices(folder);
    await expect(failure).rejects.toThrow(UserError);
    await expect(failure).rejects.toThrow(message);
  });
});
