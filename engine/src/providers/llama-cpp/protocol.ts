import type { Bytes, Instant, KvType, Model, ModelError, ModelRequest, ServerFacts, Tokens } from '@benchloop/spec';

/** What the engine process needs to load one model. */
export type LoadOptions = {
  path: string;
  contextTokens: Tokens | null;
  threads: number | 'auto' | null;
  gpuLayers: number | 'auto' | null;
  /** Null = the library's own: 16-bit floats. So for the three below. */
  kvType: KvType | null;
  batchSize: Tokens | null;
  flashAttention: 'on' | 'off' | null;
  /** File of the model that guesses ahead. */
  draftPath: string | null;
  /** Memory that the model may take, where a caller limits it; null = what the machine says is free. */
  availableBytes: Bytes | null;
};

/** First line of a receipt: what `decode` must know and the generated text does not tell. */
export type ReceiptHead = {
  model: string;
  promptTokens: Tokens;
  cachedTokens: Tokens;
  /** Start of the prompt's evaluation, in milliseconds since the call. */
  evaluateAt: number;
  /** Seed in force, drawn where none was asked for. */
  seed: number;
  insideReasoning: boolean;
  /** Forms of calls that the chat template teaches; empty = no tools were offered, so that nothing is a call. */
  callForms: string[];
  toolNames: string[];
  warnings: string[];
};

/** Tokens with the text that each one released and the instant of each. */
export type TokenBatch = { ids: number[]; texts: string[]; at: number[] };

export type EndReason = 'end-token' | 'stop-string' | 'max-tokens' | 'context-end' | 'cancelled';

/** Last line of a receipt. `text` = what was held back and now is certain. */
export type ReceiptEnd = { end: EndReason; text: string };

/** The model as its file tells, without the digests of the file. */
export type ModelFacts = Omit<Model, 'providerId' | 'name' | 'weightsDigest'>;

export type ToEngine =
  | { type: 'inspect'; path: string }
  | { type: 'load'; options: LoadOptions }
  | { type: 'generate'; id: number; sentAt: Instant; request: ModelRequest }
  | { type: 'cancel'; id: number }
  | { type: 'count'; id: number; text: string };

export type FromEngine =
  | { type: 'progress'; stage: string; share: number | null }
  | { type: 'inspected'; model: ModelFacts }
  | { type: 'loaded'; model: ModelFacts; server: ServerFacts }
  /** `id` null = the inspection or the load failed. */
  | { type: 'failed'; id: number | null; error: ModelError }
  | { type: 'prompt'; id: number; text: string; head: ReceiptHead }
  | { type: 'tokens'; id: number; batch: TokenBatch }
  | { type: 'end'; id: number; end: ReceiptEnd }
  | { type: 'counted'; id: number; tokens: Tokens };
