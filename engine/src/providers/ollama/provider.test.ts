import type { Connection, ConnectOptions, ModelEvent, ModelRequest } from '@benchloop/spec';
import { afterEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../kit/digest.ts';
import {
  chunk,
  head,
  lastChunk,
  reply,
  startScriptedServer,
  type ScriptedServer,
  type ServerStep,
} from '../../kit/testing/scripted-server.ts';
import { conformanceOptions } from '../conformance.ts';
import { digest, endLine, ollamaServer, show, tag, textLine, type OllamaServer } from './cases/notation.ts';
import { createOllamaProvider } from './provider.ts';
import { pullOllamaModel, type PullProgress } from './pull.ts';
import { isOlder } from '../../kit/older-version.ts';
import { knownVersion } from './version.ts';

const provider = createOllamaProvider();
const never = new AbortController().signal;
const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const lines = (...pieces: (string | ServerStep)[]): ServerStep[] => [
  head(200, { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' }),
  ...pieces.map((piece) => (typeof piece === 'string' ? chunk(piece) : piece)),
  lastChunk,
];

const serve = async (server: Partial<OllamaServer> = {}): Promise<ScriptedServer> => {
  const started = await startScriptedServer(ollamaServer({ chat: () => lines(textLine('Hello'), endLine('stop')), ...server }));
  servers.push(started);
  return started;
};

const optionsFor = (server: ScriptedServer, more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  ...conformanceOptions,
  endpoint: server.url,
  ...more,
});

const connect = async (server: ScriptedServer, more: Partial<ConnectOptions> = {}): Promise<Connection> => {
  const result = await provider.connect(optionsFor(server, more), never);
  if (!result.ok) throw new Error(result.error.message);
  return result.connection;
};

const failToConnect = async (server: ScriptedServer, more: Partial<ConnectOptions> = {}) => {
  const result = await provider.connect(optionsFor(server, more), never);
  if (result.ok) throw new Error('it connected');
  return result.error;
};

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Say hello.' }],
  sampling: { temperature: 0, topP: null, seed: 7 },
  maxTokens: 8,
  thinking: 'default',
  cachePrompt: false,
};

const lastOf = async (connection: Connection, more: Partial<ModelRequest> = {}) => {
  const events: ModelEvent[] = [];
  for await (const event of connection.generate({ ...request, ...more }, { signal: never })) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'end' && last?.type !== 'error') throw new Error('the stream has no last event');
  return last;
};

type Body = Record<string, unknown> & { messages?: unknown[] };
const bodies = (server: ScriptedServer, path: string): Body[] =>
  server.requests.filter((received) => received.path === path).map(({ body }) => JSON.parse(body) as Body);
const chats = (server: ScriptedServer) => bodies(server, '/api/chat').filter(({ messages }) => (messages ?? []).length > 0);
const loads = (server: ScriptedServer) => bodies(server, '/api/chat').filter(({ messages }) => messages?.length === 0);

describe('a model', () => {
  test('is known by what Ollama tells', async () => {
    const { model, server } = await connect(await serve());
    expect(model).toEqual({
      providerId: 'ollama',
      name: 'm:latest',
      family: 'qwen3',
      parameters: 1_720_574_976,
      quantization: 'Q4_K_M',
      sizeBytes: 2_000_000_000,
      weightsDigest: `sha256:${digest}`,
      templateDigest: digestOf(show.template),
      contextTrained: 40_960,
      contextInForce: 8_192,
      licence: 'Apache License',
      capabilities: { tools: 'yes', thinking: 'yes', vision: 'no', system: 'yes' },
    });
    expect(server).toMatchObject({ kind: 'ollama', version: '0.17.4', place: 'local', memoryEstimateBytes: 100 });
  });

  test('keeps unknown what an old Ollama does not tell', async () => {
    const server = await serve({ tags: [{ name: 'm:latest', details: { quantization_level: 'unknown' } }], show: {}, version: '0.4.1' });
    const connection = await connect(server);
    expect(connection.model).toMatchObject({
      family: null,
      parameters: null,
      quantization: null,
      weightsDigest: null,
      templateDigest: null,
      capabilities: { tools: 'unknown', thinking: 'unknown' },
    });
    expect(connection.server.flags).toMatchObject({
      'older-than-0.5.0': expect.any(String) as string,
      'older-than-0.9.0': expect.any(String) as string,
    });
    expect(await lastOf(connection, { thinking: 'on' })).toMatchObject({
      error: { kind: 'unsupported', hint: expect.stringMatching(/0\.9\.0/u) as string },
    });
    expect(await lastOf(connection, { constraint: { kind: 'json-schema', schema: {} } })).toMatchObject({ error: { kind: 'unsupported' } });
    expect(chats(server)).toEqual([]);
  });

  test('is found by its name with or without the tag, and told of where it is missing', async () => {
    const server = await serve();
    expect((await connect(server, { model: 'm' })).model.name).toBe('m:latest');
    expect(await failToConnect(server, { model: 'n:7b' })).toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/m:latest/u) as string,
      hint: expect.stringMatching(/^Run ollama pull n:7b/u) as string,
    });
    const several = await serve({ tags: [tag, { ...tag, name: 'other:1b' }] });
    expect(await failToConnect(several)).toMatchObject({ kind: 'not-found', message: expect.stringMatching(/several/u) as string });
    expect((await provider.listModels(optionsFor(several), never)).ok).toBe(true);
  });

  test('is asked for again, and seen to be another after a pull', async () => {
    let shown: Record<string, unknown> = show;
    const server = await serve({ other: ({ path }) => (path === '/api/show' ? reply(200, JSON.stringify(shown)) : null) });
    const connection = await connect(server);
    expect(await connection.identify?.()).toEqual(connection.model);
    shown = { ...show, modelfile: show.modelfile.replace(digest, 'ef'.repeat(32)) };
    expect((await connection.identify?.())?.weightsDigest).toBe(`sha256:${'ef'.repeat(32)}`);
    await server.close();
    expect(await connection.identify?.()).toBeNull();
  });

  test('that runs elsewhere is remote, is not loaded and gets no context', async () => {
    const cloud = { name: 'big:cloud', size: 384, remote_host: 'https://ollama.com:443', remote_model: 'big', digest: 'x' };
    const server = await serve({ tags: [cloud], show: { ...show, remote_host: cloud.remote_host } });
    const connection = await connect(server);
    expect(connection.server).toMatchObject({ place: 'remote', loadMs: null, flags: { 'remote-host': 'https://ollama.com:443' } });
    expect(connection.model.sizeBytes).toBeNull();
    await lastOf(connection);
    expect(loads(server)).toEqual([]);
    expect(chats(server)[0]?.['options']).not.toHaveProperty('num_ctx');
  });
});

describe('the context', () => {
  test.each([
    ['of the plan', { more: { contextTokens: 32_768 }, shown: show, tokens: 32_768, from: 'plan' }],
    ['of the model', { more: {}, shown: show, tokens: 8_192, from: 'model' }],
    ['of neither, which is stated', { more: {}, shown: { ...show, parameters: '' }, tokens: 4_096, from: 'default' }],
  ])('%s is always sent', async (_title, { more, shown, tokens, from }) => {
    const server = await serve({ show: shown });
    const connection = await connect(server, more);
    await lastOf(connection);
    expect(connection.server.flags).toMatchObject({ 'num-ctx': String(tokens), 'num-ctx-from': from });
    expect(connection.model.contextInForce).toBe(tokens);
    expect([...loads(server), ...chats(server)].map(({ options }) => (options as { num_ctx?: number }).num_ctx)).toEqual([tokens, tokens]);
  });

  test('117: in force is what the server gives, not what was asked', async () => {
    const { model, server } = await connect(await serve({ givenContext: () => 4_096 }), { contextTokens: 32_768 });
    expect(model.contextInForce).toBe(4_096);
    expect(server.flags['num-ctx']).toBe('32768');
  });

  test('118: a silent cut is an error, with the reply kept', async () => {
    const server = await serve({
      chat: () => lines(textLine('Hello'), endLine('stop', { prompt_eval_count: 2_050, eval_count: 1 })),
      show: { ...show, parameters: '' },
    });
    const last = await lastOf(await connect(server), { messages: [{ role: 'user', content: 'word '.repeat(8_000) }] });
    expect(last).toMatchObject({ type: 'error', error: { kind: 'context-overflow' }, partial: { text: 'Hello' } });
    expect(chats(server)[0]).toMatchObject({ truncate: false, shift: false });
  });
});

describe('loading', () => {
  test('is waited for, shown and timed apart', async () => {
    const shown: string[] = [];
    const server = await serve();
    const connection = await connect(server, { onProgress: (stage) => shown.push(stage) });
    expect(shown).toContain('loading');
    expect(connection.server.loadMs).toBeGreaterThan(0);
    expect(connection.server.flags['loaded']).toBe('by this run');
    expect(loads(server)).toHaveLength(1);
  });

  test('is left out where the model is there with this context, and done again with another', async () => {
    const server = await serve({ loaded: 8_192 });
    expect((await connect(server)).server).toMatchObject({ loadMs: null, flags: { loaded: 'before this run' } });
    expect(loads(server)).toEqual([]);
    expect((await connect(server, { contextTokens: 16_384 })).server.loadMs).not.toBeNull();
  });

  test('from cold unloads first', async () => {
    const server = await serve({ loaded: 8_192 });
    expect((await connect(server, { coldStart: true })).server.loadMs).not.toBeNull();
    expect(loads(server).map((body) => body['keep_alive'])).toEqual([0, '30m']);
  });

  test('that fails says why', async () => {
    const server = await serve({
      other: ({ path }) =>
        path === '/api/chat' ? reply(500, '{"error":"model requires more system memory (9 GiB) than is available"}') : null,
    });
    expect(await failToConnect(server)).toMatchObject({ kind: 'server', message: expect.stringMatching(/more system memory/u) as string });
  });

  test('119: a model that does not fit the GPU tells the share of the processor', async () => {
    const { server } = await connect(await serve({ memory: { size: 8_000, size_vram: 6_000 } }));
    expect(server.flags).toMatchObject({ 'memory-bytes': '8000', 'gpu-memory-bytes': '6000', 'cpu-share': '0.250' });
    expect((await connect(await serve({ memory: { size: 8_000 } }))).server.flags['cpu-share']).toBe('1.000');
  });
});

describe('a request', () => {
  test('says what was asked, in the members of Ollama', async () => {
    const server = await serve();
    await lastOf(await connect(server), {
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        {
          role: 'assistant',
          content: '',
          reasoning: 'r',
          toolCalls: [{ id: 'c', name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}', repairs: [] }],
        },
        { role: 'tool', content: 't', toolCallId: 'c', toolName: 'f' },
      ],
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
      constraint: { kind: 'json-schema', schema: { type: 'object' } },
      stop: ['END'],
      sampling: { temperature: 0.5, topP: 0.9, seed: 3 },
      thinking: 'high',
    });
    expect(chats(server)[0]).toEqual({
      model: 'm:latest',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        { role: 'assistant', content: '', thinking: 'r', tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] },
        { role: 'tool', content: 't', tool_name: 'f' },
      ],
      stream: true,
      keep_alive: '30m',
      truncate: false,
      shift: false,
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
      format: { type: 'object' },
      think: 'high',
      options: { num_ctx: 8_192, num_predict: 8, repeat_penalty: 1, temperature: 0.5, top_p: 0.9, seed: 3, stop: ['END'] },
    });
  });

  test.each([
    ['default', show, undefined],
    ['on', show, true],
    ['off', show, false],
    ['off', { ...show, capabilities: ['completion'] }, undefined],
  ] as const)('thinking %s', async (thinking, shown, expected) => {
    const server = await serve({ show: shown });
    await lastOf(await connect(server), { thinking });
    expect(chats(server)[0]?.['think']).toBe(expected);
  });

  test('that Ollama can’t serve is refused before it is sent', async () => {
    const server = await serve();
    const connection = await connect(server);
    const tools = [{ name: 'f', description: 'd', parameters: { type: 'object' } }];
    expect(await lastOf(connection, { constraint: { kind: 'gbnf', grammar: 'root ::= "a"' } })).toMatchObject({
      error: { kind: 'unsupported' },
    });
    expect(await lastOf(connection, { tools, toolChoice: 'required' })).toMatchObject({ error: { kind: 'unsupported' } });
    expect(chats(server)).toEqual([]);
    await lastOf(connection, { tools, toolChoice: 'none' });
    expect(chats(server)[0]).not.toHaveProperty('tools');
  });

  test('carries the key, which no trace and no error repeats', async () => {
    const key = 'secret-key-0123';
    const echoed = textLine(`You sent ${key}`);
    const cut = echoed.indexOf(key) + 6;
    const server = await serve({ chat: () => lines(echoed.slice(0, cut), { waitMs: 5 }, echoed.slice(cut), endLine('stop')) });
    const last = await lastOf(await connect(server, { apiKey: key }));
    expect(server.requests.every(({ headers }) => headers['authorization'] === `Bearer ${key}`)).toBe(true);
    expect(last).toMatchObject({ generation: { text: 'You sent [redacted]' } });
    expect(JSON.stringify(last)).not.toContain('-0123');
    const echo = await serve({ other: () => reply(401, JSON.stringify({ error: `bad key ${key}` })) });
    const error = await failToConnect(echo, { apiKey: key });
    expect(error.kind).toBe('auth');
    expect(JSON.stringify(error)).not.toContain(key);
    const insecure = await provider.connect({ ...conformanceOptions, endpoint: 'http://ollama.example.com', apiKey: key }, never);
    expect(insecure).toMatchObject({ ok: false, error: { kind: 'insecure' } });
  });
});

describe('an address', () => {
  test.each(['', '/', '/v1', '/v1/', '/api', '/api/chat', '/v1/chat/completions'])(
    'with %o at its end is that of the server',
    async (end) => {
      const server = await serve();
      expect((await connect(server, { endpoint: server.url + end })).model.name).toBe('m:latest');
    },
  );

  test('of another server is said to be none of Ollama', async () => {
    const other = await startScriptedServer(({ path }) =>
      path === '/v1/models' ? reply(200, '{"data":[]}') : reply(404, '{"error":"File Not Found"}'),
    );
    servers.push(other);
    expect(await failToConnect(other)).toMatchObject({ kind: 'wrong-server', hint: expect.stringMatching(/11434/u) as string });
    const page = await serve({ other: () => reply(200, '<!doctype html>', { 'content-type': 'text/html' }) });
    expect((await failToConnect(page)).kind).toBe('wrong-server');
  });

  test('where nothing listens names the command that starts Ollama', async () => {
    const server = await serve();
    await server.close();
    expect(await failToConnect(server)).toMatchObject({ kind: 'connect', hint: expect.stringMatching(/ollama serve/u) as string });
  });
});

describe('a download', () => {
  const pull = (server: ScriptedServer, seen: PullProgress[] = []) =>
    pullOllamaModel({ ...optionsFor(server), model: 'm', onProgress: (progress) => seen.push(progress) }, never);
  const json = (value: unknown) => `${JSON.stringify(value)}\n`;

  test('tells its progress over all layers', async () => {
    const seen: PullProgress[] = [];
    const server = await serve({
      other: ({ path }) =>
        path === '/api/pull'
          ? lines(
              json({ status: 'pulling manifest' }),
              json({ status: 'pulling a', digest: 'a', total: 300 }),
              json({ status: 'pulling a', digest: 'a', total: 300, completed: 150 }),
              json({ status: 'pulling b', digest: 'b', total: 100, completed: 50 }),
              json({ status: 'success' }),
            )
          : null,
    });
    expect(await pull(server, seen)).toEqual({ ok: true });
    expect(seen.map(({ share }) => share)).toEqual([null, 0, 0.5, 0.5, 0.5]);
    expect(bodies(server, '/api/pull')).toEqual([{ model: 'm', stream: true }]);
  });

  test.each([
    [
      'an error line',
      lines(json({ status: 'pulling manifest' }), json({ error: 'pull model manifest: file does not exist' })),
      'not-found',
    ],
    ['an end before success', lines(json({ status: 'pulling manifest' })), 'stream-truncated'],
    ['a registry that is not reached', lines(json({ error: 'pull model manifest: dial tcp: lookup registry: no such host' })), 'server'],
    ['a rejection', reply(400, '{"error":"invalid model name"}'), 'bad-request'],
  ] as const)('ends with %s as an error', async (_title, steps, kind) => {
    const server = await serve({ other: ({ path }) => (path === '/api/pull' ? steps : null) });
    expect(await pull(server)).toMatchObject({ ok: false, error: { kind } });
  });
});

test('versions are compared by their numbers', () => {
  expect([isOlder('0.4.9', '0.5.0'), isOlder('0.10.0', '0.9.0'), isOlder('0.9.0-rc1', '0.9.0'), isOlder('1.0', '0.9.0')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([isOlder(null, '0.9.0'), isOlder('dev', '0.9.0')]).toEqual([false, false]);
  expect([knownVersion('0.0.0'), knownVersion('0.17.4'), knownVersion(null)]).toEqual([null, '0.17.4', null]);
});
