import type { Generation, Instant, Milliseconds, ModelError, ModelEvent, ModelRequest, Receipt } from '@benchloop/spec';
import type { MeasuringClient } from '../../kit/http/client.ts';
import type { HttpLimits } from '../../kit/http/protocol.ts';
import { now } from '../../kit/clock.ts';
import { createStreamRedactor } from '../../kit/redact.ts';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { chatBody, traitsAfterRejection, type ServerTraits } from './chat-body.ts';
import { createChatStream, type ChatStream } from './chat-stream.ts';
import { errorOfFailure } from '../../kit/wire/transport-error.ts';
import { modelError, retryAfterOf } from '../../kit/wire/wire-error.ts';

/** Everything that one way to a model needs for a call. */
export type ChatEndpoint = {
  client: MeasuringClient;
  base: string;
  model: string;
  headers: Record<string, string>;
  secrets: readonly string[];
  limits: HttpLimits;
  traits: ServerTraits;
};

/** After the end mark a server has this long to close the reply. */
const lingerMs = 500;

type Exchanged = {
  receipt: Receipt;
  sentAt: Instant;
  connectMs: Milliseconds | null;
  headersAt: Instant | null;
  endAt: Instant;
  compressed: boolean;
  stream: ChatStream;
  cut: ModelError | null;
};

const createExchanged = (): Exchanged => ({
  receipt: { status: null, contentType: null, reads: [] },
  sentAt: now(),
  connectMs: null,
  headersAt: null,
  endAt: now(),
  compressed: false,
  stream: createChatStream({ status: null }),
  cut: null,
});

const hasText = (generation: Generation): boolean =>
  generation.text !== '' || generation.reasoning !== '' || generation.toolCalls.length > 0;

const timingsOf = (exchanged: Exchanged) => {
  const { sentAt, connectMs, headersAt, endAt, receipt, stream } = exchanged;
  const firstRead = receipt.reads[0];
  const timings = callTimingsOf({
    sentAt,
    connectMs,
    headersAt,
    firstByteAt: firstRead === undefined ? null : sentAt + firstRead.at,
    deltas: stream.texts().map((text) => ({ ...text, at: sentAt + text.at })),
    endAt,
  });
  // Inside a compressed reply the times are those of the compressor.
  return exchanged.compressed ? { ...timings, interTokenP50Ms: null, interTokenP95Ms: null } : timings;
};

/** One exchange over HTTP. Yields the live events up to, not including, the last. */
async function* exchange(endpoint: ChatEndpoint, wire: string, signal: AbortSignal): AsyncGenerator<ModelEvent, Exchanged> {
  const exchanged = createExchanged();
  const redactor = createStreamRedactor(endpoint.secrets);
  const linger = new AbortController();
  let lingering: NodeJS.Timeout | undefined;
  const request = {
    url: `${endpoint.base}/chat/completions`,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...endpoint.headers },
    body: wire,
    limits: endpoint.limits,
  };

  const take = (text: string, at: Instant): ModelEvent[] => {
    if (text === '') return [];
    const read = { at: Math.max(0, at - exchanged.sentAt), text };
    exchanged.receipt.reads.push(read);
    return exchanged.stream.push(text, read.at).map((delta) => ({ type: 'delta', at, ...delta }));
  };

  try {
    for await (const event of endpoint.client.send(request, AbortSignal.any([signal, linger.signal]))) {
      const lingered = linger.signal.aborted && !signal.aborted;
      if (!lingered) exchanged.endAt = event.at;
      if (event.type === 'sent') {
        exchanged.sentAt = event.at;
        exchanged.connectMs = event.connectMs;
        yield { type: 'sent', at: event.at, wire };
      } else if (event.type === 'headers') {
        exchanged.headersAt = event.at;
        exchanged.compressed = (event.headers['content-encoding'] ?? 'identity') !== 'identity';
        exchanged.receipt.status = event.status;
        exchanged.receipt.contentType = event.headers['content-type'] ?? null;
        exchanged.stream = createChatStream({ status: event.status, retryAfterMs: retryAfterOf(event.headers, Date.now()) });
      } else if (event.type === 'read') {
        yield* take(redactor.push(event.text), event.at);
        if (exchanged.stream.isDone()) lingering ??= setTimeout(() => linger.abort(), lingerMs);
      } else if (event.type === 'failure' && !lingered) {
        exchanged.cut = errorOfFailure(event.failure, new URL(endpoint.base).origin);
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
  events: AsyncGenerator<ModelEvent, Exchanged>,
  settled: boolean,
): AsyncGenerator<ModelEvent, { exchanged: Exchanged; held: ModelEvent[] }> {
  let held: ModelEvent[] = [];
  try {
    for (;;) {
      const step = await events.next();
      if (step.done === true) return { exchanged: step.value, held };
      if (!settled && step.value.type === 'sent') {
        held = [step.value];
        continue;
      }
      yield* held;
      held = [];
      yield step.value;
    }
  } finally {
    // A consumer that stops early stops the request too.
    await events.return(createExchanged());
  }
}

const unsupportedReason = (request: ModelRequest, traits: ServerTraits): ModelError | null =>
  request.constraint?.kind === 'gbnf' && !traits.isLlamaServer
    ? modelError('unsupported', 'Only llama-server is known to take a GBNF grammar over HTTP.', {
        hint: 'Give a JSON Schema instead, or use llama-server.',
      })
    : null;

/** One chat completion as the events of `Connection.generate`. Every failure is an event. */
export async function* generateChat(endpoint: ChatEndpoint, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { traits } = endpoint;
  const refused = unsupportedReason(request, traits);
  if (refused !== null) {
    yield { type: 'error', error: refused, partial: null, timings: null, receipt: { status: null, contentType: null, reads: [] } };
    return;
  }
  for (;;) {
    const wire = chatBody(endpoint.model, request, traits);
    const { exchanged, held } = yield* passOn(exchange(endpoint, wire, signal), traits.settled);
    const { receipt, stream, cut } = exchanged;
    const { generation, error, deltas } = stream.end(cut);
    const change = error === null ? null : traitsAfterRejection(traits, { status: receipt.status, message: error.message });
    if (change !== null) {
      Object.assign(traits, change);
      continue;
    }
    yield* held;
    traits.settled ||= error === null;
    for (const delta of deltas) yield { type: 'delta', at: exchanged.endAt, ...delta };
    const timings = timingsOf(exchanged);
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
