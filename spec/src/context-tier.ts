import type { Tokens } from './units.ts';

/** Sizes of context that the suite `longcontext` asks about, in tokens: 2k to 128k. */
export const contextTiers = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072] as const;
export type ContextTier = (typeof contextTiers)[number];

const from = 0.625;
const below = 1.25;

/**
 * The tier that a prompt tests, by the server's own count of its tokens: from 5/8 of the tier up to 5/4 of it.
 * The ranges touch and never overlap. Null = smaller or larger than every tier.
 */
export const tierOf = (promptTokens: Tokens): ContextTier | null =>
  contextTiers.find((tier) => promptTokens >= from * tier && promptTokens < below * tier) ?? null;

/** `8k` for 8192. */
export const sayTier = (tier: Tokens): string => `${tier / 1024}k`;
