import type { Finish, Generation, Milliseconds, ModelError, ServerTimings, Usage } from '@benchloop/spec';
import { canonicalJson } from '../canonical-json.ts';
import { findTextToolCalls } from '../text-tool-calls.ts';
import { syntheticCallId, toolCallOf } from '../tool-arguments.ts';
import { createContentChannels, type TextPart } from './content-channels.ts';
import { createFrameReader, type Frame } from './frames.ts';
import { textOf, type JsonRecord } from './members.ts';
import { errorOfPayload, errorOfReply, errorPayloadOf, modelError, type ErrorPayload } from './wire-error.ts';

export type ReplyDelta = { channel: 'answer' | 'reasoning' | 'tool-call'; text: string };

/** Generated text with its time since the request; `markup` reaches no reader but counts as a token. */
export type TimedText = { at: Milliseconds; channel: ReplyDelta['channel'] | 'markup'; textLength: number };

export type ReplyEnd = {
  generation: Generation;
  /** Null where the reply is whole. */
  error: ModelError | null;
  /** Text that was held back to the end. */
  deltas: ReplyDelta[];
};

/** Reads one reply from its body, in any pieces. Pure: no clock, no network. */
export type ReplyReader = {
  /** `at`: milliseconds since the request was sent, the same for all that one read held. */
  push: (text: string, at: Milliseconds) => ReplyDelta[];
  /** `cut`: why the transport ended early; null where it ended by itself. */
  end: (cut?: ModelError | null) => ReplyEnd;
  /** The server's own end mark came; what follows is ignored. */
  isDone: () => boolean;
  /** Generated text so far with its times, for `callTimingsOf`. */
  texts: () => readonly TimedText[];
};

export type ReplyOptions = { status: number | null; retryAfterMs?: number | null };

/** A tool call while its pieces come in. */
export type CallDraft = { id: string | null; name: string; text: string };

/** What a wire format fills in, event by event. */
export type ReplyDraft = {
  say: (field: TextPart['field'], text: string) => void;
  startCall: (id: string | null, name: string) => CallDraft;
  addToCall: (call: CallDraft, text: string) => void;
  /** The server said why the reply ended; an end mark may still follow. */
  finish: (finish: Finish, raw: string) => void;
  /** The end mark of the format. */
  done: () => void;
  fail: (payload: ErrorPayload) => void;
  warn: (text: string) => void;
  usage: Usage | null;
  serverTimings: ServerTimings | null;
  model: string | null;
  /** Seed of ids for calls that came without one. */
  responseId: string;
  refused: boolean;
  /** False for a reply that came as one piece although a stream was asked for. */
  streamed: boolean;
  finishRaw: string | null;
  /** Times of the generated text so far. */
  texts: readonly TimedText[];
  lastAt: Milliseconds;
};

/** One wire format. An instance reads one reply. */
export type ReplyFormat = {
  take: (value: JsonRecord, draft: ReplyDraft) => void;
  /** A last look at the whole, before the generation is made. */
  atEnd?: (draft: ReplyDraft) => void;
  /** Status of an error inside a stream whose status was 200. */
  statusOfError?: (payload: ErrorPayload) => number | null;
  /** The error with the next step that this kind of server asks for. */
  refine?: (error: ModelError) => ModelError;
  /** The reason of the end is another one where tools were called. */
  finishTellsCalls: boolean;
};

type State = ReplyDraft & {
  body: string;
  events: number;
  finished: boolean;
  ended: boolean;
  finishKind: Finish;
  error: ModelError | null;
  calls: CallDraft[];
  timed: TimedText[];
  warnings: Set<string>;
  out: ReplyDelta[];
};

type Parts = { options: ReplyOptions; format: ReplyFormat; state: State; frames: ReturnType<typeof createFrameReader> };

const createState = (content: ReturnType<typeof createContentChannels>, failed: (payload: ErrorPayload) => ModelError): State => {
  const timed: TimedText[] = [];
  const note = (channel: TimedText['channel'], textLength: number) => timed.push({ at: state.lastAt, channel, textLength });
  const state: State = {
    body: '',
    events: 0,
    finished: false,
    ended: false,
    finishKind: 'unknown',
    error: null,
    calls: [],
    timed,
    texts: timed,
    warnings: new Set(),
    out: [],
    usage: null,
    serverTimings: null,
    model: null,
    responseId: '',
    refused: false,
    streamed: true,
    finishRaw: null,
    lastAt: 0,
    say: (field, text) => {
      if (text === '') return;
      const pieces = content.push({ field, text });
      if (pieces.some((piece) => piece.answerSoFarWasReasoning))
        for (const seen of timed) if (seen.channel === 'answer') seen.channel = 'reasoning';
      const visible = pieces.filter((piece) => piece.text !== '');
      note(visible.at(-1)?.channel ?? 'markup', text.length);
      state.out.push(...visible.map((piece) => ({ channel: piece.channel, text: piece.text })));
    },
    startCall: (id, name) => {
      const call = { id, name, text: '' };
      state.calls.push(call);
      if (name !== '') {
        note('tool-call', name.length);
        state.out.push({ channel: 'tool-call', text: name });
      }
      return call;
    },
    addToCall: (call, text) => {
      if (text === '') return;
      call.text += text;
      note('tool-call', text.length);
      state.out.push({ channel: 'tool-call', text });
    },
    finish: (finish, raw) => {
      state.finished = true;
      Object.assign(state, { finishKind: finish, finishRaw: raw });
    },
    done: () => {
      state.ended = true;
    },
    fail: (payload) => {
      state.error ??= failed(payload);
    },
    warn: (text) => state.warnings.add(text),
  };
  return state;
};

const finishWith = ({ state, format }: Parts, calls: number): Finish => {
  const finish = state.finishKind;
  if (finish === 'stop' && calls > 0) {
    if (format.finishTellsCalls) state.warn('finish-contradicts: finish says stop although tools were called');
    return 'tool-calls';
  }
  if (finish === 'tool-calls' && calls === 0) state.warn('finish-contradicts: finish says tool calls although none came');
  if (finish === 'unknown')
    state.warn(state.finishRaw === null ? 'no-finish-reason: the reply never said why it ended' : `odd-finish-reason: ${state.finishRaw}`);
  return finish;
};

const callsOf = (state: State, text: string): Generation['toolCalls'] => {
  const calls = state.calls.map((call, index) =>
    toolCallOf({ id: call.id ?? syntheticCallId(`${state.responseId}/${text}`, index), name: call.name, argumentsText: call.text }),
  );
  for (const call of calls) {
    for (const repair of call.repairs) state.warn(`repaired: ${repair} in the arguments of a call`);
    if (call.arguments === null) state.warn('invalid-arguments: a call has no readable arguments');
  }
  return calls;
};

const generationOf = (parts: Parts, content: ReturnType<typeof createContentChannels>): Generation => {
  const { state } = parts;
  const { text, reasoning, refused, warnings } = content.result();
  const toolCalls = callsOf(state, text);
  const structured = new Set(toolCalls.map((call) => canonicalJson([call.name, call.arguments])));
  const written = findTextToolCalls(text).calls;
  const leakedToolCalls = written.filter((call) => !structured.has(canonicalJson([call.name, call.arguments])));
  if (leakedToolCalls.length < written.length) state.warn('call-repeated: a call came as a call and again as text');
  const finish = finishWith(parts, toolCalls.length);
  if (!state.streamed) state.warn('not-streamed: the server sent the whole reply at once');
  return {
    text,
    reasoning,
    toolCalls,
    leakedToolCalls,
    refused: refused || state.refused,
    finish,
    finishRaw: state.finishRaw,
    end: state.ended ? 'done' : 'eof',
    usage: state.usage,
    serverTimings: state.serverTimings,
    modelReported: state.model,
    warnings: [...state.warnings, ...warnings],
  };
};

/** What went wrong on the way, worst first; null where the reply is whole. */
const errorAtEnd = ({ options, state, frames }: Parts, cut: ModelError | null): ModelError | null => {
  const { status, retryAfterMs = null } = options;
  if (status !== null && (status < 200 || status >= 300))
    return cut?.kind === 'aborted' ? cut : errorOfReply({ status, body: state.body, retryAfterMs });
  if (state.error !== null) return state.error;
  // After the reason of the end nothing but the closing of the transport is missing.
  if (cut !== null && !state.ended && (!state.finished || cut.kind === 'aborted')) return cut;
  if (frames.framing() === 'html')
    return modelError('wrong-server', 'The address answers with a web page, not with a model’s reply.', { status });
  if (state.events === 0) {
    const head = frames.head().trim();
    const said = head === '' ? 'an empty reply.' : `a reply that is none of a model: ${head.slice(0, 200)}`;
    return modelError('protocol', `The server sent ${said}`, { status });
  }
  if (!state.finished && !state.ended)
    return modelError('stream-truncated', 'The reply ended before the server said that it was complete.', { status });
  return state.finishKind === 'error' ? modelError('server', 'The server ended the reply with an error.', { status }) : null;
};

const takeFrame = ({ state, format }: Parts, frame: Frame): void => {
  if (state.ended || state.error !== null || frame.kind === 'done') return;
  if (frame.kind === 'malformed') {
    if (frame.isErrorEvent) state.fail({ message: frame.text, status: null, details: {} });
    else state.warn('malformed-event: an event of the stream was no JSON');
    return;
  }
  state.events += 1;
  const payload =
    errorPayloadOf(frame.value) ??
    (frame.isErrorEvent ? { message: JSON.stringify(frame.value), status: null, details: frame.value } : null);
  if (payload === null) format.take(frame.value, state);
  else state.fail(payload);
};

/** An incremental reader of streamed replies: framing, channels, calls and ends are the same for every format. */
export const createReplyReader = (options: ReplyOptions, format: ReplyFormat): ReplyReader => {
  const content = createContentChannels();
  const frames = createFrameReader();
  const succeeds = options.status === null || (options.status >= 200 && options.status < 300);
  const state = createState(content, (payload) =>
    errorOfPayload({ ...payload, status: format.statusOfError?.(payload) ?? payload.status }, options.status),
  );
  const parts: Parts = { options, format, state, frames };
  const takeAll = (found: readonly Frame[]): ReplyDelta[] => {
    for (const frame of found) takeFrame(parts, frame);
    return state.out.splice(0);
  };
  return {
    push: (text, at) => {
      state.lastAt = at;
      if (succeeds) return takeAll(frames.push(text));
      state.body += text;
      return [];
    },
    end: (cut = null) => {
      const last = succeeds ? takeAll(frames.end()) : [];
      const held = content.end().filter((piece) => piece.text !== '');
      format.atEnd?.(state);
      const generation = generationOf(parts, content);
      const error = errorAtEnd(parts, cut);
      return {
        generation,
        error: error === null ? null : (format.refine?.(error) ?? error),
        deltas: [...last, ...held.map(({ channel, text }) => ({ channel, text }))],
      };
    },
    isDone: () => state.ended,
    texts: () => (state.streamed ? state.timed : []),
  };
};

/** The text of a member, or the empty text. */
export const pieceOf = (record: JsonRecord | null, member: string): string => textOf(record?.[member]) ?? '';
