import type { CallTimings, Generation, Instant, Milliseconds, ModelError, ModelEvent, Receipt } from '@benchloop/spec';
import { now } from '../clock.ts';
import type { MeasuringClient } from '../http/client.ts';
import type { HttpLimits } from '../http/protocol.ts';
import { createStreamRedactor } from '../redact.ts';
import type { ReplyOptions, ReplyReader, TimedText } from './reply-reader.ts';
import { errorOfFailure } from './transport-error.ts';
import { retryAfterOf } from './wire-error.ts';

export type CallInstants = {
  sentAt: Instant;
  connectMs: Milliseconds | null;
  headersAt: Instant | null;
  firstByteAt: Instant | null;
  deltas: readonly TimedText[];
  endAt: Instant;
};

/** One model call over HTTP, as any streaming API takes it. */
export type HttpCall = {
  client: MeasuringClient;
  url: string;
  headers: Record<string, string>;
  limits: HttpLimits;
  /** Taken out of everything that is stored. */
  secrets: readonly string[];
  signal: AbortSignal;
  /** The body, made again for each try. */
  wire: () => string;
  /** Told of a rejection; true where a changed body is worth another try. */
  learn?: (rejection: { status: number | null; message: string }) => boolean;
  /** True once a call went through: nothing more is left to learn. */
  settled?: boolean;
  createReader: (options: ReplyOptions) => ReplyReader;
  /** `callTimingsOf`, which lives above this folder. */
  timingsOf: (instants: CallInstants) => CallTimings;
  /** A fault of a whole reply that its bytes alone don't show; null where there is none. */
  judge?: (generation: Generation) => ModelError | null;
  onAccepted?: (generation: Generation) => void;
};

/** After the end mark a server has this long to close the reply. */
const lingerMs = 500;

type Exchanged = Omit<CallInstants, 'deltas' | 'firstByteAt'> & {
  receipt: Receipt;
  compressed: boolean;
  reader: ReplyReader;
  cut: ModelError | null;
};

const createExchanged = (call: HttpCall): Exchanged => ({
  receipt: { status: null, contentType: null, reads: [] },
  sentAt: now(),
  connectMs: null,
  headersAt: null,
  endAt: now(),
  compressed: false,
  reader: call.createReader({ status: null }),
  cut: null,
});

const hasText = ({ text, reasoning, toolCalls }: Generation): boolean => text !== '' || reasoning !== '' || toolCalls.length > 0;

const timingsOf = (call: HttpCall, exchanged: Exchanged): CallTimings => {
  const { sentAt, connectMs, headersAt, endAt, receipt, reader } = exchanged;
  const firstRead = receipt.reads[0];
  const timings = call.timingsOf({
    sentAt,
    connectMs,
    headersAt,
    firstByteAt: firstRead === undefined ? null : sentAt + firstRead.at,
    deltas: reader.texts().map((text) => ({ ...text, at: sentAt + text.at })),
    endAt,
  });
  // Inside a compressed reply the times are those of the compressor.
  return exchanged.compressed ? { ...timings, interTokenP50Ms: null, interTokenP95Ms: null, interTokenMaxMs: null, stalls: null } : timings;
};

/** One exchange. Yields the live events up to, not including, the last. */
async function* exchange(call: HttpCall, wire: string): AsyncGenerator<ModelEvent, Exchanged> {
  const exchanged = createExchanged(call);
  const redactor = createStreamRedactor(call.secrets);
  const linger = new AbortController();
  let lingering: NodeJS.Timeout | undefined;
  const { url, limits, signal } = call;
  const request = { url, method: 'POST' as const, headers: { 'content-type': 'application/json', ...call.headers }, body: wire, limits };

  const take = (text: string, at: Instant): ModelEvent[] => {
    if (text === '') return [];
    const read = { at: Math.max(0, at - exchanged.sentAt), text };
    exchanged.receipt.reads.push(read);
    return exchanged.reader.push(text, read.at).map((delta) => ({ type: 'delta', at, ...delta }));
  };

  try {
    for await (const event of call.client.send(request, AbortSignal.any([signal, linger.signal]))) {
      const lingered = linger.signal.aborted && !signal.aborted;
      if (!lingered) exchanged.endAt = event.at;
      if (event.type === 'sent') {
        Object.assign(exchanged, { sentAt: event.at, connectMs: event.connectMs });
        yield { type: 'sent', at: event.at, wire };
      } else if (event.type === 'headers') {
        exchanged.headersAt = event.at;
        exchanged.compressed = (event.headers['content-encoding'] ?? 'identity') !== 'identity';
        Object.assign(exchanged.receipt, { status: event.status, contentType: event.headers['content-type'] ?? null });
        exchanged.reader = call.createReader({ status: event.status, retryAfterMs: retryAfterOf(event.headers, Date.now()) });
      } else if (event.type === 'read') {
        yield* take(redactor.push(event.text), event.at);
        if (exchanged.reader.isDone()) lingering ??= setTimeout(() => linger.abort(), lingerMs);
      } else if (event.type === 'failure' && !lingered) {
        exchanged.cut = errorOfFailure(event.failure, new URL(url).origin);
      }
    }
  } finally {
    clearTimeout(lingering);
  }
  yield* take(redactor.end(), exchanged.endAt);
  return exchanged;
}

/** Passes the events of an exchange on; `sent` waits until the server took the request, where another may have to follow. */
async function* passOn(
  call: HttpCall,
  events: AsyncGenerator<ModelEvent, Exchanged>,
): AsyncGenerator<ModelEvent, { exchanged: Exchanged; held: ModelEvent[] }> {
  const holds = call.learn !== undefined && call.settled !== true;
  let held: ModelEvent[] = [];
  try {
    for (;;) {
      const step = await events.next();
      if (step.done === true) return { exchanged: step.value, held };
      if (holds && step.value.type === 'sent') {
        held = [step.value];
        continue;
      }
      yield* held;
      held = [];
      yield step.value;
    }
  } finally {
    // A consumer that stops early stops the request too.
    await events.return(createExchanged(call));
  }
}

/** A call as the events of `Connection.generate`. Every failure is an event. */
export async function* callOverHttp(call: HttpCall): AsyncGenerator<ModelEvent> {
  for (;;) {
    const { exchanged, held } = yield* passOn(call, exchange(call, call.wire()));
    const { receipt, reader, cut } = exchanged;
    const { generation, error: said, deltas } = reader.end(cut);
    const rejected = said !== null && receipt.status !== null && receipt.status >= 400;
    if (rejected && call.learn?.({ status: receipt.status, message: said.message }) === true) continue;
    yield* held;
    for (const delta of deltas) yield { type: 'delta', at: exchanged.endAt, ...delta };
    const timings = timingsOf(call, exchanged);
    if (said === null) call.onAccepted?.(generation);
    const error = said ?? call.judge?.(generation) ?? null;
    if (error === null) yield { type: 'end', generation, timings, receipt };
    else
      yield {
        type: 'error',
        error,
        partial: hasText(generation) ? generation : null,
        timings: receipt.status === null ? null : timings,
        receipt,
      };
    return;
  }
}

/** A request that this server can't serve, refused before anything is sent. */
export const refusedCall = (error: ModelError): ModelEvent => ({
  type: 'error',
  error,
  partial: null,
  timings: null,
  receipt: { status: null, contentType: null, reads: [] },
});

/** Reads a stored reply again: the same bytes give the same generation. */
export const decodeWith =
  (createReader: (options: ReplyOptions) => ReplyReader) =>
  (receipt: Receipt): Generation => {
    const reader = createReader({ status: receipt.status });
    for (const read of receipt.reads) reader.push(read.text, read.at);
    const { generation } = reader.end();
    return generation.usage === null && receipt.usage !== undefined ? { ...generation, usage: receipt.usage } : generation;
  };
