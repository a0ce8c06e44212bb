import type { Finish, Usage } from '@benchloop/spec';
import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { createReplyReader, pieceOf, type ReplyDraft, type ReplyFormat, type ReplyOptions } from '../../kit/wire/reply-reader.ts';
import { withHint } from './errors.ts';

const finishes: Record<string, Finish> = { STOP: 'stop', MAX_TOKENS: 'length' };
/** Reasons with which the service takes a reply back; the model is not asked. */
const filtered = new Set(['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY']);
/** Reasons with which the service says that a call of the model was none. */
const brokenCalls = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

const countOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : Math.round(number);
};

/** Counts are those of the reply so far; a count of 0 is left out on the wire. Thinking is counted apart. */
const usageOf = (chunk: JsonRecord): Usage | null => {
  const usage = asRecord(chunk['usageMetadata']);
  const promptTokens = countOf(usage?.['promptTokenCount']);
  if (usage === null || promptTokens === null) return null;
  const answer = countOf(usage['candidatesTokenCount']);
  const thoughts = countOf(usage['thoughtsTokenCount']);
  return {
    promptTokens,
    completionTokens: answer === null && thoughts === null ? null : (answer ?? 0) + (thoughts ?? 0),
    cachedTokens: countOf(usage['cachedContentTokenCount']),
    reasoningTokens: thoughts,
    source: 'usage',
  };
};

/** Signatures that came with calls and must go back with them, by the place of the call in the reply. */
export type Signatures = Map<number, string>;

const recordsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(asRecord).filter((record) => record !== null) : []);

const takeFinish = (candidate: JsonRecord, draft: ReplyDraft): void => {
  const raw = textOf(candidate['finishReason']);
  if (raw === null || raw === 'FINISH_REASON_UNSPECIFIED') return;
  draft.finish(filtered.has(raw) ? 'filtered' : (finishes[raw] ?? 'unknown'), raw);
  draft.refused ||= filtered.has(raw);
  if (brokenCalls.has(raw)) draft.warn('broken-call: the service could not read a call of the model');
};

/** The prompt itself was blocked: no candidate follows. */
const takeBlock = (chunk: JsonRecord, draft: ReplyDraft): void => {
  const reason = textOf(recordOf(chunk, 'promptFeedback')['blockReason']);
  if (reason === null) return;
  draft.finish('filtered', reason);
  draft.refused = true;
  draft.warn('prompt-blocked: the service refused the prompt');
};

const createFormat = (signatures: Signatures): ReplyFormat => {
  let calls = 0;
  const takePart = (part: JsonRecord, draft: ReplyDraft): void => {
    draft.say(part['thought'] === true ? 'reasoning' : 'content', pieceOf(part, 'text'));
    const given = asRecord(part['functionCall']);
    if (given === null) return;
    const signature = textOf(part['thoughtSignature']);
    if (signature !== null) signatures.set(calls, signature);
    const call = draft.startCall(textOf(given['id']), pieceOf(given, 'name'));
    draft.addToCall(call, JSON.stringify(asRecord(given['args']) ?? {}));
    calls += 1;
  };
  return {
    finishTellsCalls: false,
    take: (chunk, draft) => {
      draft.model ??= textOf(chunk['modelVersion']);
      if (draft.responseId === '') draft.responseId = pieceOf(chunk, 'responseId');
      draft.usage = usageOf(chunk) ?? draft.usage;
      const candidate = recordsOf(chunk['candidates']).find((one) => (numberOf(one['index']) ?? 0) === 0);
      if (candidate !== undefined) {
        for (const part of recordsOf(recordOf(candidate, 'content')['parts'])) takePart(part, draft);
        takeFinish(candidate, draft);
      }
      takeBlock(chunk, draft);
    },
    refine: withHint,
  };
};

/** Reads one reply of `:streamGenerateContent?alt=sse`. Its stream has no end mark but the end of the transport. */
export const createGenerateReader = (options: ReplyOptions, signatures: Signatures = new Map()) =>
  createReplyReader(options, createFormat(signatures));
