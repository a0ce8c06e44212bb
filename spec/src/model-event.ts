import type { Generation } from './generation.ts';
import type { ModelError } from './model-error.ts';
import type { WireRead } from './trace.ts';
import type { CallTimings, Usage } from './usage.ts';
import type { Instant } from './units.ts';

/**
 * What a provider's stream yields, in this order: `sent`, then any number of `delta`, then exactly one of
 * `end` or `error`. A remote failure is an event, never an exception.
 * `end` and `error` carry the receipt (`reads`) so that the reply can be decoded again from its bytes.
 */
export type ModelEvent =
  | { type: 'sent'; at: Instant; wire: string | null }
  | { type: 'delta'; at: Instant; channel: 'answer' | 'reasoning' | 'tool-call'; text: string }
  | { type: 'end'; generation: Generation; timings: CallTimings; receipt: Receipt }
  | { type: 'error'; error: ModelError; partial: Generation | null; timings: CallTimings | null; receipt: Receipt };

/** The reply as it came: its status, content type, and reads with times since the request was sent. */
export type Receipt = {
  status: number | null;
  contentType: string | null;
  reads: WireRead[];
  /** Counts that the bytes alone do not tell, such as those of a local tokenizer. */
  usage?: Usage;
};
