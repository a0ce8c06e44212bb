import type { Call, Milliseconds, Tokens, TokensPerSecond } from '@benchloop/spec';
import { linearRegression, median } from 'simple-statistics';

/** How long something of that many tokens took. */
export type LengthTime = { tokens: Tokens; ms: Milliseconds };

export type SlopeRate = {
  rate: TokensPerSecond;
  /** What every request costs whatever its length: the line at no tokens. May be a little below 0 by noise. */
  fixedMs: Milliseconds;
  lengths: number;
  /** Largest distance of a length's median from the line: large where time does not grow evenly with tokens. */
  worstMs: Milliseconds;
};

const mediansByLength = (times: readonly LengthTime[]): [Tokens, Milliseconds][] => {
  const byLength = new Map<Tokens, Milliseconds[]>();
  for (const { tokens, ms } of times) byLength.set(tokens, [...(byLength.get(tokens) ?? []), ms]);
  return [...byLength].map(([tokens, all]) => [tokens, median(all)]);
};

/**
 * Tokens per second by the least-squares line of time over tokens, through the median time of each length, so that costs
 * which do not depend on length drop out. Null below two lengths, or where longer takes no longer.
 */
export const slopeRate = (times: readonly LengthTime[]): SlopeRate | null => {
  const points = mediansByLength(times);
  if (points.length < 2) return null;
  const { m: msPerToken, b: fixedMs } = linearRegression(points);
  if (!(msPerToken > 0)) return null;
  const worstMs = Math.max(...points.map(([tokens, ms]) => Math.abs(ms - (fixedMs + msPerToken * tokens))));
  return { rate: 1_000 / msPerToken, fixedMs, lengths: points.length, worstMs };
};

const timesOf = (calls: readonly Call[], read: (call: Call) => { tokens: Tokens | null; ms: Milliseconds | null }): LengthTime[] =>
  calls.map(read).flatMap(({ tokens, ms }) => (tokens === null || ms === null ? [] : [{ tokens, ms }]));

/** An estimate is no count. */
const countedOf = ({ usage }: Call) => (usage === null || usage.source === 'estimate' ? null : usage);

/**
 * Prefill rate from the times to first token of prompts of several lengths: needs no floor and no server times. Tokens
 * that came from a cache are not counted as read.
 */
export const prefillBySlope = (calls: readonly Call[]): SlopeRate | null =>
  slopeRate(
    timesOf(calls, (call) => {
      const usage = countedOf(call);
      const tokens = usage === null || usage.promptTokens === null ? null : usage.promptTokens - (usage.cachedTokens ?? 0);
      return { tokens, ms: call.timings?.firstTokenMs ?? null };
    }),
  );

/**
 * Decode rate from replies of several lengths to prompts of one length, by the time until the last token came, or until
 * the end of a reply that was not streamed. No time within a reply is used, so it holds where text is held back too.
 */
export const decodeBySlope = (calls: readonly Call[]): SlopeRate | null =>
  slopeRate(
    timesOf(calls, (call) => ({
      tokens: countedOf(call)?.completionTokens ?? null,
      ms: call.timings?.lastTokenMs ?? call.timings?.endMs ?? null,
    })),
  );
