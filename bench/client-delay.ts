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
 * The clients take turns in many short rounds; a ratio is the median over the rounds of a client's quantile by undici's
 * quantile in the same round, with the range of the middle half, so that a busy moment of the machine moves little.
 */
const streamCounts = [1, 16, 64, 256];
const gapMs = 25;
const events = 40;
/** The order of the clients turns in each round, so that a busy moment of the machine hits none of them alone. */
const rounds = 9;
const warmUpEvents = 40;

/** So many events before each round, so that every client has its connections open: opening them is no part of a delay. */
const openingEvents = 4;
const restMs = 100;

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
      // Streams of real users don't tick together, and nor do they start together.
      const phaseMs = (index * gapMs) / streams;
      await sleep(phaseMs);
      return stream(`${url}&phase=${phaseMs}`, signal);
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

/** One round of one client. */
type Round = { p50: number; p99: number; n: number; cpuMicroseconds: number };
type Measured = { name: string; rounds: Round[] };

const measureRound = async (stream: Stream, { streams, busy }: Setting): Promise<Round> => {
  const run = () => measure(stream, urlFor(events), streams);
  await measure(stream, urlFor(openingEvents), streams);
  await sleep(restMs);
  const before = process.cpuUsage();
  const delays = (await (busy ? whileBusy(run) : run())).toSorted((a, b) => a - b);
  const { user, system } = process.cpuUsage(before);
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), n: delays.length, cpuMicroseconds: user + system };
};

const measureAll = async (setting: Setting): Promise<Measured[]> => {
  const measured = Object.keys(clients).map((name): Measured => ({ name, rounds: [] }));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % measured.length;
    for (const entry of [...measured.slice(first), ...measured.slice(0, first)])
      entry.rounds.push(await measureRound(clients[entry.name] as Stream, setting));
  }
  return measured;
};

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number => rounded(quantile(sorted(values), 0.5));

/** Median of the ratios of the same rounds, and the range of their middle half. */
const ratio = (own: readonly number[], other: readonly number[]): string => {
  const ratios = sorted(own.map((value, round) => value / (other[round] ?? Number.NaN)));
  const at = (share: number): string => quantile(ratios, share).toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
};

const rowsOf = ({ label }: Setting, measured: readonly Measured[]): Record<string, string | number>[] => {
  const raw = measured.find(({ name }) => name === 'undici request')?.rounds ?? [];
  const of = (list: readonly Round[], key: keyof Round): number[] => list.map((round) => round[key]);
  return measured.map(({ name, rounds: own }) => ({
    client: name,
    streams: label,
    'p50 ms': median(of(own, 'p50')),
    'p99 ms': median(of(own, 'p99')),
    'p50 / undici': ratio(of(own, 'p50'), of(raw, 'p50')),
    'p99 / undici': ratio(of(own, 'p99'), of(raw, 'p99')),
    'CPU us / event': Math.round(median(own.map(({ cpuMicroseconds, n }) => cpuMicroseconds / n))),
    n: of(own, 'n').reduce((sum, count) => sum + count, 0),
  }));
};

for (const stream of Object.values(clients)) await measure(stream, urlFor(warmUpEvents), 16);
const rows: Record<string, string | number>[] = [];
for (const setting of settings) rows.push(...rowsOf(setting, await measureAll(setting)));
printTable(`Delay from the write of an event to its stamp in the client, medians of ${rounds} rounds`, rows);

server.disconnect();
await client.close();
await agent.close();
