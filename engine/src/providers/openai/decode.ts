import type { Generation, Receipt } from '@benchloop/spec';
import { createChatStream } from './chat-stream.ts';

/** A generation with counts that came from elsewhere, where the reply itself told none. */
export const withUsage = (generation: Generation, receipt: Receipt): Generation =>
  generation.usage === null && receipt.usage !== undefined ? { ...generation, usage: receipt.usage } : generation;

/** Reads a stored reply again: the same bytes give the same generation. */
export const decodeReceipt = (receipt: Receipt): Generation => {
  const stream = createChatStream({ status: receipt.status });
  for (const read of receipt.reads) stream.push(read.text, read.at);
  return withUsage(stream.end().generation, receipt);
};
