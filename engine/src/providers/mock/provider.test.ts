import type { ConnectOptions, Connection, ModelEvent, ModelRequest, Task } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { createMockProvider } from './provider.ts';

const provider = createMockProvider();
const options: ConnectOptions = {
  endpoint: null,
  model: null,
  apiKey: null,
  allowInsecure: false,
  contextTokens: null,
  threads: null,
  gpuLayers: null,
  connectTimeoutMs: 1000,
  idleTimeoutMs: 1000,
};

const connect = async (model: string): Promise<Connection> => {
  const result = await provider.connect({ ...options, model }, AbortSignal.timeout(1000));
  if (!result.ok) throw new Error(result.error.message);
  return result.connection;
};

const request = (content: string, maxTokens = 100): ModelRequest => ({
  messages: [{ role: 'user', content }],
  sampling: { temperature: 0, topP: null, seed: 1 },
  maxTokens,
  thinking: 'default',
  cachePrompt: true,
});

const collect = async (
  connection: Connection,
  asked = request('hello there'),
  signal = new AbortController().signal,
): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of connection.generate(asked, { signal })) events.push(event);
  return events;
};

const lastOf = (events: ModelEvent[]) => events.at(-1);

test('echo repeats the question', async () => {
  const last = lastOf(await collect(await connect('echo')));
  expect(last?.type === 'end' && last.generation.text).toBe('hello there');
});

test('the stored receipt decodes to the live generation', async () => {
  const last = lastOf(await collect(await connect('say=one two three;think=hm;token=2')));
  if (last?.type !== 'end') throw new Error('no end');
  expect(provider.decode(last.receipt)).toEqual(last.generation);
  expect(last.generation).toMatchObject({ text: 'one two three', reasoning: 'hm', finish: 'stop' });
});

test('a reply longer than the limit is cut with finish length', async () => {
  const last = lastOf(await collect(await connect('say=abcdefgh;token=1'), request('x', 3)));
  expect(last?.type === 'end' && [last.generation.text, last.generation.finish]).toEqual(['abc', 'length']);
});

test('a failure after two tokens keeps the part that came', async () => {
  const last = lastOf(await collect(await connect('say=abcdefgh;token=1;fail=stream-truncated@2')));
  expect(last?.type === 'error' && [last.error.kind, last.partial?.text]).toEqual(['stream-truncated', 'ab']);
});

test('a failure that is told to happen once happens once', async () => {
  const connection = await connect('say=ok;fail=busyx1');
  expect(lastOf(await collect(connection))?.type).toBe('error');
  expect(lastOf(await collect(connection))?.type).toBe('end');
});

test('an abort ends the stream with an error event', async () => {
  const controller = new AbortController();
  const connection = await connect('say=abcdefghijklmnop;token=1;itl=20');
  setTimeout(() => controller.abort(), 50);
  const last = lastOf(await collect(connection, request('x'), controller.signal));
  expect(last?.type === 'error' && last.error.kind).toBe('aborted');
});

test('the first token comes after the time to first token', async () => {
  const last = lastOf(await collect(await connect('say=abcd;ttft=40')));
  expect(last?.type === 'end' && last.timings.firstTokenMs).toBeGreaterThanOrEqual(39);
});

test('spray calls every tool with the prompt as every argument', async () => {
  const tools = [{ name: 'one', description: '', parameters: { type: 'object', properties: { a: {}, b: {} } } }];
  const last = lastOf(await collect(await connect('spray'), { ...request('do it'), tools }));
  expect(last?.type === 'end' && last.generation.toolCalls.map(({ name, arguments: given }) => ({ name, given }))).toEqual([
    { name: 'one', given: { a: 'do it', b: 'do it' } },
  ]);
});

test('the oracle gives the task’s first accepted replies in turn, and nothing without a task', async () => {
  const connection = await connect('oracle');
  const task = { proof: { accepted: [{ name: 'a', replies: [{ text: 'first' }, { text: 'second' }] }] } } as unknown as Task;
  const ask = async (turn: number) => {
    let text: string | null = null;
    for await (const event of connection.generate(request('x'), {
      signal: new AbortController().signal,
      origin: { task, turn, encodeReply: (reply) => reply },
    }))
      if (event.type === 'end') text = event.generation.text;
    return text;
  };
  expect([await ask(0), await ask(1), await ask(5)]).toEqual(['first', 'second', 'second']);
  expect(lastOf(await collect(connection))).toMatchObject({ type: 'end', generation: { text: '' } });
});

test('a wrong name is one error that lists the settings', async () => {
  const result = await provider.connect({ ...options, model: 'fly' }, AbortSignal.timeout(1000));
  expect(!result.ok && result.error).toMatchObject({ kind: 'not-found', hint: expect.stringContaining('oracle') as string });
});
