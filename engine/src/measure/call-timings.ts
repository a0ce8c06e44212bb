import type { CallTimings, Instant, Milliseconds } from '@benchloop/spec';

/**
 * Generated text seen at one instant. Events of one read share their instant.
 * `markup` is generated text that reaches no reader, such as a think tag: it counts as a token, never as an answer.
 */
export type TimedDelta = { at: Instant; channel: 'answer' | 'reasoning' | 'tool-call' | 'markup'; textLength: number };

export type CallMoments = {
  /** Just before the first request byte was written; for an embedded engine, the call. */
  sentAt: Instant;
  /** Time to open the connection, apart from the call; null where none was opened for it. */
  connectMs: Milliseconds | null;
  headersAt: Instant | null;
  firstByteAt: Instant | null;
  deltas: readonly TimedDelta[];
  endAt: Instant;
};

/** Above this many events per read the gaps are those of the transport, not of the tokens. */
const maxEventsPerRead = 1.1;
/** A p95 of fewer samples is only their maximum. */
const minSamplesForP95 = 20;
/** A gap is a stall from ten times the call's median gap on, if a reader would notice it. */
const stallOverMedian = 10;
const shortestStallMs = 100;

const nearestRank = (sorted: readonly number[], share: number): number | null =>
  sorted.length === 0 ? null : (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null);

/** Gaps between reads that carried text; empty when tokens can't be told apart. */
const gapsOf = (reads: readonly Instant[], textEvents: number): Milliseconds[] =>
  textEvents > reads.length * maxEventsPerRead
    ? []
    : reads
        .slice(1)
        .map((at, index) => at - (reads[index] as Instant))
        .sort((a, b) => a - b);

const stallsIn = (gaps: readonly Milliseconds[]): number => {
  const bound = Math.max(shortestStallMs, stallOverMedian * (nearestRank(gaps, 0.5) ?? 0));
  return gaps.filter((gap) => gap >= bound).length;
};

/**
 * Times of one call since it was sent. A read counts as a token's time only if it carried generated text.
 * Inter-token quantiles (nearest rank), the longest gap and stalls are null where events were coalesced, p95 also below 20 gaps.
 */
export const callTimingsOf = (moments: CallMoments): CallTimings => {
  const since = (at: Instant | null | undefined): Milliseconds | null =>
    at === null || at === undefined ? null : Math.max(0, at - moments.sentAt);
  const texts = moments.deltas.filter((delta) => delta.textLength > 0);
  const first = (channel: TimedDelta['channel']) => since(texts.find((delta) => delta.channel === channel)?.at);
  const reads = [...new Set(texts.map((delta) => delta.at))];
  const gaps = gapsOf(reads, texts.length);
  return {
    connectMs: moments.connectMs,
    headersMs: since(moments.headersAt),
    firstByteMs: since(moments.firstByteAt),
    firstTokenMs: since(texts[0]?.at),
    firstReasoningMs: first('reasoning'),
    firstAnswerMs: first('answer'),
    lastTokenMs: since(texts.at(-1)?.at),
    endMs: Math.max(0, moments.endAt - moments.sentAt),
    textEvents: texts.length,
    textReads: reads.length,
    interTokenP50Ms: nearestRank(gaps, 0.5),
    interTokenP95Ms: gaps.length < minSamplesForP95 ? null : nearestRank(gaps, 0.95),
    interTokenMaxMs: gaps.at(-1) ?? null,
    stalls: gaps.length === 0 ? null : stallsIn(gaps),
  };
};
