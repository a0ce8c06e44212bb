import type { Price, Prices } from './price-list.ts';

const at = (provider: string, host: string, prices: readonly Omit<Price, 'provider' | 'host'>[]): Price[] =>
  prices.map((price) => ({ provider, host, ...price }));

const openAi: readonly Omit<Price, 'provider' | 'host'>[] = [
  { model: 'gpt-4o', input: 2.5, output: 10, cachedInput: 1.25 },
  { model: 'gpt-4o-mini', input: 0.15, output: 0.6, cachedInput: 0.075 },
  { model: 'gpt-4.1', input: 2, output: 8, cachedInput: 0.5 },
  { model: 'gpt-4.1-mini', input: 0.4, output: 1.6, cachedInput: 0.1 },
];

/**
 * List prices of a few cloud models as their services published them by this day, in US dollars per million tokens.
 * They change: `prices.json` in the data folder replaces the whole list.
 */
export const knownPrices: Prices = {
  dated: '2025-11-01',
  currency: 'USD',
  prices: [
    ...at('anthropic', 'api.anthropic.com', [
      { model: 'claude-sonnet-4-5', input: 3, output: 15, cachedInput: 0.3, mostPromptTokens: 200_000 },
      { model: 'claude-haiku-4-5', input: 1, output: 5, cachedInput: 0.1 },
    ]),
    ...at('gemini', 'generativelanguage.googleapis.com', [
      { model: 'gemini-2.5-pro', input: 1.25, output: 10, mostPromptTokens: 200_000 },
      { model: 'gemini-2.5-flash', input: 0.3, output: 2.5 },
    ]),
    ...at('openai', 'api.openai.com', openAi),
    ...at('openai-responses', 'api.openai.com', openAi),
  ],
};
