import type { Call, Milliseconds, Tokens, TokensPerSecond } from '@benchloop/spec';

/** Fewest reply tokens for a decode rate: below it one token more or less moves the rate by over 6 %. */
export const minimumReplyTokens: Tokens = 16;
/** Fewest uncached prompt tokens for a prefill rate: below it the fixed costs of a request outweigh the reading. */
export const minimumPromptTokens: Tokens = 128;
/** Tokens per read above which single tokens were not seen, so that inter-token times are withheld. */
export const coalescedAbove = 1.5;
/** Largest error that coalescing may put on a decode rate before the rate is withheld. */
const largestCoalescingBias = 0.05;
/** Share of a prompt that may come from a cache before a timed prompt counts as cached: chat templates begin alike. */
const largestCachedShare = 0.1;
/** By how much the server's own times may exceed the client's, for rounding. */
const serverOverClient = 1.02;

/** A shorter load is a server's look at a model that is there. */
const leastLoadMs: Milliseconds = 1_000;

/** Bounds of what can be true: rates and spans beyond them are faults of a clock or a unit. */
const shortestSpanMs: Milliseconds = 1;
const highestDecodeRate: TokensPerSecond = 100_000;
const highestPrefillRate: TokensPerSecond = 10_000_000;

export type SpeedFlag = 'usage-missing' | 'short-reply' | 'coalesced-stream' | 'prompt-cached' | 'server-clock-differs';

/** What one model call says about speed; null = it cannot say. */
export type SpeedSample = {
  promptTokens: Tokens | null;
  completionTokens: Tokens | null;
  ttftMs: Milliseconds | null;
  decode: TokensPerSecond | null;
  serverDecode: TokensPerSecond | null;
  serverPrefill: TokensPerSecond | null;
  clientPrefill: TokensPerSecond | null;
  interTokenP50Ms: Milliseconds | null;
  interTokenP95Ms: Milliseconds | null;
  flags: readonly SpeedFlag[];
};

type Counts = { prompt: Tokens | null; uncached: Tokens | null; completion: Tokens | null; cachedShare: number };

/** An estimate is no count. Of two counts of the uncached prompt the smaller one is taken: servers differ in what they subtract. */
const countsOf = ({ usage, serverTimings }: Call): Counts => {
  const counted = usage === null || usage.source === 'estimate' ? null : usage;
  const prompt = counted?.promptTokens ?? null;
  const cached = counted?.cachedTokens ?? 0;
  const uncached = [prompt === null ? null : prompt - cached, serverTimings?.promptTokens ?? null].filter((count) => count !== null);
  return {
    prompt: prompt ?? serverTimings?.promptTokens ?? null,
    uncached: uncached.length === 0 ? null : Math.max(0, Math.min(...uncached)),
    completion: counted?.completionTokens ?? serverTimings?.predictedTokens ?? null,
    cachedShare: prompt === null || prompt === 0 ? 0 : cached / prompt,
  };
};

/** `count` over `spanMs` as a rate per second; null where nothing is counted, and for a span or a rate that no machine has: a fault of a clock. */
const rateOf = (count: number, spanMs: Milliseconds | null, highest: TokensPerSecond): TokensPerSecond | null => {
  if (count <= 0 || spanMs === null || spanMs < shortestSpanMs) return null;
  const rate = (count / spanMs) * 1000;
  return rate > highest ? null : rate;
};

/** n tokens have n - 1 intervals; where the first event carries several, those were made before the span began. */
const decodeRate = (tokens: Tokens, spanMs: Milliseconds | null, inFirstEvent = 1): TokensPerSecond | null =>
  rateOf(tokens - inFirstEvent, spanMs, highestDecodeRate);

const prefillRate = (tokens: Tokens, spanMs: Milliseconds | null): TokensPerSecond | null => rateOf(tokens, spanMs, highestPrefillRate);

const difference = (later: number | null, earlier: number | null): number | null =>
  later === null || earlier === null ? null : later - earlier;

/** What one finished call says about speed. Null = it has no times at all, such as a call that failed. */
export const speedSampleOf = (call: Call): SpeedSample | null => {
  const { timings, serverTimings } = call;
  if (timings === null) return null;
  const { prompt, uncached, completion, cachedShare } = countsOf(call);
  const serverSum = (serverTimings?.promptMs ?? 0) + (serverTimings?.predictedMs ?? 0);
  const serverFits = serverSum <= timings.endMs * serverOverClient + 1;
  const server = serverFits ? serverTimings : null;
  const long = completion !== null && completion >= minimumReplyTokens;
  const tokensPerRead = Math.max(completion ?? 0, timings.textEvents) / Math.max(1, timings.textReads);
  const coalesced = tokensPerRead > coalescedAbove;
  const tokensPerEvent = (completion ?? 0) / Math.max(1, timings.textEvents);
  const inFirstEvent = tokensPerEvent > coalescedAbove ? tokensPerEvent : 1;
  // The first read carries about `tokensPerRead` tokens instead of one; the formula counts the others as written later.
  const bias = completion === null ? 0 : (tokensPerRead - 1) / Math.max(1e-9, completion - tokensPerRead);
  const wide = uncached !== null && uncached >= minimumPromptTokens;
  // A model that was loaded within the call is a cold start, which is told apart.
  const loaded = (serverTimings?.loadMs ?? 0) >= leastLoadMs;
  const span = difference(timings.lastTokenMs, timings.firstTokenMs);
  return {
    promptTokens: prompt,
    completionTokens: completion,
    ttftMs: loaded ? null : timings.firstTokenMs,
    decode: long && bias <= largestCoalescingBias ? decodeRate(completion, span, inFirstEvent) : null,
    serverDecode: long && server !== null ? decodeRate(server.predictedTokens ?? completion, server.predictedMs) : null,
    serverPrefill: wide && server !== null ? prefillRate(uncached, server.promptMs) : null,
    clientPrefill: wide && !loaded ? prefillRate(uncached, timings.firstTokenMs) : null,
    interTokenP50Ms: coalesced ? null : timings.interTokenP50Ms,
    interTokenP95Ms: coalesced ? null : timings.interTokenP95Ms,
    flags: [
      ...(completion === null || prompt === null ? (['usage-missing'] as const) : []),
      ...(completion !== null && !long ? (['short-reply'] as const) : []),
      ...(long && coalesced ? (['coalesced-stream'] as const) : []),
      ...(cachedShare > largestCachedShare ? (['prompt-cached'] as const) : []),
      ...(serverFits ? [] : (['server-clock-differs'] as const)),
    ],
  };
};
