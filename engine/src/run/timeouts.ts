import type { CallTimings, Milliseconds, Usage } from '@benchloop/spec';
import * as defaults from './defaults.ts';

/** Learns a server's speed from finished calls, and says how long the next may take. */
export type TimeoutEstimator = {
  learn: (timings: CallTimings, usage: Usage | null) => void;
  /** Longest total time of a call with this many prompt characters and reply tokens. */
  limitFor: (promptCharacters: number, maxTokens: number) => Milliseconds;
};

/** Slowest rates seen so far set the limit, so that one fast reply never makes the next one late. */
export const createTimeoutEstimator = (fixedMs: Milliseconds | null): TimeoutEstimator => {
  let slowestCharacterMs: number | null = null;
  let slowestTokenMs: number | null = null;
  return {
    learn: (timings, usage) => {
      const { firstTokenMs, lastTokenMs } = timings;
      if (firstTokenMs !== null && usage?.promptTokens)
        slowestCharacterMs = Math.max(slowestCharacterMs ?? 0, firstTokenMs / (usage.promptTokens * 3));
      const tokens = usage?.completionTokens ?? timings.textEvents;
      if (firstTokenMs !== null && lastTokenMs !== null && tokens >= 8)
        slowestTokenMs = Math.max(slowestTokenMs ?? 0, (lastTokenMs - firstTokenMs) / (tokens - 1));
    },
    limitFor: (promptCharacters, maxTokens) => {
      if (fixedMs !== null) return fixedMs;
      if (slowestCharacterMs === null || slowestTokenMs === null) return defaults.firstIdleTimeoutMs;
      const expected = promptCharacters * slowestCharacterMs + maxTokens * slowestTokenMs;
      return Math.max(defaults.leastIdleTimeoutMs, defaults.timeoutFactor * expected);
    },
  };
};
