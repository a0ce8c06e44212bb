import type { CallTimings, Instant, Milliseconds, ModelError, ModelEvent, ModelRequest, Receipt } from '@benchloop/spec';
import { now } from '../../kit/clock.ts';
import type { MeasuringClient } from '../../kit/http/client.ts';
import type { HttpRequest } from '../../kit/http/protocol.ts';
import { createStreamRedactor } from '../../kit/redact.ts';
import { callTimingsOf, type TimedDelta } from '../../measure/call-timings.ts';
import { failure, failureOfStatus, failureOfTransport } from './failures.ts';
import { createBlueprintReader } from './wire.ts';

/** How this server takes a request. */
const bodyOf = (model: string, { messages, tools, sampling, maxTokens, stop }: ModelRequest): string =>
  JSON.stringify({
    model,
    messages,
    tools,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    seed: sampling.seed,
    max_tokens: maxTokens,
    stop,
  });

type Moments = { sentAt: Instant; connectMs: Milliseconds | null; headersAt: Instant | null; endAt: Instant };

const timingsOf = (moments: Moments, receipt: Receipt, deltas: TimedDelta[]): CallTimings => {
  const first = receipt.reads[0];
  return callTimingsOf({ ...moments, firstByteAt: first === undefined ? null : moments.sentAt + first.at, deltas });
};

export type BlueprintCall = {
  client: MeasuringClient;
  http: Omit<HttpRequest, 'body'>;
  model: string;
  request: ModelRequest;
  signal: AbortSignal;
  /** Taken out of everything that is stored. */
  secrets: readonly string[];
};

/** One call as the events of `Connection.generate`. Every failure is an event. */
export async function* generate({ client, http, model, request, signal, secrets }: BlueprintCall): AsyncGenerator<ModelEvent> {
  const receipt: Receipt = { status: null, contentType: null, reads: [] };
  if (request.constraint !== undefined) {
    yield {
      type: 'error',
      error: failure('unsupported', 'This server takes no constraint.'),
      partial: null,
      timings: null,
      receipt,
    };
    return;
  }
  const reader = createBlueprintReader();
  const redactor = createStreamRedactor(secrets);
  const moments: Moments = { sentAt: now(), connectMs: null, headersAt: null, endAt: now() };
  const deltas: TimedDelta[] = [];
  const wire = bodyOf(model, request);
  let error: ModelError | null = null;
  const take = (piece: string, at: Instant): ModelEvent[] => {
    if (piece === '') return [];
    receipt.reads.push({ at: Math.max(0, at - moments.sentAt), text: piece });
    return reader.push(piece).map(({ channel, text }) => {
      deltas.push({ at, channel, textLength: text.length });
      return { type: 'delta', at, channel, text };
    });
  };
  for await (const event of client.send({ ...http, body: wire }, signal)) {
    moments.endAt = event.at;
    if (event.type === 'sent') {
      Object.assign(moments, { sentAt: event.at, connectMs: event.connectMs });
      yield { type: 'sent', at: event.at, wire };
    } else if (event.type === 'headers') {
      moments.headersAt = event.at;
      Object.assign(receipt, { status: event.status, contentType: event.headers['content-type'] ?? null });
    } else if (event.type === 'read') {
      yield* take(redactor.push(event.text), event.at);
    } else if (event.type === 'failure') {
      error = failureOfTransport(event.failure);
    }
  }
  yield* take(redactor.end(), moments.endAt);
  const said = reader.error();
  if (receipt.status !== null) error ??= failureOfStatus(receipt.status, receipt.reads.map(({ text }) => text).join(''));
  if (said !== null) error ??= failure('server', `The server reports: ${said}`, receipt.status);
  if (!reader.isDone()) error ??= failure('stream-truncated', 'The reply ended without its end line.');
  const generation = reader.generation();
  const timings = timingsOf(moments, receipt, deltas);
  if (error === null) yield { type: 'end', generation, timings, receipt };
  else
    yield {
      type: 'error',
      error,
      partial: deltas.length === 0 ? null : generation,
      timings: receipt.status === null ? null : timings,
      receipt,
    };
}
