import type { Connection, ConnectOptions, ModelEvent, ModelRequest } from '@benchloop/spec';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  eventStream,
  lastChunk,
  reply,
  startScriptedServer,
  type ScriptedServer,
  type ServerStep,
} from '../../kit/testing/scripted-server.ts';
import { describeReplyFormat, withMembersReplaced } from '../../kit/wire/conformance.ts';
import { conformanceOptions } from '../conformance.ts';
import { responsesCases } from './cases/cases.ts';
import { END, START, T } from './cases/notation.ts';
import { createOpenAiResponsesProvider } from './provider.ts';
import { createResponsesReader } from './responses-stream.ts';

const provider = createOpenAiResponsesProvider();
const never = new AbortController().signal;
const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describeReplyFormat('openai-responses', {
  createReader: createResponsesReader,
  decode: provider.decode,
  cases: responsesCases,
});

test('members of any type are survived', () => {
  const item = {
    type: 'function_call',
    id: 'a',
    call_id: 'b',
    name: 'f',
    arguments: '{}',
    content: [{ text: 'x' }],
    summary: [{ text: 'y' }],
  };
  const full = [
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'a', delta: '{' },
    { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'a' },
    { type: 'response.output_item.done', output_index: 2, item: { ...item, type: 'reasoning' } },
    {
      type: 'response.completed',
      response: { id: 'r', status: 'incomplete', incomplete_details: { reason: 'x' }, output: [item], usage: { input_tokens: 1 } },
    },
  ];
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const odd of withMembersReplaced(full, value)) {
        const reader = createResponsesReader({ status: 200 });
        for (const event of Array.isArray(odd) ? odd : [odd]) reader.push(`data: ${JSON.stringify(event)}\n\n`, 5);
        reader.end();
      }
    }),
    { numRuns: 25 },
  );
});

const helloStream = eventStream([START + T('Hello') + END(), lastChunk]);

const serve = async (chat: (index: number) => readonly ServerStep[] = () => helloStream, prefix = '/v1'): Promise<ScriptedServer> => {
  let chats = 0;
  const server = await startScriptedServer(({ path }) => {
    if (path === `${prefix}/responses`) return chat(chats++);
    return path === `${prefix}/models`
      ? reply(200, '{"data":[{"id":"a-model"},{"id":"b-model"}]}')
      : reply(404, '{"error":{"message":"no route"}}');
  });
  servers.push(server);
  return server;
};

const key = 'sk-test-0123456789';
const connectTo = (server: ScriptedServer, more: Partial<ConnectOptions> = {}) =>
  provider.connect({ ...conformanceOptions, endpoint: server.url, model: 'a-model', apiKey: key, ...more }, never);
const connect = async (server: ScriptedServer, more: Partial<ConnectOptions> = {}): Promise<Connection> => {
  const result = await connectTo(server, more);
  if (!result.ok) throw new Error(result.error.message);
  return result.connection;
};

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Say hello.' }],
  sampling: { temperature: 0, topP: null, seed: 7 },
  maxTokens: 8,
  thinking: 'default',
  cachePrompt: false,
};
const collect = async (connection: Connection, more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of connection.generate({ ...request, ...more }, { signal: never })) events.push(event);
  return events;
};
const sent = (server: ScriptedServer) =>
  server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('a request', () => {
  test('is written in items', async () => {
    const server = await serve();
    await collect(await connect(server), {
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        {
          role: 'assistant',
          content: 'a',
          reasoning: 'not sent',
          toolCalls: [{ id: 'c1', name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}', repairs: [] }],
        },
        { role: 'tool', content: 'r', toolCallId: 'c1', toolName: 'f' },
      ],
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
      toolChoice: 'required',
      constraint: { kind: 'json-schema', schema: { type: 'object' } },
    });
    expect(sent(server)).toEqual([
      {
        model: 'a-model',
        input: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'u' },
          { role: 'assistant', content: 'a' },
          { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
          { type: 'function_call_output', call_id: 'c1', output: 'r' },
        ],
        stream: true,
        store: false,
        max_output_tokens: 8,
        temperature: 0,
        tools: [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: false }],
        tool_choice: 'required',
        text: { format: { type: 'json_schema', name: 'reply', strict: true, schema: { type: 'object' } } },
      },
    ]);
  });

  test.each([
    ['default', undefined],
    ['off', { effort: 'none' }],
    ['on', { effort: 'medium', summary: 'auto' }],
    ['high', { effort: 'high', summary: 'auto' }],
  ] as const)('thinking %s', async (thinking, expected) => {
    const server = await serve();
    await collect(await connect(server), { thinking });
    expect(sent(server)[0]?.['reasoning']).toEqual(expected);
  });

  test('leaves out, once and for all, what the model rejects', async () => {
    const rejections = [
      "Unsupported parameter: 'temperature' is not supported with this model.",
      'Your organization must be verified to generate reasoning summaries.',
    ];
    const server = await serve((index) =>
      rejections[index] === undefined ? helloStream : reply(400, JSON.stringify({ error: { message: rejections[index] } })),
    );
    const connection = await connect(server);
    expect((await collect(connection, { thinking: 'low' })).map(({ type }) => type)).toEqual(['sent', 'delta', 'end']);
    await collect(connection, { thinking: 'low' });
    expect(sent(server).map((body) => ['temperature' in body, body['reasoning']])).toEqual([
      [true, { effort: 'low', summary: 'auto' }],
      [false, { effort: 'low', summary: 'auto' }],
      [false, { effort: 'low' }],
      [false, { effort: 'low' }],
    ]);
  });

  test('falls to the least effort that the model has where thinking is off', async () => {
    const server = await serve((index) =>
      index < 2 ? reply(400, JSON.stringify({ error: { message: `Unsupported value: reasoning.effort ${index}` } })) : helloStream,
    );
    await collect(await connect(server), { thinking: 'off' });
    expect(sent(server).map((body) => body['reasoning'])).toEqual([{ effort: 'none' }, { effort: 'minimal' }, undefined]);
  });

  test('is not made again where the level that was asked for is rejected', async () => {
    const server = await serve(() => reply(400, JSON.stringify({ error: { message: "m doesn't support `reasoning.effort`" } })));
    const last = (await collect(await connect(server), { thinking: 'high' })).at(-1);
    expect(last).toMatchObject({ type: 'error', error: { kind: 'unsupported' } });
    expect(sent(server)).toHaveLength(1);
  });

  test('ends where nothing more can be left out', async () => {
    const server = await serve(() => reply(400, '{"error":{"message":"temperature is not supported, nor is effort, nor a summary"}}'));
    const last = (await collect(await connect(server), { thinking: 'low' })).at(-1);
    expect(last).toMatchObject({ type: 'error', error: { kind: 'bad-request' } });
    expect(sent(server).length).toBeLessThan(6);
  });

  test('with stop texts or a grammar is refused before it is sent', async () => {
    const server = await serve();
    const connection = await connect(server);
    expect((await collect(connection, { stop: ['x'] })).at(-1)).toMatchObject({ error: { kind: 'unsupported' } });
    expect((await collect(connection, { constraint: { kind: 'gbnf', grammar: 'x' } })).at(-1)).toMatchObject({
      error: { kind: 'unsupported' },
    });
    expect(sent(server)).toEqual([]);
  });
});

describe('a connection', () => {
  test.each([
    ['', '/v1'],
    ['/v1/', '/v1'],
    ['/v1/responses', '/v1'],
    ['/proxy', '/proxy'],
    ['/proxy/v1', '/proxy/v1'],
  ])('takes an address with %o at its end', async (end, prefix) => {
    const server = await serve(undefined, prefix);
    const connection = await connect(server, { endpoint: server.url + end });
    expect((await collect(connection)).at(-1)).toMatchObject({ type: 'end', generation: { text: 'Hello' } });
  });

  test('names its model, or says which there are', async () => {
    const server = await serve();
    expect(await connectTo(server, { model: 'c-model' })).toMatchObject({
      ok: false,
      error: { kind: 'not-found', message: expect.stringMatching(/a-model, b-model/u) as string },
    });
    expect(await connectTo(server, { model: null })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/several/u) as string },
    });
    const bare = await serve(undefined, '/elsewhere');
    expect(await connectTo(bare, { model: 'any' })).toMatchObject({ ok: true, connection: { model: { name: 'any' } } });
  });

  test.each([
    ['below /v1', '', '/v1/responses', '/v1/responses'],
    ['at the address as it stands', '', '/responses', '/responses'],
    ['behind a path', '/proxy', '/proxy/responses', '/proxy/responses'],
    ['nowhere, and is then looked for below /v1', '', '/none', '/v1/responses'],
  ])('without a list of models is spoken to %s', async (_title, end, route, spoken) => {
    const server = await startScriptedServer(({ path, body }) =>
      path === route
        ? body === '{}'
          ? reply(400, '{"error":{"message":"input is required"}}')
          : helloStream
        : reply(404, '{"detail":"no such page"}'),
    );
    servers.push(server);
    const events = await collect(await connect(server, { endpoint: server.url + end, model: 'any' }));
    expect(events.at(-1)?.type).toBe(route === '/none' ? 'error' : 'end');
    expect(server.requests.at(-1)?.path).toBe(spoken);
  });

  test('repeats the key nowhere and never sends it in the open', async () => {
    const server = await serve(() => reply(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } })));
    const events = await collect(await connect(server));
    expect(events.at(-1)).toMatchObject({ error: { kind: 'auth', message: expect.stringMatching(/redacted/u) as string } });
    expect(JSON.stringify(events)).not.toContain(key);
    expect(server.requests.every(({ headers, path }) => headers['authorization'] === `Bearer ${key}` && !path.includes(key))).toBe(true);
    expect(await connectTo(server, { endpoint: 'http://api.example.com/v1' })).toMatchObject({ ok: false, error: { kind: 'insecure' } });
  });
});
