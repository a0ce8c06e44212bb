import type { Finish, Usage } from '@benchloop/spec';
import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import {
  createReplyReader,
  pieceOf,
  type CallDraft,
  type ReplyDraft,
  type ReplyFormat,
  type ReplyOptions,
} from '../../kit/wire/reply-reader.ts';
import type { ErrorPayload } from '../../kit/wire/wire-error.ts';
import { withHint } from './errors.ts';

const finishes: Record<string, Finish> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'filtered',
};

/** Statuses that the API documents for the types of its errors, for those that come inside a stream. */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

export const statusOfError = ({ details, status }: ErrorPayload): number | null =>
  status ?? statuses[textOf(details['type']) ?? ''] ?? null;

type Counts = { input: number | null; output: number | null; read: number | null; written: number | null };

const countOf = (value: unknown, before: number | null): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? before : Math.round(number);
};

/** Counts of the reply so far; `input_tokens` leaves out what was read from or written to the cache. */
const withCounts = (before: Counts, usage: JsonRecord): Counts => ({
  input: countOf(usage['input_tokens'], before.input),
  output: countOf(usage['output_tokens'], before.output),
  read: countOf(usage['cache_read_input_tokens'], before.read),
  written: countOf(usage['cache_creation_input_tokens'], before.written),
});

const usageOf = ({ input, output, read, written }: Counts): Usage | null =>
  input === null && output === null
    ? null
    : {
        // A gateway that does not know yet says 0; no prompt has no token.
        promptTokens: (input ?? 0) + (read ?? 0) + (written ?? 0) || null,
        completionTokens: output,
        cachedTokens: read,
        reasoningTokens: null,
        source: 'usage',
      };

/** A block of the reply; calls and thinking are put together from its pieces. */
type Block = { kind: string; call: CallDraft | null; raw: JsonRecord };

/** Thinking as the server sent it, with its signature, which it wants back before the call that follows it. */
export type Thought = JsonRecord[];

/** Told of thinking that stood before a call, by the id of that call. */
export type OnThought = (callId: string, thought: Thought) => void;

type State = { blocks: Map<number, Block>; counts: Counts; thought: Thought };

const startBlock = (state: State, event: JsonRecord, draft: ReplyDraft): void => {
  const raw = { ...recordOf(event, 'content_block') };
  const kind = pieceOf(raw, 'type');
  const block: Block = { kind, call: null, raw };
  state.blocks.set(numberOf(event['index']) ?? state.blocks.size, block);
  if (kind === 'tool_use') {
    block.call = draft.startCall(textOf(raw['id']), pieceOf(raw, 'name'));
    const input = asRecord(raw['input']);
    if (input !== null && Object.keys(input).length > 0) draft.addToCall(block.call, JSON.stringify(input));
  }
  if (kind === 'thinking' || kind === 'redacted_thinking') state.thought.push(raw);
  draft.say('content', kind === 'text' ? pieceOf(raw, 'text') : '');
  draft.say('reasoning', kind === 'thinking' ? pieceOf(raw, 'thinking') : '');
  if (kind === 'redacted_thinking') draft.warn('redacted-thinking: a part of the reasoning came encrypted');
};

const takeDelta = (state: State, event: JsonRecord, draft: ReplyDraft): void => {
  const delta = recordOf(event, 'delta');
  const block = state.blocks.get(numberOf(event['index']) ?? state.blocks.size - 1);
  const thinking = pieceOf(delta, 'thinking');
  draft.say('content', pieceOf(delta, 'text'));
  draft.say('reasoning', thinking);
  if (block === undefined) return;
  if (thinking !== '') block.raw['thinking'] = pieceOf(block.raw, 'thinking') + thinking;
  if (textOf(delta['signature']) !== null) block.raw['signature'] = pieceOf(block.raw, 'signature') + pieceOf(delta, 'signature');
  if (block.call !== null) draft.addToCall(block.call, pieceOf(delta, 'partial_json'));
};

const takeMessage = (state: State, message: JsonRecord, draft: ReplyDraft): void => {
  draft.model ??= textOf(message['model']);
  if (draft.responseId === '') draft.responseId = pieceOf(message, 'id');
  state.counts = withCounts(state.counts, recordOf(message, 'usage'));
  draft.usage = usageOf(state.counts);
};

const takeStop = (record: JsonRecord, draft: ReplyDraft): void => {
  const raw = textOf(record['stop_reason']);
  if (raw === null) return;
  draft.finish(finishes[raw] ?? 'unknown', raw);
  draft.refused ||= raw === 'refusal';
  if (raw === 'model_context_window_exceeded') draft.warn('context-full: the reply ended because the context was full');
};

/** A message that came whole although a stream was asked for. */
const takeWhole = (state: State, message: JsonRecord, draft: ReplyDraft): void => {
  draft.streamed = false;
  takeMessage(state, message, draft);
  const content = message['content'];
  for (const block of Array.isArray(content) ? content : []) startBlock(state, { content_block: block as unknown }, draft);
  takeStop(message, draft);
  draft.done();
};

const createFormat = (onThought?: OnThought): ReplyFormat => {
  const state: State = { blocks: new Map(), counts: { input: null, output: null, read: null, written: null }, thought: [] };
  const handlers: Record<string, (event: JsonRecord, draft: ReplyDraft) => void> = {
    message_start: (event, draft) => {
      const message = recordOf(event, 'message');
      // What is counted as output before there is any is no count of this reply.
      takeMessage(state, { ...message, usage: { ...recordOf(message, 'usage'), output_tokens: null } }, draft);
    },
    content_block_start: (event, draft) => startBlock(state, event, draft),
    content_block_delta: (event, draft) => takeDelta(state, event, draft),
    message_delta: (event, draft) => {
      takeMessage(state, event, draft);
      takeStop(recordOf(event, 'delta'), draft);
    },
    message_stop: (_event, draft) => draft.done(),
    message: (event, draft) => takeWhole(state, event, draft),
  };
  return {
    finishTellsCalls: true,
    take: (event, draft) => handlers[pieceOf(event, 'type')]?.(event, draft),
    atEnd: () => {
      const first = [...state.blocks.values()].find((block) => block.call !== null)?.call;
      if (typeof first?.id === 'string' && state.thought.length > 0) onThought?.(first.id, state.thought);
    },
    statusOfError,
    refine: withHint,
  };
};

/** Reads one reply of `POST /v1/messages`. */
export const createMessagesReader = (options: ReplyOptions, onThought?: OnThought) => createReplyReader(options, createFormat(onThought));
