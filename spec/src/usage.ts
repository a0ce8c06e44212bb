import { z } from 'zod';

const count = z.number().int().nonnegative().nullable();

/** Token counts of one model call; null = not told. `completionTokens` includes reasoning. */
export const usageSchema = z.object({
  promptTokens: count,
  completionTokens: count,
  cachedTokens: count,
  reasoningTokens: count,
  /** Who counted. `estimate` is never used for a rate without a warning. */
  source: z.enum(['engine', 'usage', 'server-timings', 'local-tokenizer', 'estimate']),
});
export type Usage = z.infer<typeof usageSchema>;

const span = z.number().nonnegative().nullable();

/** What the server itself says about time, in milliseconds; null = not told. */
export const serverTimingsSchema = z.object({
  loadMs: span,
  promptTokens: count,
  promptMs: span,
  predictedTokens: count,
  predictedMs: span,
});
export type ServerTimings = z.infer<typeof serverTimingsSchema>;

/**
 * Times of one model call as the client saw them, in milliseconds since the first request byte was written
 * (embedded engine: since the call). Null = that event never happened.
 */
export const callTimingsSchema = z.object({
  connectMs: span,
  headersMs: span,
  firstByteMs: span,
  /** First read with generated text in any channel: TTFT. */
  firstTokenMs: span,
  firstReasoningMs: span,
  firstAnswerMs: span,
  lastTokenMs: span,
  endMs: z.number().nonnegative(),
  /** Events with generated text, and reads that carried at least one: equal when each token is seen alone. */
  textEvents: z.number().int().nonnegative(),
  textReads: z.number().int().nonnegative(),
  interTokenP50Ms: span,
  interTokenP95Ms: span,
  /** Longest gap between two reads with text, and how many gaps were stalls. Absent in records from before they were kept. */
  interTokenMaxMs: span.optional(),
  stalls: count.optional(),
});
export type CallTimings = z.infer<typeof callTimingsSchema>;
