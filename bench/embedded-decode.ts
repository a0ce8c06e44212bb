/**
 * Decode and prefill rate of the embedded engine as the product uses it, beside the library's bare loop on the same
 * file in the same minutes (ABBA order), and beside a running llama.cpp server where one is given.
 *
 *   npx tsx bench/embedded-decode.ts --model FILE.gguf [--rounds 6] [--tokens 64] [--threads 1] [--server URL] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import type { Connection, ModelRequest } from '@benchloop/spec';
import { now } from '../engine/src/kit/clock.ts';
import { createLlamaCppProvider } from '../engine/src/providers/llama-cpp/provider.ts';

/** Tokens per second of one reply. */
type Sample = { prefill: number; decode: number };
type Side = { name: string; run: () => Promise<Sample>; close: () => Promise<void> };

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    rounds: { type: 'string', default: '6' },
    tokens: { type: 'string', default: '64' },
    threads: { type: 'string', default: '1' },
    server: { type: 'string' },
    json: { type: 'string' },
  },
});
const [rounds, tokens, threads] = [Number(values.rounds), Number(values.tokens), Number(values.threads)];
const contextTokens = 1024;
const prompt = 'Write a long story about a lighthouse keeper who finds a map. '.repeat(8);
const rate = (count: number, ms: number): number => (count / ms) * 1000;

const request: ModelRequest = {
  messages: [{ role: 'user', content: prompt }],
  sampling: { temperature: 0, topP: null, seed: 1 },
  maxTokens: tokens,
  thinking: 'default',
  cachePrompt: false,
  ignoreEndToken: true,
};

const connect = async (model: string): Promise<Connection> => {
  const options = {
    endpoint: null,
    model,
    apiKey: null,
    allowInsecure: false,
    contextTokens,
    threads,
    gpuLayers: 0,
    connectTimeoutMs: 60_000,
    idleTimeoutMs: 600_000,
  };
  const result = await createLlamaCppProvider().connect(options, AbortSignal.timeout(120_000));
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.hint}`);
  return result.connection;
};

const productSide = (connection: Connection): Side & { promptText: () => Promise<string> } => {
  let promptText = '';
  const run = async (): Promise<Sample> => {
    for await (const event of connection.generate(request, { signal: AbortSignal.timeout(600_000) })) {
      if (event.type === 'sent') promptText = event.wire ?? '';
      if (event.type === 'error') throw new Error(event.error.message);
      if (event.type !== 'end') continue;
      const { firstTokenMs, lastTokenMs } = event.timings;
      const promptTokens = event.generation.usage?.promptTokens ?? 0;
      return { prefill: rate(promptTokens, firstTokenMs ?? 0), decode: rate(tokens - 1, (lastTokenMs ?? 0) - (firstTokenMs ?? 0)) };
    }
    throw new Error('the reply has no end');
  };
  return {
    name: 'embedded, through the provider',
    run,
    close: () => connection.close(),
    promptText: async () => (promptText === '' ? run().then(() => promptText) : promptText),
  };
};

const bareSide = async (model: string, promptText: string): Promise<Side & { ids: number[] }> => {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error, maxThreads: threads });
  const loaded = await llama.loadModel({ modelPath: model });
  const sequence = (await loaded.createContext({ contextSize: contextTokens, threads })).getSequence();
  const ids = loaded.tokenize(promptText, true);
  const run = async (): Promise<Sample> => {
    await sequence.clearHistory();
    const startedAt = now();
    const stamps: number[] = [];
    for await (const _ of sequence.evaluate(ids, { temperature: 0, yieldEogToken: true })) {
      stamps.push(now());
      if (stamps.length === tokens) break;
    }
    const [first, last] = [stamps[0] ?? startedAt, stamps.at(-1) ?? startedAt];
    return { prefill: rate(ids.length, first - startedAt), decode: rate(stamps.length - 1, last - first) };
  };
  return { name: 'bare sequence.evaluate loop', run, close: () => llama.dispose(), ids };
};

type ServerReply = { timings: { prompt_n: number; prompt_ms: number; predicted_n: number; predicted_ms: number } };

/** Rates as the server's own `timings` give them, decode over the gaps between tokens. */
const serverSide = (url: string, ids: number[]): Side => ({
  name: 'llama.cpp server, its own timings',
  run: async () => {
    const body = JSON.stringify({ prompt: ids, n_predict: tokens, temperature: 0, cache_prompt: false, ignore_eos: true });
    const { timings } = (await (await fetch(new URL('/completion', url), { method: 'POST', body })).json()) as ServerReply;
    return { prefill: rate(timings.prompt_n, timings.prompt_ms), decode: rate(timings.predicted_n - 1, timings.predicted_ms) };
  },
  close: async () => undefined,
});

const quantile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.round(share * (values.length - 1))] ?? Number.NaN;
const spread = (values: number[]): string =>
  `${quantile(values, 0.5).toFixed(1)} (${quantile(values, 0).toFixed(1)} to ${quantile(values, 1).toFixed(1)})`;

const main = async (model: string): Promise<void> => {
  const product = productSide(await connect(model));
  const bare = await bareSide(model, await product.promptText());
  const sides: Side[] = [product, bare, ...(values.server === undefined ? [] : [serverSide(values.server, bare.ids)])];
  for (const side of sides) await side.run();
  const samples = sides.map((): Sample[] => []);
  const load = loadavg()[0];
  for (let round = 0; round < rounds; round += 1) {
    const order = [...sides.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) samples[index]?.push(await (sides[index] as Side).run());
  }
  const of = (index: number, what: keyof Sample): number[] => (samples[index] ?? []).map((sample) => sample[what]);
  const rows = sides.map((side, index) => ({
    side: side.name,
    'prefill tok/s': spread(of(index, 'prefill')),
    'decode tok/s': spread(of(index, 'decode')),
    'decode, share of bare': Number((quantile(of(index, 'decode'), 0.5) / quantile(of(1, 'decode'), 0.5)).toFixed(3)),
  }));
  console.table(rows);
  console.log(
    `${rounds} rounds, ${bare.ids.length} prompt tokens, ${tokens} generated, ${threads} threads, load average ${load?.toFixed(2)} before`,
  );
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      JSON.stringify(
        {
          rounds,
          promptTokens: bare.ids.length,
          tokens,
          threads,
          load,
          sides: sides.map(({ name }, index) => ({ name, samples: samples[index] })),
        },
        null,
        2,
      ),
    );
  for (const side of sides) await side.close();
};

if (values.model === undefined) throw new Error('Name a file: --model FILE.gguf');
await main(values.model);
