import type { CallTimings, Generation, ModelErrorKind } from '@benchloop/spec';

/** One conformance case: bytes of a reply, and what must be read from them however they are cut. */
export type WireCase = {
  number: number;
  title: string;
  wire: string | Uint8Array;
  status?: number;
  /** Members that must be equal; the rest is free. */
  generation?: Partial<Generation>;
  /** Exactly these warnings, by their code. */
  warnings?: string[];
  error?: { kind: ModelErrorKind; message?: RegExp; hint?: RegExp; status?: number };
  /** Reads with their times since the request, and the times that must come of them. */
  timed?: { reads: [at: number, text: string][]; timings: Partial<CallTimings> };
  /** The case is about sizes or exact bytes: no cutting at every byte, no other line ends. */
  whole?: true;
};

/** A `data:` event of JSON. */
export const D = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
/** A chunk whose only choice has this delta. */
export const delta = (value: unknown, more: Record<string, unknown> = {}): string => D({ choices: [{ index: 0, delta: value, ...more }] });
export const T = (text: string): string => delta({ content: text });
export const R = (text: string): string => delta({ reasoning_content: text });
export const FIN = (reason: string | null): string => delta({}, { finish_reason: reason });
export const U = (prompt: number, completion: number, more: Record<string, unknown> = {}): string =>
  D({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...more } });
export const DONE = 'data: [DONE]\n\n';
/** A chunk with these fragments of tool calls. */
export const C = (...fragments: unknown[]): string => delta({ tool_calls: fragments });

/** A whole reply that says Hello. */
export const hello = T('Hel') + T('lo') + FIN('stop') + U(5, 2) + DONE;
export const helloUsage = { promptTokens: 5, completionTokens: 2, cachedTokens: null, reasoningTokens: null, source: 'usage' as const };
export const helloGeneration: Partial<Generation> = {
  text: 'Hello',
  reasoning: '',
  finish: 'stop',
  finishRaw: 'stop',
  end: 'done',
  usage: helloUsage,
};
