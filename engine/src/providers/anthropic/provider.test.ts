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
import { messagesCases } from './cases/cases.ts';
import { A, callOpen, close, delta, R, START, STOP, T, textOpen, thinkOpen } from './cases/notation.ts';
import { createMessagesReader } from './messages-stream.ts';
import { createAnthropicProvider } from './provider.ts';

const provider = createAnthropicProvider();
const never = new AbortController().signal;
const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describeReplyFormat('anthropic', {
  createReader: (options) => createMessagesReader(options),
  decode: provider.decode,
  cases: messagesCases,
});

test('members of any type are survived', () => {
  const full = [
    { type: 'message_start', message: { id: 'a', model: 'm', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { partial_json: 'x', text: 'y', thinking: 'z', signature: 's' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message', content: [{ type: 'text', text: 'a' }] },
  ];
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const odd of withMembersReplaced(full, value)) {
        const reader = createMessagesReader({ status: 200 });
        for (const event of Array.isArray(odd) ? odd : [odd]) reader.push(`data: ${JSON.stringify(event)}\n\n`, 5);
        reader.end();
      }
    }),
    { numRuns: 25 },
  );
});

const hello = START + textOpen(0) + T(0, 'Hello') + close(0) + STOP('end_turn');
const helloStream = eventStream([hello, lastChunk]);
const list = reply(
  200,
  '{"data":[{"id":"claude-test-20260101","max_input_tokens":200000},{"id":"claude-other-20260101"}],"has_more":false}',
);

const serve = async (
  chat: (index: number) => readonly ServerStep[] = () => helloStream,
  models: readonly ServerStep[] = list,
): Promise<ScriptedServer> => {
  let chats = 0;
  const server = await startScriptedServer(({ path }) => {
    if (path === '/v1/messages') return chat(chats++);
    if (path.startsWith('/v1/models?')) return models;
    return path === '/v1/models/claude-test'
      ? reply(200, '{"id":"claude-test-20260101"}')
      : reply(404, '{"type":"error","error":{"type":"not_found_error","message":"Not found"}}');
  });
  servers.push(server);
  return server;
};

const key = 'sk-test-0123456789';
const optionsFor = (server: ScriptedServer, more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  ...conformanceOptions,
  endpoint: server.url,
  apiKey: key,
  model: 'claude-test-20260101',
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
const collect = async (connection: Connection, more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of connection.generate({ ...request, ...more }, { signal: never })) events.push(event);
  return events;
};
const sent = (server: ScriptedServer) =>
  server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const tools = [{ name: 'f', description: 'd', parameters: { type: 'object' } }];
const call = (id: string) => ({ id, name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}', repairs: [] });

describe('a request', () => {
  test('keeps the system apart and joins what one side says', async () => {
    const server = await serve();
    await collect(await connect(server), {
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        { role: 'assistant', content: 'a', reasoning: 'not sent', toolCalls: [call('c1'), call('c2')] },
        { role: 'tool', content: 'r1', toolCallId: 'c1', toolName: 'f' },
        { role: 'tool', content: 'r2', toolCallId: 'c2', toolName: 'f', isError: true },
        { role: 'user', content: 'go on' },
      ],
      tools,
      toolChoice: 'required',
      stop: ['END'],
      sampling: { temperature: 0.2, topP: 0.9, seed: 1 },
      constraint: { kind: 'json-schema', schema: { type: 'object' } },
    });
    expect(sent(server)).toEqual([
      {
        model: 'claude-test-20260101',
        max_tokens: 8,
        stream: true,
        system: 's',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'u' }] },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'a' },
              { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } },
              { type: 'tool_use', id: 'c2', name: 'f', input: { a: 1 } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'c1', content: 'r1' },
              { type: 'tool_result', tool_use_id: 'c2', content: 'r2', is_error: true },
              { type: 'text', text: 'go on' },
            ],
          },
        ],
        temperature: 0.2,
        top_p: 0.9,
        stop_sequences: ['END'],
        tools: [{ name: 'f', description: 'd', input_schema: { type: 'object' } }],
        tool_choice: { type: 'any' },
        output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
      },
    ]);
  });

  test.each([
    ['default', undefined, 8],
    ['off', { type: 'disabled' }, 8],
    ['low', { type: 'enabled', budget_tokens: 1_024 }, 1_032],
    ['high', { type: 'enabled', budget_tokens: 16_384 }, 16_392],
  ] as const)('thinking %s', async (thinking, expected, maxTokens) => {
    const server = await serve();
    await collect(await connect(server), { thinking });
    expect(sent(server)[0]).toMatchObject({ max_tokens: maxTokens });
    expect(sent(server)[0]?.['thinking']).toEqual(expected);
    expect('temperature' in (sent(server)[0] ?? {})).toBe(thinking === 'default' || thinking === 'off');
  });

  test('gives thinking back with its signature before the call that it led to', async () => {
    const thought =
      START +
      thinkOpen(0) +
      R(0, 'Hm.') +
      delta(0, { type: 'signature_delta', signature: 'c2ln' }) +
      close(0) +
      callOpen(1, 'c1', 'f') +
      A(1, '{"a":1}') +
      STOP('tool_use');
    const server = await serve((index) => (index === 0 ? eventStream([thought, lastChunk]) : helloStream));
    const connection = await connect(server);
    await collect(connection, { tools, thinking: 'low' });
    await collect(connection, {
      tools,
      thinking: 'low',
      messages: [
        ...request.messages,
        { role: 'assistant', content: '', reasoning: 'Hm.', toolCalls: [call('c1')] },
        { role: 'tool', content: 'r', toolCallId: 'c1', toolName: 'f' },
      ],
    });
    expect(sent(server)[1]?.['messages']).toMatchObject([
      {},
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
          { type: 'tool_use', id: 'c1' },
        ],
      },
      { role: 'user' },
    ]);
  });

  test('is made again once, and then remembered, where the model takes no sampling or no budget', async () => {
    const rejection = (message: string) => reply(400, JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
    const server = await serve((index) =>
      index === 0
        ? rejection('temperature: is deprecated and not supported by this model')
        : index === 2
          ? rejection('thinking.type: use adaptive')
          : helloStream,
    );
    const connection = await connect(server);
    const events = await collect(connection);
    expect(events.map(({ type }) => type)).toEqual(['sent', 'delta', 'end']);
    await collect(connection, { thinking: 'high' });
    expect(sent(server).map((body) => ['temperature' in body, body['thinking'], body['output_config']])).toEqual([
      [true, undefined, undefined],
      [false, undefined, undefined],
      [false, { type: 'enabled', budget_tokens: 16_384 }, undefined],
      [false, { type: 'adaptive' }, { effort: 'high' }],
    ]);
  });

  test('with a grammar is refused before it is sent', async () => {
    const server = await serve();
    expect((await collect(await connect(server), { constraint: { kind: 'gbnf', grammar: 'x' } })).at(-1)).toMatchObject({
      error: { kind: 'unsupported' },
    });
    expect(sent(server)).toEqual([]);
  });
});

describe('a connection', () => {
  test('names its model by a dated name or an alias', async () => {
    const server = await serve();
    expect((await connect(server)).model).toMatchObject({ providerId: 'anthropic', name: 'claude-test-20260101', contextTrained: 200_000 });
    expect((await connect(server, { model: 'claude-test' })).model.name).toBe('claude-test-20260101');
    expect(await failToConnect(server, { model: 'claude-tst-20260101' })).toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/claude-test-20260101/u) as string,
    });
    expect((await failToConnect(server, { model: null })).message).toMatch(/several/u);
    const gateway = await serve(undefined, reply(404, '{"error":"no route"}'));
    expect((await connect(gateway, { model: 'anything' })).model.name).toBe('anything');
  });

  test.each(['', '/', '/v1', '/v1/messages'])('takes an address with %o at its end', async (end) => {
    const server = await serve();
    expect((await connect(server, { endpoint: server.url + end })).server).toMatchObject({ kind: 'anthropic', place: 'local' });
  });

  test('sends the key in its own header and repeats it nowhere', async () => {
    const server = await serve(() => eventStream([START + textOpen(0) + T(0, `key ${key}`) + STOP('end_turn'), lastChunk]));
    const events = await collect(await connect(server));
    expect(
      server.requests.every(
        ({ headers, path }) => headers['x-api-key'] === key && headers['anthropic-version'] === '2023-06-01' && !path.includes(key),
      ),
    ).toBe(true);
    expect(JSON.stringify(events)).not.toContain(key);
    const echo = await serve(
      undefined,
      reply(401, JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: `bad ${key}` } })),
    );
    const error = await failToConnect(echo);
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringMatching(/redacted/u) as string });
    expect(await failToConnect(server, { endpoint: 'http://api.example.com' })).toMatchObject({ kind: 'insecure' });
  });
});
