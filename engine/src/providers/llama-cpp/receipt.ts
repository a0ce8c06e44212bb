import type { Finish, Generation, Receipt } from '@benchloop/spec';
import { z } from 'zod';
import { splitThinking } from '../../kit/think-tags.ts';
import { findTextToolCalls } from '../../kit/text-tool-calls.ts';
import type { EndReason, ReceiptEnd, ReceiptHead, TokenBatch } from './protocol.ts';

const headSchema = z.object({
  model: z.string(),
  promptTokens: z.number(),
  cachedTokens: z.number(),
  evaluateAt: z.number(),
  seed: z.number(),
  insideReasoning: z.boolean(),
  callForms: z.array(z.string()),
  toolNames: z.array(z.string()),
  warnings: z.array(z.string()),
}) satisfies z.ZodType<ReceiptHead>;

/** Times in a stored batch are in milliseconds since the call. */
const batchSchema = z.object({
  ids: z.array(z.number()),
  texts: z.array(z.string()),
  at: z.array(z.number()),
}) satisfies z.ZodType<TokenBatch>;

const endSchema = z.object({
  end: z.enum(['end-token', 'stop-string', 'max-tokens', 'context-end', 'cancelled']),
  text: z.string(),
}) satisfies z.ZodType<ReceiptEnd>;

const lineSchema = z.union([headSchema, batchSchema, endSchema]);

/** One line of a receipt: the head, then batches of tokens, then the end. */
export const writeLine = (line: ReceiptHead | TokenBatch | ReceiptEnd): string => `${JSON.stringify(line)}\n`;

type Stored = { head: ReceiptHead | null; tokens: TokenBatch; end: ReceiptEnd | null };

const read = (receipt: Receipt): Stored => {
  const stored: Stored = { head: null, tokens: { ids: [], texts: [], at: [] }, end: null };
  const lines = receipt.reads
    .map(({ text }) => text)
    .join('')
    .split('\n');
  for (const text of lines.filter((line) => line !== '')) {
    const line = lineSchema.parse(JSON.parse(text));
    if ('promptTokens' in line) stored.head = line;
    else if ('end' in line) stored.end = line;
    else {
      stored.tokens.ids.push(...line.ids);
      stored.tokens.texts.push(...line.texts);
      stored.tokens.at.push(...line.at);
    }
  }
  return stored;
};

const finishes: Record<EndReason, Finish> = {
  'end-token': 'stop',
  'stop-string': 'stop',
  'max-tokens': 'length',
  'context-end': 'length',
  cancelled: 'aborted',
};

const usageOf = ({ head, tokens }: Stored): Generation['usage'] =>
  head === null
    ? null
    : {
        promptTokens: head.promptTokens,
        completionTokens: tokens.ids.length,
        cachedTokens: head.cachedTokens,
        reasoningTokens: null,
        source: 'engine',
      };

/** The engine's own times: evaluation of the prompt up to the first token, then from the first token to the last. */
const serverTimingsOf = ({ head, tokens }: Stored): Generation['serverTimings'] => {
  const first = tokens.at[0];
  const last = tokens.at.at(-1);
  if (head === null || first === undefined || last === undefined) return null;
  return {
    loadMs: null,
    promptTokens: head.promptTokens - head.cachedTokens,
    promptMs: Math.max(0, first - head.evaluateAt),
    predictedTokens: tokens.ids.length,
    predictedMs: Math.max(0, last - first),
  };
};

/** The reply as its receipt tells it. A receipt without its last line is one that broke off: finish `unknown`. */
export const decode = (receipt: Receipt): Generation => {
  const stored = read(receipt);
  const { head, tokens, end } = stored;
  const split = splitThinking(tokens.texts.join('') + (end?.text ?? ''), { insideReasoning: head?.insideReasoning ?? false });
  const offered = head !== null && head.callForms.length > 0;
  const native = offered ? findTextToolCalls(split.answer, { formIds: head.callForms }) : { calls: [], text: split.answer };
  const leaked = offered ? findTextToolCalls(native.text, { toolNames: head.toolNames }).calls : [];
  const finish = end === null ? 'unknown' : finishes[end.end];
  return {
    text: native.text,
    reasoning: split.reasoning,
    toolCalls: native.calls,
    leakedToolCalls: leaked,
    refused: false,
    finish: finish === 'stop' && native.calls.length > 0 ? 'tool-calls' : finish,
    finishRaw: end?.end ?? null,
    end: 'engine',
    usage: usageOf(stored),
    serverTimings: serverTimingsOf(stored),
    modelReported: head?.model ?? null,
    warnings: [...(head?.warnings ?? []), ...(split.openerMissing ? ['reasoning was closed without having been opened'] : [])],
  };
};
