import type { Finish, ModelError, ServerTimings } from '@benchloop/spec';
import { asRecord, numberOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { createReplyReader, pieceOf, type ReplyDraft, type ReplyFormat, type ReplyOptions } from '../../kit/wire/reply-reader.ts';
import { errorHints } from './errors.ts';

const nsPerMs = 1e6;
/** A server's own durations may pass the client's by the resolution of both clocks. */
const clockToleranceMs = 5;
/** Durations so much smaller than the time that passed here are in another unit. */
const unitFactor = 1_000;
/** Shorter replies say nothing about the unit. */
const leastWallMs = 10;
/** Below this a duration is the clock's, not the model's. */
const leastDecodeMs = 1;
/** Prompt tokens per millisecond that no machine of one server reads: the prompt came from a cache. */
const mostPromptTokensPerMs = 50;
/** A load this long was one; less is the scheduler's look at a model that is there. */
const leastLoadMs = 1_000;

const finishes: Record<string, Finish> = { stop: 'stop', length: 'length', tool_calls: 'tool-calls' };

const countOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : Math.round(number);
};

/** Nanoseconds as milliseconds; an absent duration is not told, never 0. */
const msOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : number / nsPerMs;
};

const takeCounts = (line: JsonRecord, draft: ReplyDraft): void => {
  const promptTokens = countOf(line['prompt_eval_count']);
  const completionTokens = countOf(line['eval_count']);
  if (promptTokens !== null || completionTokens !== null)
    draft.usage = { promptTokens, completionTokens, cachedTokens: null, reasoningTokens: null, source: 'usage' };
  draft.serverTimings = {
    loadMs: msOf(line['load_duration']),
    promptTokens,
    promptMs: msOf(line['prompt_eval_duration']),
    predictedTokens: completionTokens,
    predictedMs: msOf(line['eval_duration']),
  };
};

/** A call comes whole, its arguments as an object; the id is missing in most versions. */
const takeCalls = (message: JsonRecord, draft: ReplyDraft): void => {
  const calls = message['tool_calls'];
  for (const value of Array.isArray(calls) ? calls : []) {
    const record = asRecord(value);
    const body = asRecord(record?.['function']) ?? record;
    if (body === null) continue;
    const given = body['arguments'];
    const call = draft.startCall(textOf(record?.['id']), pieceOf(body, 'name'));
    draft.addToCall(call, typeof given === 'string' ? given : JSON.stringify(given ?? {}));
  }
};

const nothing: ServerTimings = { loadMs: null, promptTokens: null, promptMs: null, predictedTokens: null, predictedMs: null };

/** Withholds durations that can't be what they say they are. */
const checkTimings = (timings: ServerTimings, draft: ReplyDraft): ServerTimings => {
  const { loadMs, promptTokens, promptMs, predictedTokens, predictedMs } = timings;
  const spent = (promptMs ?? 0) + (predictedMs ?? 0);
  if (spent > 0 && ((loadMs ?? 0) + spent) * unitFactor < draft.lastAt && draft.lastAt > leastWallMs) {
    draft.warn('time-unit: the server’s durations are not in nanoseconds');
    return { ...nothing, promptTokens, predictedTokens };
  }
  if (spent > draft.lastAt + clockToleranceMs) draft.warn('server-clock: the server counts more time than passed here');
  if ((loadMs ?? 0) >= leastLoadMs) draft.warn('loaded-in-call: the server loaded the model within this call');
  const cached = promptTokens !== null && promptMs !== null && promptTokens > promptMs * mostPromptTokensPerMs;
  if (cached) draft.warn('prompt-cached: the prompt was read faster than a machine can, so it was in a cache');
  const tooShort = predictedMs !== null && predictedMs < leastDecodeMs && (predictedTokens ?? 0) <= 1;
  return { ...timings, promptMs: cached ? null : promptMs, predictedMs: tooShort ? null : predictedMs };
};

const takeEnd = (line: JsonRecord, draft: ReplyDraft): void => {
  const raw = textOf(line['done_reason']);
  takeCounts(line, draft);
  const isControl = raw === 'load' || raw === 'unload';
  if (isControl) draft.warn(`control-reply: the server only ${raw}ed the model`);
  // Versions before `done_reason` said no more than that they were done.
  draft.finish(isControl ? 'error' : raw === null ? 'stop' : (finishes[raw] ?? 'unknown'), raw ?? 'done');
  draft.done();
};

/** Lines of JSON, the last with `done: true` and the server's counts and durations. */
const createFormat = (): ReplyFormat => {
  let lines = 0;
  return {
    finishTellsCalls: false,
    take: (line, draft) => {
      lines += 1;
      const message = asRecord(line['message']);
      draft.model ??= textOf(line['model']);
      if (draft.responseId === '') draft.responseId = pieceOf(line, 'created_at');
      draft.say('reasoning', pieceOf(message, 'thinking'));
      draft.say('content', pieceOf(message, 'content'));
      if (message !== null) takeCalls(message, draft);
      if (line['done'] === true) takeEnd(line, draft);
    },
    atEnd: (draft) => {
      if (lines === 1 && (draft.usage?.completionTokens ?? 0) > 2) draft.streamed = false;
      if (draft.serverTimings !== null) draft.serverTimings = checkTimings(draft.serverTimings, draft);
    },
    refine: (error: ModelError) => errorHints(error),
  };
};

/** Reads one reply of `POST /api/chat`. */
export const createOllamaReader = (options: ReplyOptions) => createReplyReader(options, createFormat());
