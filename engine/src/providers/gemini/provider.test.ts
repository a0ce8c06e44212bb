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
import { generateCases } from './cases/cases.ts';
import { C, FIN, P, T } from './cases/notation.ts';
import { createGenerateReader } from './generate-stream.ts';
import { createGeminiProvider } from './provider.ts';

const provider = createGeminiProvider();
const never = new AbortController().signal;
const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describeReplyFormat('gemini', { createReader: (options) => createGenerateReader(options), decode: provider.decode, cases: generateCases });

test('members of any type are survived', () => {
  const full = {
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: {
          parts: [
            { text: 'a', thought: true },
            { functionCall: { id: 'a', name: 'f', args: { a: 1 } }, thoughtSignature: 's' },
          ],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 3 },
    promptFeedback: { blockReason: 'X' },
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const odd of withMembersReplaced(full, value)) {
        const reader = createGenerateReader({ status: 200 });
        reader.push(`data: ${JSON.stringify(odd)}\n\n`, 5);
        reader.end();
      }
    }),
    { numRuns: 25 },
  );
});

test('a rate limit tells how long to wait', () => {
  const reader = createGenerateReader({ status: 429 });
  reader.push('{"error":{"code":429,"message":"Quota exceeded. Please retry in 34.07s.","status":"RESOURCE_EXHAUSTED"}}', 1);
  expect(reader.end().error).toMatchObject({ kind: 'rate-limit', retryAfterMs: 34_070 });
});

const helloStream = eventStream([T('Hello') + FIN('STOP'), lastChunk]);
const list = {
  models: [
    {
      name: 'models/gemini-test',
      inputTokenLimit: 1_048_576,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      thinking: true,
    },
    { name: 'models/embedding-test', supportedGenerationMethods: ['embedContent'] },
    { name: 'models/gemini-other' },
  ],
};

const serve = async (
  chat: (index: number) => readonly ServerStep[] = () => helloStream,
  models = reply(200, JSON.stringify(list)),
): Promise<ScriptedServer> => {
  let chats = 0;
  const server = await startScriptedServer(({ method }) => (method === 'POST' ? chat(chats++) : models));
  servers.push(server);
  return server;
};

const key = 'AIza-test-0123456789';
const connectTo = (server: ScriptedServer, more: Partial<ConnectOptions> = {}) =>
  provider.connect({ ...conformanceOptions, endpoint: server.url, model: 'gemini-test', apiKey: key, ...more }, never);
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

const tools = [
  { name: 'f', description: 'd', parameters: { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false } },
];
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
      ],
      tools: [...tools, { name: 'now', description: 'n', parameters: { type: 'object', properties: {} } }],
      toolChoice: 'required',
      stop: ['END'],
      sampling: { temperature: 0.2, topP: 0.9, seed: 1 },
      constraint: { kind: 'json-schema', schema: { type: 'object' } },
      thinking: 'low',
    });
    expect(sent(server)).toEqual([
      {
        systemInstruction: { parts: [{ text: 's' }] },
        contents: [
          { role: 'user', parts: [{ text: 'u' }] },
          {
            role: 'model',
            parts: [{ text: 'a' }, { functionCall: { name: 'f', args: { a: 1 } } }, { functionCall: { name: 'f', args: { a: 1 } } }],
          },
          {
            role: 'user',
            parts: [
              { functionResponse: { name: 'f', response: { output: 'r1' } } },
              { functionResponse: { name: 'f', response: { error: 'r2' } } },
            ],
          },
        ],
        tools: [
          {
            functionDeclarations: [
              { name: 'f', description: 'd', parameters: { type: 'object', properties: { a: { type: 'integer' } } } },
              { name: 'now', description: 'n' },
            ],
          },
        ],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
        generationConfig: {
          maxOutputTokens: 1_032,
          temperature: 0.2,
          topP: 0.9,
          seed: 1,
          stopSequences: ['END'],
          responseMimeType: 'application/json',
          responseJsonSchema: { type: 'object' },
          thinkingConfig: { thinkingBudget: 1_024, includeThoughts: true },
        },
      },
    ]);
  });

  test.each([
    ['default', undefined],
    ['off', { thinkingBudget: 0, includeThoughts: false }],
    ['on', { thinkingBudget: -1, includeThoughts: true }],
    ['high', { thinkingBudget: 24_576, includeThoughts: true }],
  ] as const)('thinking %s', async (thinking, expected) => {
    const server = await serve();
    await collect(await connect(server), { thinking });
    const [body = {}] = sent(server);
    expect((body['generationConfig'] as Record<string, unknown>)['thinkingConfig']).toEqual(expected);
  });

  test('gives a call back with its signature', async () => {
    const calls = P(C('f', { a: 1 }, { thoughtSignature: 'c2ln' }), C('f', { a: 2 })) + FIN('STOP');
    const server = await serve((index) => (index === 0 ? eventStream([calls, lastChunk]) : helloStream));
    const connection = await connect(server);
    const last = (await collect(connection, { tools })).at(-1);
    if (last?.type !== 'end') throw new Error('the call failed');
    const { toolCalls } = last.generation;
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    await collect(connection, { tools, messages: [...request.messages, { role: 'assistant', content: '', toolCalls }] });
    expect(sent(server)[1]?.['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Say hello.' }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' }, { functionCall: { name: 'f', args: { a: 2 } } }],
      },
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
  test.each(['', '/', '/v1beta', '/v1beta/models', '/v1beta/models/gemini-test'])('takes an address with %o at its end', async (end) => {
    const server = await serve();
    const connection = await connect(server, { endpoint: `${server.url}${end}?key=typed-into-the-address` });
    expect((await collect(connection)).at(-1)).toMatchObject({ type: 'end', generation: { text: 'Hello' } });
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1beta/models?pageSize=1000',
      '/v1beta/models/gemini-test:streamGenerateContent?alt=sse',
    ]);
  });

  test('names its model, or says which generate text', async () => {
    const server = await serve();
    expect((await connect(server, { model: 'models/gemini-test' })).model).toMatchObject({
      providerId: 'gemini',
      name: 'gemini-test',
      contextTrained: 1_048_576,
      capabilities: { thinking: 'yes' },
    });
    const missing = await connectTo(server, { model: 'nope' });
    expect(missing).toMatchObject({
      ok: false,
      error: { kind: 'not-found', message: expect.stringMatching(/gemini-test, gemini-other/u) as string },
    });
    expect(JSON.stringify(missing)).not.toContain('embedding');
    const gateway = await serve(undefined, reply(404, '{"detail":"Not Found"}'));
    expect((await connect(gateway, { model: 'anything' })).model.name).toBe('anything');
  });

  test('sends the key in a header alone and repeats it nowhere', async () => {
    const server = await serve(() => eventStream([T(`key ${key}`) + FIN('STOP'), lastChunk]));
    const events = await collect(await connect(server));
    expect(JSON.stringify(events)).not.toContain(key);
    expect(server.requests.every(({ headers, path }) => headers['x-goog-api-key'] === key && !path.includes(key))).toBe(true);
    const bad = await connectTo(
      await serve(
        undefined,
        reply(400, JSON.stringify({ error: { code: 400, message: `API key not valid: ${key}`, status: 'INVALID_ARGUMENT' } })),
      ),
    );
    expect(bad).toMatchObject({ ok: false, error: { kind: 'auth', message: expect.stringMatching(/redacted/u) as string } });
    expect(await connectTo(server, { endpoint: 'http://api.example.com' })).toMatchObject({ ok: false, error: { kind: 'insecure' } });
  });
});
