import type { Connection, ConnectOptions, ModelEvent, ModelRequest } from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import {
  chunk,
  eventStream,
  head,
  lastChunk,
  reply,
  startScriptedServer,
  type ScriptedServer,
  type ServerScript,
  type ServerStep,
} from '../../kit/testing/scripted-server.ts';
import { DONE, FIN, hello, helloGeneration, T, U } from './cases/notation.ts';
import { createOpenAiProvider } from './provider.ts';

const provider = createOpenAiProvider();
const never = new AbortController().signal;
const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const options = (endpoint: string, more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  endpoint,
  model: null,
  apiKey: null,
  allowInsecure: false,
  contextTokens: null,
  threads: null,
  gpuLayers: null,
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 5_000,
  ...more,
});

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Say hello.' }],
  sampling: { temperature: 0, topP: null, seed: 7 },
  maxTokens: 8,
  thinking: 'default',
  cachePrompt: false,
};

const models = JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] });
const pageAt = (path: string, steps: readonly ServerStep[]) =>
  path === '/v1/models' ? steps : reply(404, '{"error":"no such route here"}');
const helloStream = eventStream([hello, lastChunk]);

/** A server that lists one model, and answers chats as scripted; `chat` counts chats from 0. */
const serve = async (
  chat: (index: number) => readonly ServerStep[],
  others: ServerScript = () => reply(404, '{"error":"no such path"}'),
): Promise<ScriptedServer> => {
  let chats = 0;
  const server = await startScriptedServer((received, index) => {
    if (received.path.endsWith('/chat/completions')) return chat(chats++);
    return received.path.endsWith('/v1/models') ? reply(200, models) : others(received, index);
  });
  servers.push(server);
  return server;
};

const connect = async (server: ScriptedServer, more: Partial<ConnectOptions> = {}): Promise<Connection> => {
  const result = await provider.connect(options(server.url, more), never);
  if (!result.ok) throw new Error(result.error.message);
  return result.connection;
};

const collect = async (connection: Connection, signal: AbortSignal = never, more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of connection.generate({ ...request, ...more }, { signal })) events.push(event);
  return events;
};

const lastOf = (events: readonly ModelEvent[]) => {
  const last = events.at(-1);
  if (last?.type !== 'end' && last?.type !== 'error') throw new Error('the stream has no last event');
  return last;
};

const errorOf = (events: readonly ModelEvent[]) => {
  const last = lastOf(events);
  if (last.type !== 'error') throw new Error('the call did not fail');
  return last;
};

const endOf = (events: readonly ModelEvent[]) => {
  const last = lastOf(events);
  if (last.type !== 'end') throw new Error(last.error.message);
  return last;
};

const chats = (server: ScriptedServer) =>
  server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const failToConnect = async (endpoint: string, more: Partial<ConnectOptions> = {}, signal = never) => {
  const result = await provider.connect(options(endpoint, more), signal);
  if (result.ok) throw new Error('it connected');
  return result.error;
};

describe('a reply', () => {
  test('arrives with its times apart and its receipt', async () => {
    const server = await serve(() =>
      eventStream([
        { waitMs: 30 },
        ': ping\n\n',
        { waitMs: 30 },
        T('Hel'),
        { waitMs: 20 },
        T('lo'),
        FIN('stop') + U(5, 2) + DONE,
        lastChunk,
      ]),
    );
    const events = await collect(await connect(server));
    expect(events.map(({ type }) => type)).toEqual(['sent', 'delta', 'delta', 'end']);
    const { generation, timings, receipt } = endOf(events);
    expect(generation).toMatchObject({ text: 'Hello', usage: { promptTokens: 5, completionTokens: 2 } });
    expect(timings).toMatchObject({ textEvents: 2, textReads: 2, firstReasoningMs: null });
    expect(timings.firstTokenMs).toBeGreaterThan(timings.firstByteMs as number);
    expect(timings.lastTokenMs).toBeGreaterThan(timings.firstTokenMs as number);
    expect(receipt).toMatchObject({ status: 200, contentType: 'text/event-stream' });
    expect(provider.decode(receipt)).toEqual(generation);
    expect(events[0]).toMatchObject({ type: 'sent', wire: server.requests.at(-1)?.body });
  });

  test('is asked for with what was asked, and nothing else', async () => {
    const server = await serve(() => helloStream);
    const connection = await connect(server);
    await collect(connection);
    expect(chats(server)).toEqual([
      {
        model: 'm',
        messages: [{ role: 'user', content: 'Say hello.' }],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 8,
        temperature: 0,
        seed: 7,
      },
    ]);
    await collect(connection, never, {
      messages: [
        { role: 'user', content: 'a' },
        {
          role: 'assistant',
          content: '',
          reasoning: 'hidden',
          toolCalls: [{ id: 'c1', name: 'f', arguments: { a: 1 }, argumentsText: '{"a": 1}', repairs: [] }],
        },
        { role: 'tool', content: 'r', toolCallId: 'c1', toolName: 'f' },
      ],
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
      toolChoice: 'auto',
      constraint: { kind: 'json-schema', schema: { type: 'object' } },
      stop: ['\n'],
      thinking: 'low',
    });
    const { reasoning: _reasoning, ...sent } = chats(server)[1] ?? {};
    expect(JSON.stringify(sent)).not.toContain('hidden');
    expect(sent).toMatchObject({
      messages: [
        {},
        { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'r' },
      ],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
      tool_choice: 'auto',
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      stop: ['\n'],
      reasoning_effort: 'low',
    });
    await collect(connection, never, { thinking: 'off' });
    expect(chats(server)[2]).toMatchObject({ chat_template_kwargs: { enable_thinking: false } });
  });

  test('16: a reset in the middle keeps what came', async () => {
    const server = await serve(() => eventStream([T('Hel'), { waitMs: 20 }, { reset: true }]));
    const { error, partial } = errorOf(await collect(await connect(server)));
    expect(error).toMatchObject({ kind: 'stream-truncated', message: expect.stringMatching(/connection|reset|closed/iu) as string });
    expect(partial).toMatchObject({ text: 'Hel', finish: 'unknown', end: 'eof' });
  });

  test.each([['text/plain'], ['application/json'], [null]])('21, 23: an event stream as %s', async (type) => {
    const server = await serve(() => [
      head(200, { ...(type === null ? {} : { 'content-type': type }), 'transfer-encoding': 'chunked' }),
      chunk(hello),
      lastChunk,
    ]);
    expect(endOf(await collect(await connect(server))).generation).toMatchObject({ ...helloGeneration, warnings: [] });
  });

  test('24, 25: a web page and an empty body', async () => {
    const server = await serve((index) => (index === 0 ? reply(200, '<!doctype html>', { 'content-type': 'text/html' }) : reply(200, '')));
    const connection = await connect(server);
    expect(errorOf(await collect(connection)).error.kind).toBe('wrong-server');
    expect(errorOf(await collect(connection)).error.kind).toBe('protocol');
  });

  test('26: gzip although identity was asked for: the text is right, gaps are withheld', async () => {
    const gzip = createGzip();
    const parts: Buffer[] = [];
    gzip.on('data', (part: Buffer) => parts.push(part));
    /** What the compressor gives for one event, so that each arrives in a read of its own. */
    const flushed = (text: string): Promise<Buffer> =>
      new Promise((resolve) => {
        gzip.write(text);
        gzip.flush(constants.Z_SYNC_FLUSH, () => setImmediate(() => resolve(Buffer.concat(parts.splice(0)))));
      });
    const [first, second, rest] = [await flushed(T('Hel')), await flushed(T('lo')), await flushed(FIN('stop') + U(5, 2) + DONE)];
    const server = await serve(() => [
      head(200, { 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' }),
      chunk(first.subarray(0, 20)),
      { waitMs: 20 },
      chunk(first.subarray(20)),
      { waitMs: 100 },
      chunk(second),
      { waitMs: 20 },
      chunk(rest),
      lastChunk,
    ]);
    const { generation, timings } = endOf(await collect(await connect(server)));
    expect(generation).toMatchObject({ ...helloGeneration, warnings: [] });
    // The events come in reads of their own, whose gap would be told of a reply that was not compressed.
    expect(timings).toMatchObject({
      interTokenP50Ms: null,
      interTokenP95Ms: null,
      interTokenMaxMs: null,
      stalls: null,
    });
    expect(server.requests.at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  test('27: a body that ends with the connection', async () => {
    const server = await serve(() => [head(200, { 'content-type': 'text/event-stream' }), { write: hello }, { end: true }]);
    const connection = await connect(server);
    expect(endOf(await collect(connection)).generation).toMatchObject({ ...helloGeneration, warnings: [] });
    expect(endOf(await collect(connection)).generation.text).toBe('Hello');
  });

  test('a server that never closes after its end mark does not hold up the run', async () => {
    const server = await serve(() => eventStream([hello, { hang: true }]));
    const { generation, timings } = endOf(await collect(await connect(server)));
    expect(generation).toMatchObject({ text: 'Hello', end: 'done' });
    expect(timings.endMs).toBe(timings.lastTokenMs);
    await server.allClosed();
  });

  test('28: comments during a long prefill are no silence, and no token', async () => {
    const pings = Array.from({ length: 6 }, (): (string | ServerStep)[] => [{ waitMs: 200 }, ': keepalive\n\n']).flat();
    const server = await serve(() => eventStream([...pings, hello, lastChunk]));
    const { timings, generation } = endOf(await collect(await connect(server, { idleTimeoutMs: 800 })));
    expect(generation).toMatchObject({ ...helloGeneration, warnings: [] });
    expect(timings.firstTokenMs).toBeGreaterThan(1_000);
    expect(timings.firstByteMs).toBeLessThan(800);
  });

  test('29: silence before the first byte and in the middle', async () => {
    const server = await serve((index) => (index === 0 ? [{ hang: true }] : eventStream([T('Hel'), { hang: true }])));
    const connection = await connect(server, { idleTimeoutMs: 500 });
    const first = errorOf(await collect(connection));
    expect(first.error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('before the first byte') as string });
    const second = errorOf(await collect(connection));
    expect(second.error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('in the middle') as string });
    expect(second.partial?.text).toBe('Hel');
  });

  test('30: an abort closes the socket at once and keeps what came', async () => {
    const server = await serve(() => eventStream([T('a'), T('b'), T('c'), { hang: true }]));
    const connection = await connect(server);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    let closedMs = Promise.resolve(Infinity);
    for await (const event of connection.generate(request, { signal: controller.signal })) {
      events.push(event);
      if (events.filter(({ type }) => type === 'delta').length === 3 && !controller.signal.aborted) {
        controller.abort();
        closedMs = server.allClosed();
      }
    }
    const { error, partial } = errorOf(events);
    expect(error.kind).toBe('aborted');
    expect(partial?.text).toBe('abc');
    // 100 ms on a machine that is not busy with other tests.
    expect(await closedMs).toBeLessThan(1_000);
  });

  test('an abort before the request sends nothing', async () => {
    const server = await serve(() => helloStream);
    const connection = await connect(server);
    const events = await collect(connection, AbortSignal.abort());
    expect(events).toMatchObject([{ type: 'error', error: { kind: 'aborted' }, partial: null }]);
    expect(chats(server)).toEqual([]);
  });

  test('a consumer that stops early stops the request', async () => {
    const server = await serve(() => eventStream([T('a'), T('b'), { hang: true }]));
    const connection = await connect(server);
    for await (const event of connection.generate(request, { signal: never })) if (event.type === 'delta') break;
    await server.allClosed();
    expect(chats(server)).toHaveLength(1);
  });

  test('a connection that was closed ends its calls', async () => {
    const server = await serve(() => eventStream([T('a'), { hang: true }]));
    const connection = await connect(server);
    const events = collect(connection);
    await sleep(50);
    await connection.close();
    expect(errorOf(await events).error.kind).toBe('aborted');
  });

  test.each([
    [422, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }],
    [400, { error: { message: "Unrecognized request argument supplied: 'stream_options'", type: 'invalid_request_error' } }],
  ])('60: stream_options is left out once it was rejected with %i, also in later calls', async (status, body) => {
    const rejected = reply(status, JSON.stringify(body));
    const server = await serve((index) => (index === 0 ? rejected : helloStream));
    const connection = await connect(server);
    const events = await collect(connection);
    expect(events.map(({ type }) => type)).toEqual(['sent', 'delta', 'delta', 'end']);
    await collect(connection);
    expect(chats(server).map((body) => 'stream_options' in body)).toEqual([true, false, false]);
  });

  test('60: a server that goes on rejecting stream_options is asked once more, not for ever', async () => {
    const server = await serve(() => reply(400, '{"error":{"message":"stream_options is not supported"}}'));
    expect(errorOf(await collect(await connect(server))).error).toMatchObject({ kind: 'bad-request', status: 400 });
    expect(chats(server).map((body) => 'stream_options' in body)).toEqual([true, false]);
  });

  test('max_tokens becomes max_completion_tokens where the server asks for it', async () => {
    const rejected = reply(
      400,
      JSON.stringify({
        error: { message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead." },
      }),
    );
    const server = await serve((index) => (index === 0 ? rejected : helloStream));
    expect(endOf(await collect(await connect(server))).generation.text).toBe('Hello');
    expect(chats(server)[1]).toMatchObject({ max_completion_tokens: 8 });
    expect(chats(server)[1]).not.toHaveProperty('max_tokens');
  });

  test('121: 429 tells how long to wait, in seconds and as a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const server = await serve((index) => reply(429, '{"error":"slow down"}', { 'retry-after': index === 0 ? '2' : date }));
    const connection = await connect(server);
    expect(errorOf(await collect(connection)).error).toMatchObject({ kind: 'rate-limit', status: 429, retryAfterMs: 2000 });
    const { retryAfterMs } = errorOf(await collect(connection)).error;
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  test('122: 401 is one call, and the key is in no event although the server sends it back', async () => {
    const key = 'sk-secret-1234567890';
    const echo = (index: number): readonly ServerStep[] => {
      const text = `{"error":{"message":"Incorrect API key provided: ${key} in Bearer ${key}"}}`;
      if (index === 0) return reply(401, text);
      return eventStream([
        T(`a ${key}`),
        `data: {"choices":[{"delta":{"content":"b sk-sec`,
        { waitMs: 15 },
        `ret-1234567890 c"}}]}\n\n`,
        FIN('stop') + DONE,
        lastChunk,
      ]);
    };
    const server = await serve(echo);
    const connection = await connect(server, { apiKey: key });
    const rejected = await collect(connection);
    expect(errorOf(rejected).error).toMatchObject({
      kind: 'auth',
      message: 'The server says: Incorrect API key provided: [redacted] in Bearer [redacted].',
    });
    expect(chats(server)).toHaveLength(1);
    const echoed = await collect(connection);
    expect(endOf(echoed).generation.text).toBe('a [redacted]b [redacted] c');
    expect(JSON.stringify([...rejected, ...echoed])).not.toContain('secret');
    expect(server.requests.every(({ headers }) => headers['authorization'] === `Bearer ${key}`)).toBe(true);
  });

  test('131: 307 on the same server is followed, 301 and another server are refused', async () => {
    const elsewhere = await serve(() => helloStream);
    const answers = [
      reply(307, '', { location: '/prefix/v1/chat/completions' }),
      helloStream,
      reply(301, '', { location: '/v1/chat/completions' }),
      reply(307, '', { location: `${elsewhere.url}/v1/chat/completions` }),
    ];
    const server = await serve((index) => answers[index] ?? []);
    const connection = await connect(server, { apiKey: 'sk-secret-1234567890' });
    expect(endOf(await collect(connection)).generation.text).toBe('Hello');
    const [asked, followed] = server.requests.slice(-2);
    expect(followed).toMatchObject({ method: 'POST', path: '/prefix/v1/chat/completions', body: asked?.body });
    expect(asked?.body).toContain('"messages"');
    expect(errorOf(await collect(connection)).error).toMatchObject({
      kind: 'wrong-server',
      message: expect.stringContaining('redirects') as string,
    });
    expect(errorOf(await collect(connection)).error.kind).toBe('wrong-server');
    expect(elsewhere.requests).toEqual([]);
  });

  test('132: localhost finds the server on 127.0.0.1, and connecting is no part of the reply’s time', async () => {
    const server = await serve(() => helloStream);
    const connection = await connect(server, { endpoint: `localhost:${server.port}` });
    const { timings } = endOf(await collect(connection));
    expect(timings.firstTokenMs).toBeGreaterThanOrEqual(0);
    expect(connection.server).toMatchObject({ kind: 'openai-compatible', place: 'local' });
  });

  test('133: nothing but the idle timeout limits the wait for headers', async () => {
    const server = await serve(() => [{ waitMs: 1_200 }, ...helloStream]);
    expect(endOf(await collect(await connect(server, { connectTimeoutMs: 1_000 }))).timings.headersMs).toBeGreaterThan(1_100);
  });

  test('a GBNF grammar is refused by servers that are not known to take one', async () => {
    const server = await serve(() => helloStream);
    const events = await collect(await connect(server), never, { constraint: { kind: 'gbnf', grammar: 'root ::= "a"' } });
    expect(events).toMatchObject([{ type: 'error', error: { kind: 'unsupported' } }]);
    expect(chats(server)).toEqual([]);
  });
});

describe('connecting', () => {
  const serveModels = async (script: ServerScript): Promise<ScriptedServer> => {
    const server = await startScriptedServer(script);
    servers.push(server);
    return server;
  };

  test('nothing listens', async () => {
    const server = await serveModels(() => []);
    await server.close();
    expect(await failToConnect(server.url)).toMatchObject({ kind: 'connect', message: expect.stringContaining('ECONNREFUSED') as string });
  });

  test('a server that never answers', async () => {
    const server = await serveModels(() => [{ hang: true }]);
    expect(await failToConnect(server.url, { connectTimeoutMs: 100 })).toMatchObject({ kind: 'timeout' });
  });

  test.each([401, 403])('%i', async (status) => {
    const server = await serveModels(() => reply(status, '{"error":{"message":"invalid key sk-secret-123"}}'));
    const error = await failToConnect(server.url, { apiKey: 'sk-secret-123' });
    expect(error).toMatchObject({
      kind: 'auth',
      status,
      message: 'The server says: invalid key [redacted].',
      hint: expect.stringContaining('--api-key') as string,
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a wrong path', async () => {
    const server = await serveModels(() => reply(404, '{"detail":"Not Found"}'));
    expect(await failToConnect(`${server.url}/api`)).toMatchObject({ kind: 'not-found', hint: expect.stringContaining('/v1') as string });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/models', '/api/models']);
  });

  test.each([
    ['a path that its server calls otherwise', () => reply(404, '{"error":{"message":"nope"}}'), 'not-found', /no list of models[^]*nope/u],
    [
      'a web page where the list should be',
      ({ path }: { path: string }) => pageAt(path, reply(200, '<html>')),
      'wrong-server',
      /web page/u,
    ],
    [
      'a redirect of the list',
      ({ path }: { path: string }) => pageAt(path, reply(302, '', { location: 'http://login.example/in' })),
      'wrong-server',
      /redirects/u,
    ],
  ])('%s, beside a 404 in words of its own', async (_title, script, kind, message) => {
    const server = await serveModels(script);
    expect(await failToConnect(server.url)).toMatchObject({
      kind,
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(/\/v1|--endpoint/u) as string,
    });
  });

  test('130: an error on 200, as LM Studio answers unknown routes', async () => {
    const server = await serveModels(({ path }) => reply(200, `{"error":"Unexpected endpoint or method. (GET ${path})"}`));
    expect(await failToConnect(`${server.url}/x/v1`)).toMatchObject({ kind: 'not-found', hint: expect.stringContaining('/v1') as string });
  });

  test('a web page everywhere', async () => {
    const server = await serveModels(() => reply(200, '<!doctype html>', { 'content-type': 'text/html' }));
    expect(await failToConnect(server.url)).toMatchObject({ kind: 'wrong-server', message: expect.stringContaining('web page') as string });
  });

  test('a model that is not there: the names, nearest first', async () => {
    const list = JSON.stringify({ data: [{ id: 'mistral' }, { id: 'llama3.2:3b' }, { id: 'qwen3:8b' }] });
    const server = await serveModels(() => reply(200, list));
    const error = await failToConnect(server.url, { model: 'qwen3:4b' });
    expect(error).toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/no model “qwen3:4b”. It has: qwen3:8b, mistral, llama3.2:3b/u) as string,
    });
    expect(await failToConnect(server.url)).toMatchObject({
      message: expect.stringContaining('several models') as string,
      hint: 'Name one with --model.',
    });
  });

  test('a model is found by the name that people use for it', async () => {
    const server = await serveModels(() => reply(200, JSON.stringify({ data: [{ id: 'llama3.2:latest' }, { id: 'qwen3:8b' }] })));
    expect((await connect(server, { model: 'llama3.2' })).model.name).toBe('llama3.2:latest');
    expect((await connect(server, { model: 'QWEN3:8b' })).model.name).toBe('qwen3:8b');
  });

  test.each(['{"data":null}', '{"data":[]}', '[]'])('a list without models: %s', async (body) => {
    const server = await serveModels(() => reply(200, body));
    expect(await failToConnect(server.url, { model: 'm' })).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('lists no model') as string,
    });
  });

  test('120: a loading model is waited for, with progress, and its time is told apart', async () => {
    const loading = reply(503, JSON.stringify({ error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }));
    const server = await serveModels((_request, index) => (index < 3 ? loading : reply(200, models)));
    const stages: string[] = [];
    const result = await provider.connect(options(server.url, { onProgress: (stage) => stages.push(stage) }), never);
    expect(result).toMatchObject({ ok: true, connection: { server: { loadMs: expect.any(Number) as number } } });
    expect(stages).toEqual(['loading', 'loading', 'loading']);
  });

  test('a wait for a loading model can be aborted', async () => {
    const server = await serveModels(() => reply(503, '{"error":{"message":"Loading model"}}'));
    expect((await failToConnect(server.url, {}, AbortSignal.timeout(100))).kind).toBe('aborted');
  });

  test('llama-server tells its facts', async () => {
    const props = {
      build_info: 'b6900-abcdef0',
      total_slots: 4,
      model_path: '/models/secret-folder/Tiny-Q4_K_M.gguf',
      default_generation_settings: { n_ctx: 8192 },
      chat_template: '{{ messages }}',
      chat_template_caps: { supports_tools: false, supports_system_role: true },
      modalities: { vision: false },
    };
    const list = {
      data: [
        {
          id: '/models/secret-folder/Tiny-Q4_K_M.gguf',
          owned_by: 'llamacpp',
          meta: { n_params: 134_515_008, size: 97_000_000, n_ctx_train: 8192 },
        },
      ],
    };
    const server = await serveModels(({ path }) => {
      if (path === '/v1/models') return reply(200, JSON.stringify(list), { server: 'llama.cpp' });
      if (path === '/props') return reply(200, JSON.stringify(props));
      if (path === '/health') return reply(200, '{"status":"ok"}');
      if (path === '/tokenize') return reply(200, '{"tokens":[1,2,3]}');
      return helloStream;
    });
    const connection = await connect(server, { model: 'Tiny-Q4_K_M.gguf' });
    expect(connection.server).toMatchObject({ kind: 'llama-server', version: 'b6900-abcdef0', slots: 4, loadMs: null });
    expect(connection.model).toMatchObject({
      name: 'Tiny-Q4_K_M.gguf',
      parameters: 134_515_008,
      quantization: 'Q4_K_M',
      contextInForce: 8192,
      contextTrained: 8192,
      templateDigest: expect.stringMatching(/^sha256:/u) as string,
      capabilities: { tools: 'no', system: 'yes', vision: 'no', thinking: 'unknown' },
    });
    expect(JSON.stringify([connection.model, connection.server])).not.toContain('secret-folder');
    expect(await connection.countTokens?.('abc')).toBe(3);
    await collect(connection, never, { ignoreEndToken: true, constraint: { kind: 'gbnf', grammar: 'root ::= "a"' } });
    expect(chats(server).at(-1)).toMatchObject({ cache_prompt: false, ignore_eos: true, grammar: 'root ::= "a"' });
  });

  test('a key is not sent over plain HTTP to a public host', async () => {
    expect(await failToConnect('http://203.0.113.9:1/v1', { apiKey: 'sk-1234' })).toMatchObject({
      kind: 'insecure',
      hint: expect.stringContaining('--insecure') as string,
    });
  });

  test.each(['http://user:pw-secret@127.0.0.1:1', 'ftp://x', ''])('%j is no address', async (endpoint) => {
    const error = await failToConnect(endpoint);
    expect(error.kind).toBe('bad-request');
    expect(error.message).not.toContain('pw-secret');
  });

  test('models are listed', async () => {
    const server = await serveModels(() => reply(200, JSON.stringify({ data: [{ id: 'a-AWQ', max_model_len: 4096 }, { id: 'b' }] })));
    expect(await provider.listModels(options(server.url), never)).toMatchObject({
      ok: true,
      models: [{ name: 'a-AWQ', quantization: 'AWQ', contextInForce: 4096 }, { name: 'b' }],
    });
    expect(await provider.listModels(options('http://127.0.0.1:9'), never)).toMatchObject({ ok: false, error: { kind: 'connect' } });
  });
});
