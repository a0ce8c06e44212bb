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
const events = 70;
/** The order of the clients turns in each round, so that a busy moment of the machine hits none of them alone. */
const rounds = 2;
const warmUpEvents = 20;

/** One busy main thread: so long in every so many milliseconds. */
const busyMs = 12;
const everyMs = 50;

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

/** Keeps the main thread busy for `busyMs` in every `everyMs`, as drawing and scoring would. */
const whileBusy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => {
    const until = now() + busyMs;
    while (now() < until);
  }, everyMs);
  return work().finally(() => clearInterval(timer));
};

type Setting = { label: string; streams: number; busy: boolean };
const settings: Setting[] = [
  ...streamCounts.map((streams) => ({ label: String(streams), streams, busy: false })),
  { label: '16, main busy', streams: 16, busy: true },
];

const server = fork(fileURLToPath(new URL('./stamping-server.ts', import.meta.url)));
const [port] = (await once(server, 'message')) as [number];
const urlFor = (count: number) => `http://127.0.0.1:${port}/v1/chat/completions?events=${count}&gap=${gapMs}`;

type Measured = { name: string; delays: number[]; cpuMicroseconds: number };

const measureAll = async ({ streams, busy }: Setting): Promise<Measured[]> => {
  const measured = Object.keys(clients).map((name): Measured => ({ name, delays: [], cpuMicroseconds: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    for (const entry of [...measured.slice(round), ...measured.slice(0, round)]) {
      const run = () => measure(clients[entry.name] as Stream, urlFor(events), streams);
      const before = process.cpuUsage();
      entry.delays.push(...(await (busy ? whileBusy(run) : run())));
      const { user, system } = process.cpuUsage(before);
      entry.cpuMicroseconds += user + system;
    }
  }
  return measured;
};

const rowsOf = ({ label }: Setting, measured: readonly Measured[]): Record<string, string | number>[] => {
  const quantiles = measured.map(({ name, delays, cpuMicroseconds }) => {
    const sorted = delays.toSorted((a, b) => a - b);
    return { name, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), n: sorted.length, cpu: cpuMicroseconds / sorted.length };
  });
  const raw = quantiles.find(({ name }) => name === 'undici request');
  return quantiles.map(({ name, p50, p99, n, cpu }) => ({
    client: name,
    streams: label,
    'p50 ms': rounded(p50),
    'p99 ms': rounded(p99),
    'p50 / undici': rounded(p50 / (raw?.p50 ?? Number.NaN)),
    'p99 / undici': rounded(p99 / (raw?.p99 ?? Number.NaN)),
    'CPU us / event': Math.round(cpu),
    n,
  }));
};

for (const stream of Object.values(clients)) await measure(stream, urlFor(warmUpEvents), 16);
const rows: Record<string, string | number>[] = [];
for (const setting of settings) rows.push(...rowsOf(setting, await measureAll(setting)));
printTable('Delay from the write of an event to its stamp in the client', rows);

server.disconnect();
await client.close();
await agent.close();
