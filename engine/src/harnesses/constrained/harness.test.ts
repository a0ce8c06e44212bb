import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { HarnessRequest, Message, Model, Reply, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { generationOfReply } from '../../kit/scripted-generation.ts';
import { createConstrainedHarness } from './harness.ts';
import { mostCalls, stepSchema } from './step-schema.ts';
import { readStep, stepText } from './step.ts';

const lookUp = {
  name: 'look_up',
  description: 'Finds a value.',
  parameters: {
    type: 'object',
    properties: { key: { type: 'string', description: 'What to find.' }, unit: { type: 'string', enum: ['m', 'km'] } },
    required: ['key'],
  },
};
const order = {
  name: 'order',
  description: 'Orders items.',
  parameters: {
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', properties: { sku: { $ref: '#/$defs/sku' }, count: { type: 'integer' } }, required: ['sku', 'count'] },
      },
    },
    required: ['lines'],
    $defs: { sku: { type: 'string', pattern: '[a-z]' } },
  },
};
const now = { name: 'now', description: 'Tells the time.', parameters: { type: 'object' } };

const taskWith = (messages: Message[], tools: Task['tools'] = [lookUp]): Task => ({
  id: 't',
  family: 't',
  difficulty: 'easy',
  tags: [],
  messages,
  tools,
  toolResults: [
    { tool: 'look_up', when: { key: 'a' }, result: '{"value": 12345678901234567890}' },
    { tool: 'look_up', when: { key: 'b' }, result: 'plain "text"' },
  ],
  expect: null,
  limits: { maxTokens: 100, maxTurns: 4 },
  proof: { accepted: [], rejected: [] },
});
const go: Message[] = [{ role: 'user', content: 'Go.' }];

const modelWith = (capabilities: Partial<Model['capabilities']>): Model =>
  ({ name: 'm', capabilities: { tools: 'no', system: 'yes', thinking: 'no', vision: 'no', ...capabilities } }) as Model;

const play = async (task: Task, replies: Reply[], capabilities: Partial<Model['capabilities']> = {}) => {
  const requests: HarnessRequest[] = [];
  const transcript = await createConstrainedHarness().attempt({
    task,
    model: modelWith(capabilities),
    limits: task.limits,
    environment: createTableEnvironment(task),
    generate: async (request) => {
      requests.push(structuredClone(request));
      return generationOfReply(replies[requests.length - 1] ?? { text: '{"answer":"end"}' }, requests.length);
    },
  });
  return { requests, transcript };
};

describe('the schema of a step', () => {
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile(stepSchema([lookUp, order, now]));
  const call = (tool: string, given: unknown) => ({ tool, arguments: given });

  test.each<[string, unknown]>([
    ['a call', call('look_up', { key: 'a' })],
    ['a call with an optional argument', call('look_up', { key: 'a', unit: 'km' })],
    ['a call without arguments', call('now', {})],
    ['nested arguments', call('order', { lines: [{ sku: 'x', count: 2 }] })],
    ['several calls', { calls: [call('now', {}), call('look_up', { key: 'a' })] }],
    ['a thought and a call', { note: 'First the time.', calls: [call('now', {})] }],
    ['an answer', { answer: 'It is noon.' }],
    ['an empty answer', { answer: '' }],
  ])('takes %s', (_title, step) => {
    expect(validate(step), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a tool that is not offered', call('delete_all', {})],
    ['the arguments of another tool', call('order', { key: 'a' })],
    ['a missing argument', call('look_up', {})],
    ['an invented argument', call('look_up', { key: 'a', colour: 'red' })],
    ['an argument for a tool that takes none', call('now', { zone: 'UTC' })],
    ['a value outside of its list', call('look_up', { key: 'a', unit: 'mile' })],
    ['a number as text', call('order', { lines: [{ sku: 'x', count: '2' }] })],
    ['too short a list', call('order', { lines: [] })],
    ['an invented member deep inside', call('order', { lines: [{ sku: 'x', count: 2, gift: true }] })],
    ['a call and an answer at once', { ...call('now', {}), answer: 'noon' }],
    ['no calls', { calls: [] }],
    ['more calls than one reply may hold', { calls: Array.from({ length: mostCalls + 1 }, () => call('now', {})) }],
    ['a string without end', call('look_up', { key: 'a'.repeat(1001) })],
    ['prose', 'It is noon.'],
    ['nothing', {}],
  ])('rejects %s', (_title, step) => {
    expect(validate(step)).toBe(false);
  });

  test('keeps a bound that a tool states itself, and no pattern that llama.cpp refuses', () => {
    const bounded = { type: 'object', properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'string', minLength: 2 } } };
    const text = JSON.stringify(stepSchema([{ name: 'f', description: '', parameters: bounded }, order]));
    expect(text).toContain('"a":{"type":"string","maxLength":3}');
    expect(text).toContain('"b":{"type":"string","minLength":2,"maxLength":1000}');
    expect(text).not.toContain('"pattern"');
    expect(text).toContain('"$ref":"#/$defs/call-1/properties/arguments/$defs/sku"');
  });
});

describe('reading a step', () => {
  const read = (text: string, finish: 'stop' | 'length' = 'stop') => {
    const { calls, ...rest } = readStep({ text, finish }, 0);
    return { ...rest, calls: calls.map(({ name, arguments: given }) => [name, given]) };
  };
  const noStep = ['the reply is no step: neither a call nor an answer'];

  test.each<[string, string, ReturnType<typeof read>]>([
    ['a call', '{"tool":"f","arguments":{"a":1}}', { text: '', calls: [['f', { a: 1 }]], problems: [] }],
    ['white space around', ' \n{"answer":"4"}\n', { text: '4', calls: [], problems: [] }],
    [
      'several calls',
      '{"calls":[{"tool":"f","arguments":{}},{"tool":"g","arguments":{}}]}',
      {
        text: '',
        calls: [
          ['f', {}],
          ['g', {}],
        ],
        problems: [],
      },
    ],
    ['a note', '{"note":"hm","calls":[{"tool":"f","arguments":{}}]}', { text: 'hm', calls: [['f', {}]], problems: [] }],
    ['arguments that are no object', '{"tool":"f","arguments":[1]}', { text: '', calls: [['f', null]], problems: [] }],
    ['no arguments', '{"tool":"f"}', { text: '', calls: [['f', null]], problems: [] }],
    ['an answer that is no text', '{"answer":{"n":4}}', { text: '{"n":4}', calls: [], problems: [] }],
    ['a fence', '```json\n{"answer":"4"}\n```', { text: '4', calls: [], problems: ['there is text beside the step'] }],
    ['prose', 'It is 4.', { text: 'It is 4.', calls: [], problems: noStep }],
    ['nothing', '', { text: '', calls: [], problems: noStep }],
    ['another object', '{"n":4}', { text: '{"n":4}', calls: [], problems: noStep }],
    ['a list of calls that holds something else', '{"calls":[1]}', { text: '{"calls":[1]}', calls: [], problems: noStep }],
    ['broken JSON', '{"tool": f}', { text: '{"tool": f}', calls: [], problems: noStep }],
  ])('%s', (_title, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('a step that was cut at the token limit calls nothing and is no problem of form', () => {
    expect(read('{"tool":"f","argum', 'length')).toEqual({ text: '{"tool":"f","argum', calls: [], problems: [] });
  });

  test('one call, several, and a thought with a call each have one form', () => {
    const f = { name: 'f', arguments: {} };
    expect([stepText('', [f]), stepText('', [f, f]), stepText('hm', [f]), stepText('4', [])]).toEqual([
      '{"tool":"f","arguments":{}}',
      '{"calls":[{"tool":"f","arguments":{}},{"tool":"f","arguments":{}}]}',
      '{"note":"hm","calls":[{"tool":"f","arguments":{}}]}',
      '{"answer":"4"}',
    ]);
  });
});

describe('requests', () => {
  test('every turn is constrained, sends no tools, and tells the tools in the system message', async () => {
    const { requests, transcript } = await play(taskWith([{ role: 'system', content: 'Be brief.' }, ...go]), [
      { text: '{"calls":[{"tool":"look_up","arguments":{"key":"a"}},{"tool":"look_up","arguments":{"key":"b"}}]}' },
      { text: '{"answer":"Found."}' },
    ]);
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request.constraint).toEqual({ kind: 'json-schema', schema: stepSchema([lookUp]) });
      expect(request).not.toHaveProperty('tools');
      expect(request).not.toHaveProperty('stop');
    }
    const [system, user, assistant, results] = requests[1]?.messages ?? [];
    expect(system?.content.startsWith('Be brief.\n\n')).toBe(true);
    expect(system?.content).toContain('{"tool":"look_up","description":"Finds a value."');
    expect(user).toEqual({ role: 'user', content: 'Go.' });
    expect(assistant?.content).toBe('{"calls":[{"tool":"look_up","arguments":{"key":"a"}},{"tool":"look_up","arguments":{"key":"b"}}]}');
    expect(results).toEqual({
      role: 'user',
      content: '{"tool": "look_up", "result": {"value": 12345678901234567890}}\n{"tool": "look_up", "result": "plain \\"text\\""}',
    });
    expect(transcript).toMatchObject({ finalText: 'Found.', stop: 'answer', turns: 2 });
  });

  test('a failed call is told as an error', async () => {
    const { requests } = await play(taskWith(go), [{ text: '{"tool":"look_up","arguments":{"key":"zzz"}}' }]);
    expect(requests[1]?.messages.at(-1)?.content).toBe('{"tool": "look_up", "error": "error: no data for these arguments"}');
  });

  test('a model without a system role reads all of it in the first user message', async () => {
    const { requests } = await play(taskWith(go), [], { system: 'no' });
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(requests[0]?.messages[0]?.content).toMatch(/look_up[\s\S]*Go\.$/);
  });

  test('a task without tools is asked as it is, without a constraint', async () => {
    const { requests, transcript } = await play(taskWith(go, []), [{ text: '{"answer":"as the task wants it"}' }]);
    expect(requests[0]).toEqual({ messages: go, maxTokens: 100 });
    expect(transcript.finalText).toBe('{"answer":"as the task wants it"}');
  });

  test('a server that holds no reply to a schema is not supported, where the task offers tools', () => {
    const { supports } = createConstrainedHarness();
    expect(supports(taskWith(go), modelWith({ jsonSchema: 'no' }))).toMatchObject({
      supported: false,
      remedy: expect.stringContaining('hermes') as string,
    });
    expect(supports(taskWith(go, []), modelWith({ jsonSchema: 'no' }))).toEqual({ supported: true });
    for (const known of [{}, { jsonSchema: 'unknown' as const }, { jsonSchema: 'yes' as const }])
      expect(supports(taskWith(go), modelWith(known))).toEqual({ supported: true });
  });
});
