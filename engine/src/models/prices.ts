import { UserError, type Usage } from '@benchloop/spec';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { knownPrices } from './known-prices.ts';
import { pricesSchema, type Price, type Prices } from './price-list.ts';

export type Cost = { amount: number; currency: string; dated: string };

/** `-20250929`, `-2024-08-06` or `@20250929` behind a name. */
const dateTail = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/u;

export type PricedModel = {
  providerId: string;
  name: string;
  /** Who is asked, such as `api.openai.com`: a gateway has prices of its own. */
  host: string | null;
};

/** The price that the list has for this model at this host; null = none. */
export const priceOf = (model: PricedModel, { prices }: Prices): Price | null => {
  const of = (name: string) =>
    prices.find(
      (price) => price.provider === model.providerId && price.model === name && (price.host === undefined || price.host === model.host),
    );
  return of(model.name) ?? of(model.name.replace(dateTail, '')) ?? null;
};

const million = 1_000_000;

/**
 * What one call cost at the prices of the list, with cached input at its own price; writing to a cache is not counted.
 * Null where the price or a count is not known.
 */
export const costOf = (usage: Usage | null, model: PricedModel, prices: Prices): Cost | null => {
  const price = priceOf(model, prices);
  if (price === null || usage === null || usage.promptTokens === null || usage.completionTokens === null) return null;
  if (price.mostPromptTokens !== undefined && usage.promptTokens > price.mostPromptTokens) return null;
  const cached = Math.min(usage.cachedTokens ?? 0, usage.promptTokens);
  if (cached > 0 && price.cachedInput === undefined) return null;
  const input = (usage.promptTokens - cached) * price.input + cached * (price.cachedInput ?? 0);
  const amount = (input + usage.completionTokens * price.output) / million;
  return { amount, currency: prices.currency, dated: prices.dated };
};

/** The file with which a person replaces the list that is built in. */
export const pricesFileOf = (home: string): string => join(home, 'prices.json');

const readText = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw new UserError(`The price file ${path} can’t be read.`, 'Check its owner and rights, or remove it to use the built-in prices.');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

export type PriceList = Prices & { list: 'built-in' | 'file' };

/** The person's own prices, else those that are built in. Throws `UserError` for a file that is none. */
export const readPrices = async (home: string): Promise<PriceList> => {
  const path = pricesFileOf(home);
  const text = await readText(path);
  if (text === null) return { ...knownPrices, list: 'built-in' };
  const prices = pricesSchema.safeParse(parse(text));
  if (prices.success) return { ...prices.data, list: 'file' };
  const issue = prices.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new UserError(
    `The price file ${path} is no list of prices${place}: ${issue?.message ?? 'it is damaged'}.`,
    'Write it as {"dated":"2026-01-31","currency":"USD","prices":[{"provider":"anthropic","model":"…","input":3,"output":15}]}.',
  );
};
