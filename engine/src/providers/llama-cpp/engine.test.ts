import type { ConnectOptions, Connection, ModelError, ModelEvent, ModelRequest } from '@benchloop/spec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toolTemplate, tinyGguf, writeTinyGguf } from './fixtures/tiny-gguf.ts';
import { startEngineProcess } from './engine-process.ts';
import type { LoadOptions, ToEngine } from './protocol.ts';
import { createLlamaCppProvider } from './provider.ts';

// Starting a process takes seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const folder = mkdtempSync(join(tmpdir(), 'bench-loop-llama-'));
const file = (name: string): string => join(folder, name);
let lastPid: number | null = null;
const provider = createLlamaCppProvider({
  home: () => folder,
  onStart: (pid) => {
    lastPid = pid;
  },
});

const optionsFor = (model: string | null, more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  endpoint: null,
  model,
  apiKey: null,
  allowInsecure: false,
  contextTokens: 256,
  threads: 1,
  gpuLayers: 0,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 60_000,
  ...more,
});

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', content: 'hi' }],
  sampling: { temperature: 0, topP: null, seed: 1 },
  maxTokens: 12,
  thinking: 'default',
  cachePrompt: false,
  ...more,
});

const connect = async (model: string, more: Partial<ConnectOptions> = {}): Promise<Connection> => {
  const result = await provider.connect(optionsFor(model, more), AbortSignal.timeout(60_000));
  if (!result.ok) throw new Error(result.error.message);
  return result.connection;
};

const failureOf = async (model: string | null) => {
  const result = await provider.connect(optionsFor(model), AbortSignal.timeout(60_000));
  if (result.ok) throw new Error('the connection was expected to fail');
  return result.error;
};

const collect = async (
  connection: Connection,
  asked: ModelRequest,
  signal: AbortSignal = AbortSignal.timeout(60_000),
): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of connection.generate(asked, { signal })) events.push(event);
  return events;
};

const lastOf = (events: ModelEvent[]) => {
  const last = events.at(-1);
  if (last?.type !== 'end' && last?.type !== 'error') throw new Error('the stream has no end');
  return last;
};

const endOf = (events: ModelEvent[]) => {
  const last = lastOf(events);
  if (last.type !== 'end') throw new Error(last.error.message);
  return last;
};

const errorOf = (events: ModelEvent[]) => {
  const last = lastOf(events);
  if (last.type !== 'error') throw new Error('the call was expected to fail');
  return last;
};

const tokenLines = (events: ModelEvent[]): { ids: number[]; at: number[] }[] =>
  lastOf(events)
    .receipt.reads.map(({ text }) => JSON.parse(text) as { ids?: number[]; at: number[] })
    .filter((line): line is { ids: number[]; at: number[] } => line.ids !== undefined);

const idsOf = (events: ModelEvent[]): number[] => tokenLines(events).flatMap(({ ids }) => ids);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('with a model in memory', () => {
  let connection: Connection;

  beforeAll(async () => {
    writeTinyGguf(file('tiny.gguf'));
    connection = await connect(file('tiny.gguf'));
  });
  afterAll(() => connection.close());

  it('tells what the file and the engine are', () => {
    expect(connection.model).toMatchObject({
      providerId: 'llama-cpp',
      name: 'tiny',
      family: 'llama',
      quantization: 'F32',
      licence: 'mit',
      contextTrained: 512,
      contextInForce: 256,
    });
    expect(connection.model.weightsDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(connection.model.templateDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(connection.model.parameters).toBeGreaterThan(100_000);
    expect(connection.model.capabilities).toEqual({ tools: 'no', thinking: 'no', vision: 'no', system: 'yes' });
    expect(connection.server).toMatchObject({ kind: 'llama.cpp', place: 'embedded', threads: 1, gpuLayers: 0, slots: 1 });
    expect(connection.server.loadMs).toBeGreaterThan(0);
    expect(connection.server.memoryEstimateBytes).toBeGreaterThan(500_000);
    expect(connection.server.flags['threadsChosenBy']).toBe('asked');
  });

  it('generates with one stamp a token, and its receipt gives the same reply', async () => {
    const events = await collect(connection, request());
    const end = endOf(events);
    expect(events[0]).toMatchObject({ type: 'sent', wire: '<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n' });
    expect(end.generation).toMatchObject({ finish: 'length', finishRaw: 'max-tokens', end: 'engine', modelReported: 'tiny' });
    expect(end.generation.usage).toMatchObject({ completionTokens: 12, cachedTokens: 0, source: 'engine' });
    expect(idsOf(events)).toHaveLength(12);
    const stamps = tokenLines(events).flatMap(({ at }) => at);
    expect(stamps.every((at, index) => index === 0 || at > (stamps[index - 1] as number))).toBe(true);
    expect(end.timings.textEvents).toBe(12);
    expect(end.timings.lastTokenMs).toBeCloseTo(stamps.at(-1) as number, 2);
    expect(provider.decode(JSON.parse(JSON.stringify(end.receipt)) as typeof end.receipt)).toEqual(end.generation);
    expect(events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('')).toBe(end.generation.text);
    expect(end.generation.text).toMatch(/w\d+ ?w\d+/);
  });

  it('repeats itself greedily and for the same seed, and differs for another seed', async () => {
    const hot = (seed: number) => request({ sampling: { temperature: 1.5, topP: 0.95, seed } });
    expect(idsOf(await collect(connection, request()))).toEqual(idsOf(await collect(connection, request())));
    const first = idsOf(await collect(connection, hot(7)));
    expect(idsOf(await collect(connection, hot(7)))).toEqual(first);
    expect(idsOf(await collect(connection, hot(8)))).not.toEqual(first);
  });

  it('reuses the prompt only when asked to, and the tokens stay the same', async () => {
    const fresh = await collect(connection, request());
    const reused = await collect(connection, request({ cachePrompt: true }));
    const promptTokens = endOf(fresh).generation.usage?.promptTokens as number;
    expect(endOf(reused).generation.usage).toMatchObject({ promptTokens, cachedTokens: promptTokens - 1 });
    expect(idsOf(reused)).toEqual(idsOf(fresh));
    expect(endOf(await collect(connection, request())).generation.usage?.cachedTokens).toBe(0);
  });

  it('stops within a token of an abort and serves the next call', async () => {
    const abort = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of connection.generate(request({ maxTokens: 200, ignoreEndToken: true }), { signal: abort.signal })) {
      events.push(event);
      if (event.type === 'delta') abort.abort();
    }
    const error = errorOf(events);
    expect(error.error.kind).toBe('aborted');
    expect(error.partial?.finish).toBe('aborted');
    expect(idsOf(events).length).toBeLessThan(200);
    expect(endOf(await collect(connection, request())).generation.finish).toBe('length');
    expect(errorOf(await collect(connection, request(), AbortSignal.abort())).error.kind).toBe('aborted');
  });

  it('obeys a grammar, and ends by itself where the grammar does', async () => {
    const gbnf = await collect(connection, request({ constraint: { kind: 'gbnf', grammar: 'root ::= "yes" | "no"' }, maxTokens: 30 }));
    expect(endOf(gbnf).generation).toMatchObject({ finish: 'stop', finishRaw: 'end-token' });
    expect(['yes', 'no']).toContain(endOf(gbnf).generation.text);
    expect(errorOf(await collect(connection, request({ constraint: { kind: 'gbnf', grammar: 'root ::= (' } }))).error.kind).toBe(
      'bad-request',
    );
  });

  it('obeys JSON Schemas, also at a high temperature, and says what it can not enforce', async () => {
    // No free text: at such a temperature this model writes bytes that are no characters.
    const whole = { type: 'integer' };
    const schemas = [
      { type: 'object', properties: { size: { enum: ['small', 'large'] }, note: whole }, required: ['size'], additionalProperties: false },
      {
        type: 'object',
        properties: { kind: { anyOf: [{ type: 'boolean' }, { type: 'array', items: whole, minItems: 1, maxItems: 2 }] } },
        required: ['kind'],
      },
      { type: 'array', prefixItems: [{ type: ['boolean', 'null'] }, { const: 'x' }], items: false, minItems: 2 },
    ];
    const ajv = new Ajv2020({ allowUnionTypes: true });
    for (const schema of schemas) {
      const asked = request({
        constraint: { kind: 'json-schema', schema },
        maxTokens: 200,
        sampling: { temperature: 5, topP: null, seed: 4 },
      });
      const { generation } = endOf(await collect(connection, asked));
      expect(generation).toMatchObject({ finish: 'stop', warnings: [] });
      expect(ajv.validate(schema, JSON.parse(generation.text)), generation.text).toBe(true);
    }
    const loose = request({ constraint: { kind: 'json-schema', schema: { type: 'string', pattern: '^a', maxLength: 2 } } });
    expect(endOf(await collect(connection, loose)).generation.warnings).toEqual([
      'the grammar of the JSON Schema does not enforce pattern',
    ]);
  });

  it('goes on after an end token when asked to', async () => {
    const sampling = { temperature: 40, topP: null, seed: 3 };
    const free = await Promise.all(
      [1, 2, 3, 4].map((seed) => collect(connection, request({ sampling: { ...sampling, seed }, maxTokens: 200 }))),
    );
    expect(free.some((events) => endOf(events).generation.finish === 'stop')).toBe(true);
    const bound = await collect(connection, request({ sampling, maxTokens: 200, ignoreEndToken: true }));
    expect(endOf(bound).generation.usage?.completionTokens).toBe(200);
  });

  it('cuts the reply at a stop string', async () => {
    const whole = endOf(await collect(connection, request())).generation.text;
    const word = /w\d+/g.exec(whole.slice(8))?.[0] as string;
    const cut = endOf(await collect(connection, request({ stop: [word] }))).generation;
    expect(cut).toMatchObject({ finish: 'stop', finishRaw: 'stop-string', text: whole.slice(0, whole.indexOf(word)) });
  });

  it('refuses a prompt that does not fit, with both numbers, and stops at the end of the context', async () => {
    const long = errorOf(await collect(connection, request({ messages: [{ role: 'user', content: 'x'.repeat(300) }] })));
    expect(long.error.kind).toBe('context-overflow');
    expect(long.error.message).toMatch(/prompt has 3\d\d tokens.*context holds 256/);
    const full = endOf(await collect(connection, request({ maxTokens: 5000, ignoreEndToken: true })));
    expect(full.generation).toMatchObject({ finish: 'length', finishRaw: 'context-end' });
    const { promptTokens, completionTokens } = full.generation.usage as { promptTokens: number; completionTokens: number };
    expect(promptTokens + completionTokens).toBe(256);
  });

  it('refuses tools that the template would drop', async () => {
    const error = errorOf(
      await collect(connection, request({ tools: [{ name: 'look', description: '', parameters: { type: 'object' } }] })),
    );
    expect(error.error.kind).toBe('unsupported');
    expect(error.error.hint).toContain('hermes');
  });

  it('counts tokens', async () => {
    expect(await connection.countTokens?.('abc')).toBeGreaterThan(2);
  });

  it('serves calls that were asked at once one after the other', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => collect(connection, request())));
    expect(new Set(replies.map((events) => idsOf(events).join())).size).toBe(1);
  });
});

describe('when the engine process is killed', () => {
  it('ends the call with what came, and the next connection works', async () => {
    writeTinyGguf(file('killed.gguf'), { contextTokens: 4096 });
    const connection = await connect(file('killed.gguf'), { contextTokens: 4096 });
    const pid = lastPid as unknown as number;
    const events: ModelEvent[] = [];
    for await (const event of connection.generate(request({ maxTokens: 4000, ignoreEndToken: true }), {
      signal: AbortSignal.timeout(60_000),
    })) {
      if (event.type === 'delta' && events.length === 3) process.kill(pid, 'SIGKILL');
      events.push(event);
    }
    const error = errorOf(events);
    expect(error.error.kind).toBe('engine-crashed');
    expect(error.error.message).toContain('SIGKILL');
    expect(error.partial?.finish).toBe('unknown');
    expect(errorOf(await collect(connection, request())).error.kind).toBe('engine-crashed');
    await connection.close();
    const next = await connect(file('killed.gguf'));
    expect(endOf(await collect(next, request())).generation.finish).toBe('length');
    const unfinished = collect(next, request({ maxTokens: 4000, ignoreEndToken: true }));
    await next.close();
    expect(errorOf(await unfinished).error.kind).toBe('aborted');
  });
});

describe('with a tool template and threads by trial', () => {
  it('renders tools, reads a forced call back from the receipt, and says what the trial found', async () => {
    writeTinyGguf(file('tools.gguf'), { template: toolTemplate, contextTokens: 1024 });
    const connection = await connect(file('tools.gguf'), { contextTokens: 1024, threads: 'auto' });
    expect(connection.server.flags['threadsChosenBy']).toBe('trial');
    expect(connection.server.flags['threadTrial']).toMatch(/^\d+: [\d.]+ tok\/s/);
    expect(connection.server.threads).toBeGreaterThanOrEqual(1);
    expect(connection.model.capabilities).toMatchObject({ tools: 'yes', thinking: 'yes' });
    const call = String.raw`"<tool_call>{\"name\": \"look\", \"arguments\": {\"at\": 3}}</tool_call>"`;
    const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: { at: { type: 'integer' } } } }];
    const asked = request({ tools, constraint: { kind: 'gbnf', grammar: `root ::= ${call}` }, maxTokens: 200 });
    const events = await collect(connection, asked);
    const { generation, receipt } = endOf(events);
    expect(generation).toMatchObject({ text: '', finish: 'tool-calls', toolCalls: [{ name: 'look', arguments: { at: 3 }, repairs: [] }] });
    expect(events.some((event) => event.type === 'delta' && event.channel === 'tool-call')).toBe(true);
    expect(provider.decode(receipt)).toEqual(generation);
    const thinking = await collect(connection, request({ thinking: 'on' }));
    expect(endOf(thinking).generation).toMatchObject({ text: '' });
    expect(endOf(thinking).generation.reasoning).toMatch(/w\d+/);
    await connection.close();
  });
});

describe('a file that can not be used', () => {
  const load = (path: string, more: Partial<LoadOptions> = {}): ToEngine => ({
    type: 'load',
    options: {
      path,
      contextTokens: 256,
      threads: 1,
      gpuLayers: 0,
      kvType: null,
      batchSize: null,
      flashAttention: null,
      draftPath: null,
      availableBytes: null,
      ...more,
    },
  });

  /** The errors that one engine process answers to several messages. */
  const errorsOf = async (messages: ToEngine[]): Promise<ModelError[]> => {
    const engine = startEngineProcess();
    const errors: ModelError[] = [];
    await new Promise<void>((done) => {
      engine.listen((message) => {
        if (message.type === 'failed' || message.type === 'crashed') errors.push(message.error);
        if (message.type === 'crashed' || errors.length === messages.length) done();
      });
      for (const message of messages) engine.send(message);
    });
    const answers = [...errors];
    await engine.close();
    return answers;
  };

  const wellSaid = (error: ModelError): void => {
    expect(error.hint).toMatch(/^[A-Z].*\.$/s);
    expect(error.message).not.toContain(folder);
  };

  it('is refused before an engine starts', async () => {
    writeFileSync(file('text.gguf'), 'this is no model at all, only text');
    writeFileSync(file('pointer.gguf'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0');
    lastPid = null;
    const errors = await Promise.all(
      [file('missing.gguf'), folder, file('text.gguf'), file('pointer.gguf'), null].map((path) => failureOf(path)),
    );
    expect(lastPid).toBeNull();
    expect(errors).toMatchObject([
      { kind: 'not-found', message: 'The model file missing.gguf does not exist.' },
      { kind: 'not-found', message: expect.stringContaining('is a folder') as string },
      { kind: 'unsupported', message: expect.stringContaining('is no GGUF file') as string },
      { kind: 'unsupported', message: expect.stringContaining('Git LFS pointer') as string },
      { kind: 'not-found', message: expect.stringContaining('none was named') as string },
    ]);
    errors.forEach(wellSaid);
  });

  it('is refused from its header, before its weights are read', async () => {
    const whole = tinyGguf();
    writeFileSync(file('half.gguf'), whole.subarray(0, whole.length / 2));
    writeFileSync(file('header.gguf'), whole.subarray(0, 3000));
    writeTinyGguf(file('newer.gguf'), { architecture: 'futurenet' });
    writeTinyGguf(file('base.gguf'), { template: null });
    writeTinyGguf(file('small.gguf'));
    const errors = await errorsOf([
      ...['half.gguf', 'header.gguf', 'newer.gguf', 'base.gguf'].map((name): ToEngine => ({ type: 'inspect', path: file(name) })),
      load(file('small.gguf'), { availableBytes: 1000 }),
      load(file('small.gguf'), { contextTokens: 100_000 }),
      load(file('half.gguf')),
    ]);
    const halfMessage = `half.gguf is cut off: it has ${Math.floor(whole.length / 2)} bytes and its header promises ${whole.length}.`;
    expect(errors.map(({ message }) => message)).toEqual([
      halfMessage,
      expect.stringContaining('header.gguf is cut off'),
      expect.stringContaining('"futurenet"'),
      expect.stringContaining('base model'),
      expect.stringMatching(/needs about .* of memory/),
      expect.stringMatching(/100000 tokens.*trained for 512/),
      halfMessage,
    ]);
    errors.forEach(wellSaid);
  });
});

describe('without loading', () => {
  it('lists the model of a path', async () => {
    writeTinyGguf(file('listed.gguf'));
    const listed = await provider.listModels(optionsFor(file('listed.gguf')), AbortSignal.timeout(60_000));
    expect(listed).toMatchObject({ ok: true, models: [{ name: 'listed', contextTrained: 512, contextInForce: null }] });
    const missing = await provider.listModels(optionsFor(file('nowhere.gguf')), AbortSignal.timeout(60_000));
    expect(missing).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  it('ends with the signal', async () => {
    const result = await provider.connect(optionsFor(file('listed.gguf')), AbortSignal.abort());
    expect(result).toMatchObject({ ok: false, error: { kind: 'aborted' } });
  });

  it('remembers digests', () => {
    const cache = JSON.parse(readFileSync(join(folder, 'cache', 'digests.json'), 'utf8')) as Record<string, string>;
    expect(Object.values(cache).length).toBeGreaterThan(1);
  });
});
