import type { GenerateOptions, Instant, ModelError, ModelEvent, ModelRequest, WireRead } from '@benchloop/spec';
import { now } from '../../kit/clock.ts';
import { createThinkSplitter, type ThinkPiece, type ThinkSplitter } from '../../kit/think-tags.ts';
import { callTimingsOf, type TimedDelta } from '../../measure/call-timings.ts';
import { createCallRouter, type CallRouter } from './call-marks.ts';
import type { EngineProcess } from './engine-process.ts';
import { callAborted, failure } from './failures.ts';
import type { FromEngine, ReceiptHead, TokenBatch } from './protocol.ts';
import { decode, writeLine } from './receipt.ts';

type Delta = { channel: 'answer' | 'reasoning' | 'tool-call'; text: string };

/** Divides text into its channels while it comes. */
const createChannels = (head: ReceiptHead) => {
  const thinking: ThinkSplitter = createThinkSplitter({ insideReasoning: head.insideReasoning });
  const calls: CallRouter = createCallRouter(head.callForms);
  const route = (pieces: ThinkPiece[]): Delta[] =>
    pieces.flatMap(({ channel, text }): Delta[] => (channel === 'reasoning' ? [{ channel, text }] : calls.push(text)));
  return {
    push: (text: string): Delta[] => (text === '' ? [] : route(thinking.push(text))),
    end: (): Delta[] => [...route(thinking.end()), ...calls.end()],
  };
};

/** A queue of messages that can be waited on. */
const createInbox = <Item>() => {
  const items: Item[] = [];
  let wake: (() => void) | null = null;
  return {
    put: (item: Item): void => {
      items.push(item);
      wake?.();
    },
    take: async (timeoutMs: number): Promise<Item | null> => {
      if (items.length === 0) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, timeoutMs);
        });
        clearTimeout(timer);
        wake = null;
      }
      return items.shift() ?? null;
    },
  };
};

type Message = Extract<FromEngine, { id: number | null }> | { type: 'crashed'; error: ModelError };

/** How long a cancelled call waits for its last tokens: one batch of a prompt, at most. */
const cancelPatienceMs = 60_000;

/** Milliseconds to the microsecond: finer digits are noise of the clock, and fill receipts. */
const microseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

const longestTimerMs = 2 ** 31 - 1;

const silent = (idleTimeoutMs: number): ModelError =>
  failure(
    'timeout',
    `The engine gave no token for ${Math.round(idleTimeoutMs / 1000)} s.`,
    'Give it more time with --timeout, fewer threads with --threads, or a smaller model.',
  );

/** One call of the engine, from its request to its `end` or `error`. */
export async function* performCall(
  engine: EngineProcess,
  call: { id: number; request: ModelRequest; idleTimeoutMs: number; sentAt: Instant },
  { signal }: GenerateOptions,
): AsyncGenerator<ModelEvent> {
  const { id, request, sentAt } = call;
  const reads: WireRead[] = [];
  const deltas: TimedDelta[] = [];
  const receipt = { status: null, contentType: 'application/x-ndjson', reads };
  const inbox = createInbox<Message>();
  const stopListening = engine.listen((message) => {
    if (message.type === 'crashed' || ('id' in message && message.id === id)) inbox.put(message);
  });
  const cancel = (): void => engine.send({ type: 'cancel', id });
  const firstByteAt = (): Instant | null => (reads[1] === undefined ? null : sentAt + reads[1].at);
  const timings = () => callTimingsOf({ sentAt, connectMs: null, headersAt: null, firstByteAt: firstByteAt(), deltas, endAt: now() });
  const stop = (error: ModelError): ModelEvent => ({
    type: 'error',
    error,
    partial: reads.length === 0 ? null : decode(receipt),
    timings: timings(),
    receipt,
  });
  const keep = (line: Parameters<typeof writeLine>[0]): void =>
    void reads.push({ at: microseconds(Math.max(0, now() - sentAt)), text: writeLine(line) });
  let channels: ReturnType<typeof createChannels> | null = null;
  let sent = false;

  const readBatch = (batch: TokenBatch): ModelEvent[] => {
    keep({ ...batch, at: batch.at.map((at) => microseconds(at - sentAt)) });
    return batch.texts.flatMap((text, index): ModelEvent[] => {
      const at = batch.at[index] ?? now();
      const pieces = channels?.push(text) ?? [];
      const shown = pieces.find(({ channel }) => channel !== 'reasoning') ?? pieces[0];
      // A token without text to show is a token nevertheless: its gap belongs to the rate.
      deltas.push({ at, channel: shown?.channel ?? 'markup', textLength: Math.max(1, text.length) });
      return pieces.map((piece): ModelEvent => ({ type: 'delta', at, ...piece }));
    });
  };

  try {
    if (signal.aborted) {
      yield { type: 'sent', at: sentAt, wire: null };
      return yield stop(callAborted());
    }
    signal.addEventListener('abort', cancel, { once: true });
    engine.send({ type: 'generate', id, sentAt, request });
    while (true) {
      const message = await inbox.take(signal.aborted ? cancelPatienceMs : Math.min(call.idleTimeoutMs, longestTimerMs));
      if (message?.type !== 'prompt' && !sent) {
        yield { type: 'sent', at: sentAt, wire: null };
        sent = true;
      }
      if (message === null) {
        cancel();
        return yield stop(signal.aborted ? callAborted() : silent(call.idleTimeoutMs));
      }
      if (message.type === 'crashed' || message.type === 'failed') return yield stop(message.error);
      if (message.type === 'prompt') {
        keep(message.head);
        channels = createChannels(message.head);
        sent = true;
        yield { type: 'sent', at: sentAt, wire: message.text };
      } else if (message.type === 'tokens') {
        yield* readBatch(message.batch);
      } else if (message.type === 'end') {
        keep(message.end);
        const at = now();
        const rest = [...(channels?.push(message.end.text) ?? []), ...(channels?.end() ?? [])];
        for (const piece of rest) yield { type: 'delta', at, ...piece };
        return yield message.end.end === 'cancelled'
          ? stop(callAborted())
          : { type: 'end', generation: decode(receipt), timings: timings(), receipt };
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    stopListening();
    // The listener may have been left in the middle of a reply.
    cancel();
  }
}
