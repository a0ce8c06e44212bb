import type { ServerTimings, Usage } from '@benchloop/spec';
import { asRecord, numberOf, recordOf } from '../../kit/wire/members.ts';

const countOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : Math.round(number);
};

const firstCount = (...values: unknown[]): number | null => values.map(countOf).find((count) => count !== null) ?? null;

/** A usage object of any dialect; null where it counts nothing. */
const readUsage = (value: unknown): Usage | null => {
  const usage = asRecord(value);
  if (usage === null) return null;
  const promptTokens = firstCount(usage['prompt_tokens'], usage['input_tokens']);
  const completionTokens = firstCount(usage['completion_tokens'], usage['output_tokens']);
  if ((promptTokens ?? 0) === 0 && (completionTokens ?? 0) === 0) return null;
  return {
    promptTokens,
    completionTokens,
    cachedTokens: firstCount(
      recordOf(usage, 'prompt_tokens_details')['cached_tokens'],
      usage['prompt_cache_hit_tokens'],
      usage['cache_read_input_tokens'],
    ),
    reasoningTokens: firstCount(recordOf(usage, 'completion_tokens_details')['reasoning_tokens'], usage['reasoning_tokens']),
    source: 'usage',
  };
};

/** The usage of a chunk from any of the places where servers put it. */
export const usageOfChunk = (chunk: Record<string, unknown>): Usage | null => {
  const choices = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
  return readUsage(chunk['usage']) ?? readUsage(recordOf(chunk, 'x_groq')['usage']) ?? readUsage(asRecord(choices[0])?.['usage']);
};

export type LlamaTimings = { server: ServerTimings; cachedTokens: number | null };

/** llama-server's `timings`. Its quotients are ignored: they divide n tokens by n - 1 intervals. */
export const timingsOfChunk = (chunk: Record<string, unknown>): LlamaTimings | null => {
  const timings = asRecord(chunk['timings']);
  if (timings === null || numberOf(timings['predicted_ms']) === null) return null;
  return {
    cachedTokens: countOf(timings['cache_n']),
    server: {
      loadMs: null,
      promptTokens: countOf(timings['prompt_n']),
      promptMs: numberOf(timings['prompt_ms']),
      predictedTokens: countOf(timings['predicted_n']),
      predictedMs: numberOf(timings['predicted_ms']),
    },
  };
};

/** llama-server's prompt progress, sent while it reads the prompt. */
export const cachedOfProgress = (chunk: Record<string, unknown>): number | null => countOf(recordOf(chunk, 'prompt_progress')['cache']);

/** Usage completed by, or made from, what llama-server counts in its timings. `prompt_n` leaves cached tokens out. */
export const mergeUsage = (usage: Usage | null, timings: LlamaTimings | null, cached: number | null): Usage | null => {
  const cachedTokens = usage?.cachedTokens ?? timings?.cachedTokens ?? cached;
  if (usage !== null) return { ...usage, cachedTokens };
  if (timings === null) return null;
  const { promptTokens, predictedTokens } = timings.server;
  return {
    promptTokens: promptTokens === null ? null : promptTokens + (timings.cachedTokens ?? 0),
    completionTokens: predictedTokens,
    cachedTokens,
    reasoningTokens: null,
    source: 'server-timings',
  };
};
