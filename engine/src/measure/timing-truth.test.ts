import type { Call, CallTimings, Instant, Milliseconds } from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { now } from '../kit/clock.ts';
import { createMeasuringClient } from '../kit/http/client.ts';
import { createBatchReader, createBatchWriter } from '../kit/http/batch.ts';
import { createConnections } from '../kit/http/connections.ts';
import { startExchange } from '../kit/http/exchange.ts';
import type { HttpEvent, HttpRequest } from '../kit/http/protocol.ts';
import { startLoggedServer } from '../kit/testing/logged-server.ts';
import { eventStream, lastChunk, type ServerStep } from '../kit/testing/scripted-server.ts';
import { createChatStream } from '../providers/openai/chat-stream.ts';
import { DONE, FIN, T, U } from '../providers/openai/cases/notation.ts';
import { speedSampleOf } from '../summary/speed-sample.ts';
import { callTimingsOf, type TimedDelta } from './call-timings.ts';

/** Cases of wire.md, section 13 I: exact laws on made stamps, and the real client against a server that logs its writes. */

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((clean) => clean()));
});

const tokens = 100;
const firstMs = 300;
const gapMs = 20;

/** When each of the 100 tokens is made; `stallMs` more before the 51st. */
const madeAt = (stallMs = 0): Milliseconds[] =>
  Array.from({ length: tokens }, (_, index) => firstMs + index * gapMs + (index >= tokens / 2 ? stallMs : 0));

type Made = { at?: readonly Milliseconds[]; perEvent?: number; sentAt?: Instant; connectMs?: Milliseconds; tailMs?: Milliseconds };

/** Times of a call whose events leave when their last token is made. */
const timesOf = ({ at = madeAt(), perEvent = 1, sentAt = 1_000, connectMs = 0, tailMs = 1 }: Made = {}): CallTimings => {
  const deltas = at
    .filter((_made, index) => (index + 1) % perEvent === 0)
    .map((made): TimedDelta => ({ at: sentAt + made, channel: 'answer', textLength: 2 * perEvent }));
  const endAt = sentAt + (at.at(-1) ?? 0) + tailMs;
  return callTimingsOf({ sentAt, connectMs, headersAt: sentAt + 1, firstByteAt: sentAt + firstMs, deltas, endAt });
};

const sampleOf = (timings: CallTimings, completionTokens = tokens) => {
  const usage = { promptTokens: 50, completionTokens, cachedTokens: 0, reasoningTokens: null, source: 'usage' as const };
  const call: Call = { turn: 0, timings, usage, serverTimings: null, finish: 'stop' };
  const sample = speedSampleOf(call);
  if (sample === null) throw new Error('the call has no times');
  return sample;
};

const within = (value: number | null | undefined, truth: number, share: number) => {
  expect(value).toBeGreaterThanOrEqual(truth * (1 - share));
  expect(value).toBeLessThanOrEqual(truth * (1 + share));
};

test('146: on made stamps TTFT, decode rate and inter-token times are exact', () => {
  const sample = sampleOf(timesOf());
  expect(sample).toMatchObject({ ttftMs: 300, interTokenP50Ms: 20, interTokenP95Ms: 20, flags: [] });
  within(sample.decode, 50, 0.005);
});

test('147: usage and end mark that come 500 ms late change neither rate nor the time to the last token', () => {
  const [plain, late] = [timesOf(), timesOf({ tailMs: 501 })];
  expect(late).toEqual({ ...plain, endMs: plain.endMs + 500 });
  expect(sampleOf(late)).toEqual(sampleOf(plain));
});

test('148: a connection that took 200 ms is told apart', () => {
  expect(timesOf({ connectMs: 200, sentAt: 1_200 })).toEqual({ ...timesOf(), connectMs: 200 });
});

test('149: one stall is the longest gap and one stall; the rate is that of the whole time', () => {
  const timings = timesOf({ at: madeAt(400 - gapMs) });
  expect(timings).toMatchObject({ interTokenMaxMs: 400, stalls: 1, interTokenP50Ms: 20 });
  within(sampleOf(timings).decode, 99 / (1.98 + 0.38), 0.005);
  expect(timesOf()).toMatchObject({ interTokenMaxMs: 20, stalls: 0 });
});

test.each([2, 4, 5])('152: %i tokens in each event give the same rate, and no inter-token times', (perEvent) => {
  const sample = sampleOf(timesOf({ perEvent }));
  within(sample.decode, 50, 0.01);
  expect(sample).toMatchObject({ interTokenP50Ms: null, flags: ['coalesced-stream'] });
});

/** Reads of one reply, as the client stamped them. */
const timingsOf = (events: readonly HttpEvent[]): CallTimings & { sentAt: Instant; reads: Instant[] } => {
  const stream = createChatStream({ status: 200 });
  const of = <T extends HttpEvent['type']>(type: T) =>
    events.filter((event): event is Extract<HttpEvent, { type: T }> => event.type === type);
  const [sent] = of('sent');
  const [end] = of('end');
  if (sent === undefined || end === undefined) throw new Error('the exchange failed');
  for (const { at, text } of of('read')) stream.push(text, at);
  stream.end();
  const deltas = stream.texts();
  const moments = { sentAt: sent.at, connectMs: sent.connectMs, headersAt: of('headers')[0]?.at ?? null };
  return {
    ...callTimingsOf({ ...moments, firstByteAt: of('read')[0]?.at ?? null, deltas, endAt: end.at }),
    sentAt: sent.at,
    reads: deltas.filter(({ textLength }) => textLength > 0).map(({ at }) => at),
  };
};

const limits = { connectTimeoutMs: 20_000, idleTimeoutMs: 20_000, maxErrorBytes: 1 << 16, maxBytes: 1 << 24 };
const never = new AbortController().signal;

const script = (perEvent = 1, stallMs = 0, tailMs = 0): ServerStep[] => {
  const events = Array.from({ length: tokens / perEvent }, (_, index): (string | ServerStep)[] => [
    { waitMs: (index === 0 ? firstMs - gapMs : 0) + gapMs * perEvent + (index === tokens / perEvent / 2 ? stallMs : 0) },
    T('ab'.repeat(perEvent)),
  ]);
  return eventStream([...events.flat(), FIN('stop'), { waitMs: tailMs }, U(50, tokens) + DONE, lastChunk]);
};

const throughClient = async (request: HttpRequest): Promise<HttpEvent[]> => {
  const client = createMeasuringClient();
  cleanups.push(client.close);
  const events: HttpEvent[] = [];
  for await (const event of client.send(request, never)) events.push(event);
  return events;
};

/** The client's times of a script, with the server's own log of its text events as the truth. */
const play = async (steps: readonly ServerStep[], send = throughClient) => {
  const server = await startLoggedServer(steps);
  cleanups.push(server.close);
  const seen = timingsOf(await send({ url: server.url, method: 'GET', headers: {}, body: null, limits }));
  const log = await server.writtenAt();
  const writes = steps.filter((step) => 'write' in step);
  const written = log.filter((_at, index) => writes[index]?.write.toString().includes('"content"'));
  const nominal = steps.flatMap((step) => ('waitMs' in step ? [step.waitMs] : []));
  const waited = written.slice(1).map((at, index) => at - (written[index] ?? at) - (nominal[index + 1] ?? 0));
  // How late the machine woke the server in its worst moment: the client waits for the same processors.
  const lateMs = 2 * Math.max(0, ...waited);
  const gaps = written.slice(1).map((at, index) => at - (written[index] ?? at));
  return { seen, written, gaps, lateMs, spanMs: (written.at(-1) ?? 0) - (written[0] ?? 0) };
};

type Played = Awaited<ReturnType<typeof play>>;

/** No token is seen before it was written, and the figures are those of the log. */
const holdToLog = ({ seen, written, spanMs, lateMs }: Played, perEvent = 1) => {
  const first = written[0] ?? 0;
  expect(seen.sentAt + (seen.firstTokenMs ?? 0)).toBeGreaterThanOrEqual(first);
  expect(seen.sentAt + (seen.lastTokenMs ?? 0)).toBeGreaterThanOrEqual(written.at(-1) ?? 0);
  expect(seen.reads.filter((at, index) => at < (written[index] ?? Infinity))).toEqual([]);
  expect(Math.abs((seen.firstTokenMs ?? 0) - (first - seen.sentAt))).toBeLessThanOrEqual(3 + lateMs);
  within(sampleOf(seen).decode, ((tokens - perEvent) / spanMs) * 1_000, 0.005 + (3 + lateMs) / spanMs);
  // Only reads that the machine merged take the gaps away.
  expect(seen.interTokenP50Ms === null).toBe(seen.textEvents > seen.textReads * 1.1);
};

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? 0;

test('146: the client sees TTFT, rate and gaps as the server logged them', async () => {
  const result = await play(script());
  holdToLog(result);
  expect(result.written).toHaveLength(tokens);
  if (result.seen.interTokenP50Ms !== null)
    expect(Math.abs(result.seen.interTokenP50Ms - middle(result.gaps))).toBeLessThanOrEqual(1 + result.lateMs);
});

test('147: the client does not count the wait for usage', async () => {
  const result = await play(script(1, 0, 500));
  holdToLog(result);
  expect(result.seen.endMs - (result.seen.lastTokenMs ?? 0)).toBeGreaterThanOrEqual(499 - result.lateMs);
});

test('148: the client tells a slow connection apart from the reply', async () => {
  const { open } = createConnections();
  const slow = async (request: HttpRequest): Promise<HttpEvent[]> => {
    const events: HttpEvent[] = [];
    const opening = async (url: URL, timeoutMs: number) => {
      const startedAt = now();
      await sleep(200);
      const connection = await open(url, timeoutMs);
      return { ...connection, connectMs: now() - startedAt };
    };
    await new Promise<void>((resolve) => {
      const read = createBatchReader((_id, event) => {
        events.push(event);
        if (event.type === 'end' || event.type === 'failure') resolve();
      });
      const writer = createBatchWriter();
      startExchange(request, opening, (event) => {
        writer.add(0, event);
        const batch = writer.take();
        if (batch !== null) read(batch);
      });
    });
    return events;
  };
  const result = await play(script(), slow);
  holdToLog(result);
  expect(result.seen.connectMs).toBeGreaterThanOrEqual(199);
});

test('149: the client sees a stall as long as the server logged it', async () => {
  const result = await play(script(1, 400 - gapMs));
  holdToLog(result);
  const longest = Math.max(...result.gaps);
  if (result.seen.interTokenMaxMs === null) return;
  expect(Math.abs((result.seen.interTokenMaxMs ?? 0) - longest)).toBeLessThanOrEqual(3 + result.lateMs);
});

test('152: the client gives one rate however the tokens are packed', async () => {
  holdToLog(await play(script(4)), 4);
});

test('153: a busy main thread moves no stamp, as the sockets live in a thread of their own', async () => {
  const busy = setInterval(() => {
    const until = now() + 50;
    while (now() < until);
  }, 100);
  try {
    holdToLog(await play(script()));
  } finally {
    clearInterval(busy);
  }
});
