import type { Connection, ConnectOptions, ModelEvent, ModelRequest } from '@benchloop/spec';
import { afterEach, describe, expect, test } from 'vitest';
import { reply, startScriptedServer, type ScriptedServer, type ServerScript } from '../../kit/testing/scripted-server.ts';
import { createBlueprintProvider } from './provider.ts';

const provider = createBlueprintProvider();
const never = new AbortController().signal;
const servers: ScriptedServer[] = [];

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

const serve = async (answer: ReturnType<ServerScript>, models = '{"models":["tiny"]}'): Promise<ScriptedServer> => {
  const server = await startScriptedServer(({ path }) => (path === '/models' ? reply(200, models) : answer));
  servers.push(server);
  return server;
};

const connect = async (server: ScriptedServer, more: Partial<ConnectOptions> = {}): Promise<Connection> => {
  const result = await provider.connect(options(server.url, more), never);
  if (!result.ok) throw new Error(result.error.message);
  return result.connection;
};

const eventsOf = async (answer: ReturnType<ServerScript>, signal = never, more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> => {
  const connection = await connect(await serve(answer));
  const events: ModelEvent[] = [];
  for await (const event of connection.generate({ ...request, ...more }, { signal })) events.push(event);
  return events;
};

const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const whole = lines({ thinking: 'Hm.' }, { text: 'Hel' }, { text: 'lo ✓' }, { done: 'stop', prompt_tokens: 3, completion_tokens: 2 });

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe('provider blueprint', () => {
  test('gives the text, the counts and a receipt that decodes to the same', async () => {
    const events = await eventsOf(reply(200, whole));
    expect(events[0]).toMatchObject({ type: 'sent', wire: expect.stringContaining('"max_tokens":8') });
    expect(events.flatMap((event) => (event.type === 'delta' && event.channel === 'answer' ? [event.text] : [])).join('')).toBe('Hello ✓');
    const last = events.at(-1);
    if (last?.type !== 'end') throw new Error(`ended with ${last?.type}`);
    expect(last.generation).toMatchObject({
      text: 'Hello ✓',
      finish: 'stop',
      end: 'done',
      usage: { promptTokens: 3, completionTokens: 2 },
    });
    expect(last.timings).toMatchObject({ firstTokenMs: expect.any(Number), textEvents: expect.any(Number) });
    expect(provider.decode(last.receipt)).toEqual(last.generation);
  });

  test('a reply cut at any place decodes to the same', () => {
    const decode = (texts: string[]) => provider.decode({ status: 200, contentType: null, reads: texts.map((text) => ({ at: 0, text })) });
    for (let cut = 0; cut <= whole.length; cut += 1) expect(decode([whole.slice(0, cut), whole.slice(cut)])).toEqual(decode([whole]));
  });

  test.each<[string, ReturnType<ServerScript>, string, string | null]>([
    ['an error line', reply(200, lines({ text: 'Hel' }, { error: 'out of memory' })), 'server', 'Hel'],
    ['an unknown route', reply(404, 'no such route'), 'not-found', null],
    ['a refused key', reply(401, 'who are you'), 'auth', null],
    ['a reply without its end', reply(200, lines({ text: 'Hel' })), 'stream-truncated', 'Hel'],
    ['a connection that breaks at once', [{ reset: true }], 'server', null],
  ])('%s ends in an error event', async (_name, answer, kind, partial) => {
    const last = (await eventsOf(answer)).at(-1);
    expect(last).toMatchObject({ type: 'error', error: { kind, hint: expect.stringMatching(/./) } });
    expect(last?.type === 'error' ? (last.partial?.text ?? null) : undefined).toBe(partial);
  });

  test('an aborted call and a request that it cannot serve are error events too', async () => {
    expect((await eventsOf([{ hang: true }], AbortSignal.timeout(50))).at(-1)).toMatchObject({ error: { kind: 'aborted' } });
    expect(await eventsOf(reply(200, whole), never, { constraint: { kind: 'gbnf', grammar: 'root ::= "a"' } })).toMatchObject([
      { type: 'error', error: { kind: 'unsupported' } },
    ]);
  });

  test('lists models, and names them when the asked one is not there', async () => {
    const server = await serve([], '{"models":["big","small"]}');
    expect(await provider.listModels(options(server.url), never)).toMatchObject({ ok: true, models: [{ name: 'big' }, { name: 'small' }] });
    for (const model of ['tiny', null]) {
      const result = await provider.connect(options(server.url, { model }), never);
      expect(result).toMatchObject({ ok: false, error: { kind: 'not-found', message: expect.stringContaining('big, small') } });
    }
  });

  test.each([
    ['nobody', 'http://127.0.0.1:9', null, 'connect'],
    ['no address', 'not an address', null, 'bad-request'],
    ['a key over plain HTTP to a public host', 'http://models.example.com', 'secret-key', 'insecure'],
  ])('connecting to %s gives one error', async (_name, endpoint, apiKey, kind) => {
    expect(await provider.connect(options(endpoint, { apiKey }), never)).toMatchObject({ ok: false, error: { kind } });
  });

  test('the key goes to the server and into no receipt', async () => {
    const server = await serve(reply(200, lines({ text: 'your key is secret-key' }, { done: 'stop' })));
    const connection = await connect(server, { apiKey: 'secret-key' });
    const events: ModelEvent[] = [];
    for await (const event of connection.generate(request, { signal: never })) events.push(event);
    expect(server.requests.at(-1)?.headers['authorization']).toBe('Bearer secret-key');
    expect(JSON.stringify(events)).not.toContain('secret-key');
  });
});
