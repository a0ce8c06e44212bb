import { fork } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { Agent, request } from 'undici';
import { now } from '../engine/src/kit/clock.ts';
import { createMeasuringClient } from '../engine/src/kit/http/client.ts';
import { printTable } from './table.ts';

/**
 * How long after its sending an event is seen: our client (sockets in a worker thread), undici in the main thread, and
 * the openai SDK, all against the same stamping server in one run. The measure of what client-side times are worth.
 */
const streamCounts = [1, 16, 64, 256];
const gapMs = 25;
const events = 80;
/** The order of the clients turns in each round, so that a busy moment of the machine hits none of them alone. */
const rounds = 2;
const warmUpEvents = 20;

type Stream = (url: string, signal: AbortSignal) => Promise<number[]>;

/** Delays of all events that end within each read, from reads that were stamped before anything was decoded. */
const delaysOf = (reads: readonly { at: number; text: string }[]): number[] => {
  let pending = '';
  return reads.flatMap(({ at, text }) => {
    const whole = (pending + text).split('\n\n');
    pending = whole.pop() ?? '';
    return whole.flatMap((event) => {
      const stamp = /"content":"([\d.]+)"/u.exec(event)?.[1];
      return stamp === undefined ? [] : [at - Number(stamp)];
    });
  });
};

const client = createMeasuringClient();
const limits = { connectTimeoutMs: 10_000, idleTimeoutMs: 30_000, maxErrorBytes: 1 << 16, maxBytes: 1 << 28 };

const ours: Stream = async (url, signal) => {
  const reads: { at: number; text: string }[] = [];
  for await (const event of client.send({ url, method: 'POST', headers: {}, body: '{}', limits }, signal))
    if (event.type === 'read') reads.push(event);
  return delaysOf(reads);
};

const agent = new Agent({ connections: Math.max(...streamCounts), pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });

const rawUndici: Stream = async (url, signal) => {
  const { body } = await request(url, { method: 'POST', body: '{}', dispatcher: agent, signal });
  const reads: { at: number; bytes: Buffer }[] = [];
  body.on('data', (bytes: Buffer) => reads.push({ at: now(), bytes }));
  await once(body, 'end');
  return delaysOf(reads.map(({ at, bytes }) => ({ at, text: bytes.toString() })));
};

const openAiSdk: Stream = async (url, signal) => {
  const { origin, search } = new URL(url);
  const sdk = new OpenAI({
    apiKey: 'none',
    baseURL: `${origin}/v1`,
    defaultQuery: Object.fromEntries(new URLSearchParams(search)),
    maxRetries: 0,
  });
  const delays: number[] = [];
  const stream = await sdk.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'x' }], stream: true }, { signal });
  for await (const chunk of stream) {
    const at = now();
    const stamp = chunk.choices[0]?.delta.content;
    if (typeof stamp === 'string') delays.push(at - Number(stamp));
  }
  return delays;
};

const clients: Record<string, Stream> = { 'bench-loop': ours, 'undici request': rawUndici, 'openai 6.49.0': openAiSdk };

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

const measure = async (stream: Stream, url: string, streams: number): Promise<number[]> => {
  const signal = AbortSignal.timeout(120_000);
  setMaxListeners(streams + 1, signal);
  const all = await Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      // Streams of real users don't tick together.
      await sleep((index * gapMs) / streams);
      return stream(url, signal);
    }),
  );
  return all.flat();
};

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const server = fork(fileURLToPath(new URL('./stamping-server.ts', import.meta.url)));
const [port] = (await once(server, 'message')) as [number];
const urlFor = (count: number) => `http://127.0.0.1:${port}/v1/chat/completions?events=${count}&gap=${gapMs}`;

for (const stream of Object.values(clients)) await measure(stream, urlFor(warmUpEvents), 16);

const rows: Record<string, string | number>[] = [];
for (const streams of streamCounts) {
  const delays = Object.fromEntries(Object.keys(clients).map((name): [string, number[]] => [name, []]));
  const cpuMicroseconds = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const order = Object.entries(clients);
    for (const [name, stream] of [...order.slice(round), ...order.slice(0, round)]) {
      const before = process.cpuUsage();
      delays[name]?.push(...(await measure(stream, urlFor(events), streams)));
      const { user, system } = process.cpuUsage(before);
      cpuMicroseconds.set(name, (cpuMicroseconds.get(name) ?? 0) + user + system);
    }
  }
  const measured = Object.entries(delays).map(([name, all]) => {
    const sorted = all.sort((a, b) => a - b);
    return { name, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), n: sorted.length };
  });
  const raw = measured.find(({ name }) => name === 'undici request');
  for (const { name, p50, p99, n } of measured) {
    rows.push({
      client: name,
      streams,
      'p50 ms': rounded(p50),
      'p99 ms': rounded(p99),
      'CPU us / event': Math.round((cpuMicroseconds.get(name) ?? 0) / n),
      n,
      'p50 / undici': rounded(p50 / (raw?.p50 ?? 1)),
      'p99 / undici': rounded(p99 / (raw?.p99 ?? 1)),
    });
  }
}
printTable('Delay from the write of an event to its stamp in the client', rows);

server.disconnect();
await client.close();
await agent.close();
