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

/** Statuses of the codes that come inside a stream, whose own status was 200. */
const statuses: Record<string, number> = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_prompt: 400,
  invalid_request_error: 400,
  invalid_api_key: 401,
  server_error: 500,
  vector_store_timeout: 504,
};

export const statusOfError = ({ details, status }: ErrorPayload): number | null =>
  status ?? statuses[textOf(details['code']) ?? ''] ?? statuses[textOf(details['type']) ?? ''] ?? null;

const countOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : Math.round(number);
};

const usageOf = (response: JsonRecord): Usage | null => {
  const usage = asRecord(response['usage']);
  if (usage === null) return null;
  const promptTokens = countOf(usage['input_tokens']);
  const completionTokens = countOf(usage['output_tokens']);
  if (promptTokens === null && completionTokens === null) return null;
  return {
    promptTokens,
    completionTokens,
    cachedTokens: countOf(recordOf(usage, 'input_tokens_details')['cached_tokens']),
    reasoningTokens: countOf(recordOf(usage, 'output_tokens_details')['reasoning_tokens']),
    source: 'usage',
  };
};

type Field = 'content' | 'reasoning' | 'refusal';

/** What was said already, so that the whole at the end of an item is taken only where no pieces came. */
type State = {
  parts: Set<string>;
  texts: Record<Field, string>;
  calls: Map<string, CallDraft>;
  /** Id of the item at each index: servers leave out either the one or the other. */
  ids: Map<number, string>;
};

const itemKey = (state: State, event: JsonRecord): string => {
  const index = numberOf(event['output_index']);
  const id = textOf(event['item_id']) ?? textOf(recordOf(event, 'item')['id']);
  if (index !== null && id !== null) state.ids.set(index, id);
  return id ?? (index === null ? '' : (state.ids.get(index) ?? `at ${index}`));
};

const partKey = (state: State, field: Field, event: JsonRecord): string =>
  `${field} ${itemKey(state, event)} ${numberOf(event['content_index']) ?? numberOf(event['summary_index']) ?? 0}`;

const say = (state: State, draft: ReplyDraft, said: { field: Field; text: string }): void => {
  state.texts[said.field] += said.text;
  draft.say(said.field, said.text);
};

const sayPiece = (field: Field) => (state: State, event: JsonRecord, draft: ReplyDraft) => {
  state.parts.add(partKey(state, field, event));
  say(state, draft, { field, text: pieceOf(event, 'delta') });
};

/** Some servers give an item another id at its end, so the text itself is compared too. */
const sayWhole = (field: Field, member: string) => (state: State, event: JsonRecord, draft: ReplyDraft) => {
  const key = partKey(state, field, event);
  const text = pieceOf(event, member);
  if (state.parts.has(key) || state.texts[field].endsWith(text)) return;
  state.parts.add(key);
  say(state, draft, { field, text });
};

const callOf = (state: State, event: JsonRecord, draft: ReplyDraft): CallDraft => {
  const key = itemKey(state, event);
  const item = recordOf(event, 'item');
  const callId = textOf(item['call_id']);
  const known = state.calls.get(key) ?? [...state.calls.values()].find((call) => callId !== null && call.id === callId);
  if (known !== undefined) {
    known.id ??= callId;
    if (known.name === '') known.name = pieceOf(item, 'name');
    return known;
  }
  const call = draft.startCall(callId ?? textOf(item['id']), pieceOf(item, 'name') || pieceOf(event, 'name'));
  state.calls.set(key, call);
  return call;
};

/** The whole arguments: taken where no pieces came. */
const completeCall = (state: State, event: JsonRecord, draft: ReplyDraft): void => {
  const call = callOf(state, event, draft);
  const whole = textOf(event['arguments']) ?? pieceOf(recordOf(event, 'item'), 'arguments');
  if (call.text === '') draft.addToCall(call, whole);
};

const textsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(asRecord).filter((part) => part !== null) : []);

/** An item that is whole: its texts and calls, as far as they did not come in pieces. */
const takeItem = (state: State, event: JsonRecord, draft: ReplyDraft): void => {
  const item = recordOf(event, 'item');
  const at = { output_index: event['output_index'], item_id: event['item_id'] ?? item['id'] };
  if (item['type'] === 'function_call') completeCall(state, event, draft);
  textsOf(item['content']).forEach((part, index) => {
    const field = item['type'] === 'reasoning' ? 'reasoning' : part['type'] === 'refusal' ? 'refusal' : 'content';
    sayWhole(field, field === 'refusal' ? 'refusal' : 'text')(state, { ...part, ...at, content_index: index }, draft);
  });
  const key = itemKey(state, event);
  if ([...state.parts].some((part) => part.startsWith(`reasoning ${key} `))) return;
  textsOf(item['summary']).forEach((part, index) => sayWhole('reasoning', 'text')(state, { ...part, ...at, summary_index: index }, draft));
};

const takeResponse = (response: JsonRecord, draft: ReplyDraft): void => {
  draft.model ??= textOf(response['model']);
  if (draft.responseId === '') draft.responseId = pieceOf(response, 'id');
  draft.usage = usageOf(response) ?? draft.usage;
};

const incomplete: Record<string, Finish> = { max_output_tokens: 'length', max_tokens: 'length', content_filter: 'filtered' };

const errorOf = (record: JsonRecord, fallback: string): ErrorPayload => {
  const nested = asRecord(record['error']) ?? record;
  return { message: textOf(nested['message']) ?? textOf(nested['code']) ?? fallback, status: null, details: nested };
};

const endWith = (state: State, response: JsonRecord, draft: ReplyDraft): void => {
  takeResponse(response, draft);
  const isNew = state.parts.size === 0 && state.calls.size === 0;
  if (isNew) textsOf(response['output']).forEach((item, index) => takeItem(state, { output_index: index, item }, draft));
  const status = textOf(response['status']) ?? 'completed';
  const reason = textOf(recordOf(response, 'incomplete_details')['reason']);
  if (status === 'failed') return draft.fail(errorOf(response, 'the response failed'));
  if (status === 'incomplete') draft.finish(incomplete[reason ?? ''] ?? 'unknown', reason ?? status);
  else draft.finish(status === 'completed' ? 'stop' : status === 'cancelled' ? 'aborted' : 'unknown', status);
  draft.done();
};

type Handler = (state: State, event: JsonRecord, draft: ReplyDraft) => void;

const opening: Handler = (_state, event, draft) => takeResponse(recordOf(event, 'response'), draft);
const ending =
  (status: string): Handler =>
  (state, event, draft) =>
    endWith(state, { status, ...recordOf(event, 'response') }, draft);

const handlers: Record<string, Handler> = {
  'response.created': opening,
  'response.in_progress': opening,
  'response.output_item.added': (state, event, draft) => {
    if (recordOf(event, 'item')['type'] === 'function_call') callOf(state, event, draft);
  },
  'response.output_item.done': takeItem,
  'response.output_text.delta': sayPiece('content'),
  'response.output_text.done': sayWhole('content', 'text'),
  'response.refusal.delta': sayPiece('refusal'),
  'response.refusal.done': sayWhole('refusal', 'refusal'),
  'response.reasoning_text.delta': sayPiece('reasoning'),
  'response.reasoning_text.done': sayWhole('reasoning', 'text'),
  'response.reasoning_summary_text.delta': sayPiece('reasoning'),
  'response.reasoning_summary_text.done': sayWhole('reasoning', 'text'),
  'response.function_call_arguments.delta': (state, event, draft) => draft.addToCall(callOf(state, event, draft), pieceOf(event, 'delta')),
  'response.function_call_arguments.done': completeCall,
  'response.completed': ending('completed'),
  'response.incomplete': ending('incomplete'),
  'response.failed': ending('failed'),
};

const createFormat = (): ReplyFormat => {
  const state: State = { parts: new Set(), texts: { content: '', reasoning: '', refusal: '' }, calls: new Map(), ids: new Map() };
  return {
    finishTellsCalls: false,
    take: (event, draft) => {
      if (event['object'] === 'response' && event['type'] === undefined) {
        draft.streamed = false;
        endWith(state, event, draft);
      } else handlers[pieceOf(event, 'type')]?.(state, event, draft);
    },
    statusOfError,
    refine: withHint,
  };
};

/** Reads one reply of `POST /responses`. */
export const createResponsesReader = (options: ReplyOptions) => createReplyReader(options, createFormat());
