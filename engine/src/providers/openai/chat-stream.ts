import type { Finish, Generation, Milliseconds, ModelError, ServerTimings, Usage } from '@benchloop/spec';
import { findTextToolCalls } from '../../kit/text-tool-calls.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { readTexts } from './content.ts';
import { createContentChannels } from '../../kit/wire/content-channels.ts';
import { contextFull, finishOf, rawFinish } from './finish.ts';
import { createFrameReader, type Frame } from '../../kit/wire/frames.ts';
import { asRecord, numberOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { createLoadingBanner } from './loading-banner.ts';
import { createToolCallAssembly } from './tool-call-assembly.ts';
import { cachedOfProgress, mergeUsage, timingsOfChunk, usageOfChunk, type LlamaTimings } from './usage.ts';
import type { ReplyDelta, ReplyOptions, ReplyReader, TimedText } from '../../kit/wire/reply-reader.ts';
import { errorOfPayload, errorOfReply, errorPayloadOf, modelError } from '../../kit/wire/wire-error.ts';

/** A server's own durations may pass the client's by the resolution of both clocks. */
const clockToleranceMs = 5;

/** All that is known of the reply so far. */
type State = {
  body: string;
  chunks: number;
  texts: TimedText[];
  lastAt: Milliseconds;
  finishRaw: string | null;
  finished: boolean;
  done: boolean;
  streamed: boolean;
  usage: Usage | null;
  timings: LlamaTimings | null;
  cachedTokens: number | null;
  model: string | null;
  responseId: string;
  error: ModelError | null;
  warnings: Set<string>;
};

const createState = (): State => ({
  body: '',
  chunks: 0,
  texts: [],
  lastAt: 0,
  finishRaw: null,
  finished: false,
  done: false,
  streamed: true,
  usage: null,
  timings: null,
  cachedTokens: null,
  model: null,
  responseId: '',
  error: null,
  warnings: new Set(),
});

const takeCounts = (state: State, chunk: JsonRecord): void => {
  const usage = usageOfChunk(chunk);
  if (usage !== null && (usage.completionTokens ?? 0) < (state.usage?.completionTokens ?? 0))
    state.warnings.add('usage-shrank: a later count of tokens was smaller');
  state.usage = usage ?? state.usage;
  state.timings = timingsOfChunk(chunk) ?? state.timings;
  state.cachedTokens = cachedOfProgress(chunk) ?? state.cachedTokens;
  state.model ??= textOf(chunk['model']);
  if (state.responseId === '') state.responseId = textOf(chunk['id']) ?? '';
};

/** The one choice that was asked for. */
const choiceOf = (state: State, chunk: JsonRecord): JsonRecord | null => {
  const choices = (Array.isArray(chunk['choices']) ? chunk['choices'] : []).map(asRecord).filter((choice) => choice !== null);
  if (choices.some((choice) => (numberOf(choice['index']) ?? 0) !== 0))
    state.warnings.add('several-choices: only the first choice is read');
  return choices.find((choice) => (numberOf(choice['index']) ?? 0) === 0) ?? null;
};

const takeFinish = (state: State, choice: JsonRecord): void => {
  const raw = rawFinish(choice['finish_reason']) ?? rawFinish(choice['stop_reason']);
  if (raw === null) return;
  state.finishRaw = raw;
  state.finished = true;
  if (contextFull.has(raw.toLowerCase())) state.warnings.add('context-full: the reply ended because the context was full');
};

const deltaOf = (state: State, choice: JsonRecord): JsonRecord | null => {
  const delta = asRecord(choice['delta']);
  if (delta !== null) return delta;
  const message = asRecord(choice['message']);
  if (message !== null) return message;
  const text = textOf(choice['text']);
  if (text !== null) return { content: text };
  if (rawFinish(choice['finish_reason']) === null) state.warnings.add('no-delta: a choice without content was skipped');
  return null;
};

const finishWith = (state: State, calls: number): Finish => {
  const finish = finishOf(state.finishRaw);
  if (finish === 'stop' && calls > 0) {
    state.warnings.add('finish-contradicts: finish says stop although tools were called');
    return 'tool-calls';
  }
  if (finish === 'tool-calls' && calls === 0) state.warnings.add('finish-contradicts: finish says tool calls although none came');
  if (finish === 'unknown')
    state.warnings.add(
      state.finishRaw === null ? 'no-finish-reason: the reply never said why it ended' : `odd-finish-reason: ${state.finishRaw}`,
    );
  return finish;
};

const nothingTimed: ServerTimings = { loadMs: null, promptTokens: null, promptMs: null, predictedTokens: null, predictedMs: null };

const serverTimingsOf = (state: State, loadMs: Milliseconds | null): ServerTimings | null => {
  const server = state.timings?.server ?? null;
  const spent = (server?.promptMs ?? 0) + (server?.predictedMs ?? 0);
  if (spent > state.lastAt + clockToleranceMs) state.warnings.add('server-clock: the server counts more time than passed here');
  return loadMs === null ? server : { ...(server ?? nothingTimed), loadMs };
};

const endMarkTemplates = /<\|(?:im_end|eot_id|end|return|endoftext)\|>$|<\/s>$|<end_of_turn>$/u;

/** What went wrong on the way, worst first; null where the reply is whole. */
const errorAtEnd = (
  state: State,
  frames: ReturnType<typeof createFrameReader>,
  options: ReplyOptions & { cut: ModelError | null },
): ModelError | null => {
  const { cut, status } = options;
  if (status !== null && (status < 200 || status >= 300))
    return cut?.kind === 'aborted' ? cut : errorOfReply({ status, body: state.body, retryAfterMs: options.retryAfterMs ?? null });
  if (state.error !== null) return state.error;
  // After the finish reason nothing but the closing of the transport is missing.
  if (cut !== null && !state.done && (!state.finished || cut.kind === 'aborted')) return cut;
  if (frames.framing() === 'html')
    return modelError('wrong-server', 'The address answers with a web page, not with a model’s reply.', { status });
  if (state.chunks === 0) {
    const head = frames.head().trim();
    return modelError(
      'protocol',
      head === '' ? 'The server sent an empty reply.' : `The server sent a reply that is none of a model: ${head.slice(0, 200)}`,
      { status },
    );
  }
  if (!state.finished && !state.done && state.streamed)
    return modelError('stream-truncated', 'The reply ended before the server said that it was complete.', { status });
  return state.finishRaw !== null && finishOf(state.finishRaw) === 'error'
    ? modelError('server', 'The server ended the reply with an error.', { status })
    : null;
};

/** An incremental, pure reader of chat completions: streamed, whole, or broken in the ways that real servers break them. */
export const createChatStream = (options: ReplyOptions): ReplyReader => {
  const state = createState();
  const frames = createFrameReader();
  const content = createContentChannels();
  const banner = createLoadingBanner();
  const assembly = createToolCallAssembly();
  const succeeds = options.status === null || (options.status >= 200 && options.status < 300);

  const note = (at: Milliseconds, channel: TimedText['channel'], textLength: number) => state.texts.push({ at, channel, textLength });

  const takeTexts = (delta: JsonRecord, at: Milliseconds): ReplyDelta[] => {
    const { parts, oddShape } = readTexts(delta);
    if (oddShape) state.warnings.add('odd-content: content was no text');
    return parts.flatMap((part) => {
      const text = part.field === 'reasoning' ? banner.push(part.text) : part.text;
      const before = part.field === 'reasoning' ? '' : banner.end();
      const held = before === '' ? [] : content.push({ field: 'reasoning', text: before });
      // The words of a proxy are no generated text, so they are no token and no time.
      if (text === '' && part.text !== '') return held.map(({ channel, text: said }) => ({ channel, text: said }));
      const out = [...held, ...content.push({ ...part, text })];
      if (out.some((piece) => piece.answerSoFarWasReasoning))
        for (const text of state.texts) if (text.channel === 'answer') text.channel = 'reasoning';
      const visible = out.filter((piece) => piece.text !== '');
      if (visible.length === 0) note(at, 'markup', part.text.length);
      // One part is one event: the channel of its last visible piece, which is the one that it ends in.
      visible.slice(-1).forEach((piece) => note(at, piece.channel, part.text.length));
      return visible.map(({ channel, text }) => ({ channel, text }));
    });
  };

  const takeChunk = (chunk: JsonRecord, at: Milliseconds): ReplyDelta[] => {
    state.chunks += 1;
    takeCounts(state, chunk);
    const choice = choiceOf(state, chunk);
    if (choice === null) return [];
    const finishedBefore = state.finished;
    const delta = deltaOf(state, choice);
    if (choice['message'] !== undefined && choice['delta'] === undefined && frames.framing() === 'json') state.streamed = false;
    const texts = delta === null ? [] : takeTexts(delta, at);
    const callText = delta === null ? '' : assembly.push(delta);
    if (callText !== '') note(at, 'tool-call', callText.length);
    if (finishedBefore && texts.some((text) => text.channel === 'answer'))
      state.warnings.add('text-after-finish: text came after the finish reason');
    takeFinish(state, choice);
    return callText === '' ? texts : [...texts, { channel: 'tool-call', text: callText }];
  };

  const takeFrame = (frame: Frame, at: Milliseconds): ReplyDelta[] => {
    if (state.done || state.error !== null) return [];
    if (frame.kind === 'done') {
      state.done = true;
      return [];
    }
    if (frame.kind === 'malformed') {
      if (frame.isErrorEvent) state.error = errorOfPayload({ message: frame.text, status: null, details: {} }, options.status);
      else state.warnings.add('malformed-event: an event of the stream was no JSON');
      return [];
    }
    const payload =
      errorPayloadOf(frame.value) ??
      (frame.isErrorEvent ? { message: JSON.stringify(frame.value), status: null, details: frame.value } : null);
    if (payload === null) return takeChunk(frame.value, at);
    const deltas = takeChunk(frame.value, at);
    state.error = errorOfPayload(payload, options.status);
    return deltas;
  };

  const generationOf = (): Generation => {
    const { text, reasoning, refused, warnings } = content.result();
    const { calls, warnings: callWarnings } = assembly.end(`${state.responseId}/${text}`);
    const structured = new Set(calls.map((call) => canonicalJson([call.name, call.arguments])));
    const written = findTextToolCalls(text).calls;
    const leaked = written.filter((call) => !structured.has(canonicalJson([call.name, call.arguments])));
    if (leaked.length < written.length) state.warnings.add('call-repeated: a call came as a call and again as text');
    if (leaked.length > 0) state.warnings.add('leaked-call: the model wrote a call as text that the server did not read');
    if (endMarkTemplates.test(text)) state.warnings.add('template-leak: the answer ends with a mark of the chat template');
    const usage = mergeUsage(state.usage, state.timings, state.cachedTokens);
    const finish = finishWith(state, calls.length);
    const serverTimings = serverTimingsOf(state, banner.loadMs());
    if (banner.seen())
      state.warnings.add('loaded-in-call: a proxy loaded the model within this call and said so in the place of reasoning');
    if (state.finished && !state.done && state.streamed) state.warnings.add('no-done: the stream ended without [DONE]');
    if (!state.streamed) state.warnings.add('not-streamed: the server sent the whole reply at once');
    return {
      text,
      reasoning,
      toolCalls: calls,
      leakedToolCalls: leaked,
      refused,
      finish,
      finishRaw: state.finishRaw,
      end: state.done ? 'done' : 'eof',
      usage,
      serverTimings,
      modelReported: state.model,
      warnings: [...state.warnings, ...warnings, ...callWarnings],
    };
  };

  return {
    push: (text, at) => {
      state.lastAt = at;
      if (!succeeds) {
        state.body += text;
        return [];
      }
      return frames.push(text).flatMap((frame) => takeFrame(frame, at));
    },
    end: (cut = null) => {
      const last = succeeds ? frames.end().flatMap((frame) => takeFrame(frame, state.lastAt)) : [];
      const rest = banner.end();
      const held = [...(rest === '' ? [] : content.push({ field: 'reasoning', text: rest })), ...content.end()].filter(
        (piece) => piece.text !== '',
      );
      return {
        generation: generationOf(),
        error: errorAtEnd(state, frames, { ...options, cut }),
        deltas: [...last, ...held.map(({ channel, text }) => ({ channel, text }))],
      };
    },
    isDone: () => state.done,
    texts: () => (state.streamed ? state.texts : []),
  };
};
