import type { Use } from '@benchloop/spec';

/** Limits as they are typed; empty = none. */
export type Limits = { rate: string; ttft: string; memory: string; context: string };

const gibibyte = 1024 ** 3;

const textOf = (value: number | null | undefined, scale = 1): string =>
  value === null || value === undefined ? '' : String(value / scale);

/** The limits of a use in the units of the form. */
export const limitsOf = (use: Use | undefined): Limits => ({
  rate: textOf(use?.minTokensPerSecond),
  ttft: textOf(use?.maxTtftMs, 1000),
  memory: textOf(use?.maxMemoryBytes, gibibyte),
  context: textOf(use?.minContextTokens),
});

/** Null = none; undefined = not a number above 0. */
const read = (text: string, scale = 1): number | null | undefined => {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) && value > 0 ? value * scale : undefined;
};

/** The use with these limits; null where one is no number above 0. */
export const withLimits = (use: Use, { rate, ttft, memory, context }: Limits): Use | null => {
  const [minTokensPerSecond, maxTtftMs, maxMemoryBytes, tokens] = [read(rate), read(ttft, 1000), read(memory, gibibyte), read(context)];
  if (minTokensPerSecond === undefined || maxTtftMs === undefined || maxMemoryBytes === undefined || tokens === undefined) return null;
  return { ...use, minTokensPerSecond, maxTtftMs, maxMemoryBytes, minContextTokens: tokens === null ? null : Math.ceil(tokens) };
};
