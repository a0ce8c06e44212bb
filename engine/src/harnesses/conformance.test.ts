import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Generation, HarnessRequest, Model, Reply, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../environments/table/environment.ts';
import { generationOfReply } from '../kit/scripted-generation.ts';
import { harnesses } from './index.ts';

const model: Model = {
  providerId: 'mock',
  name: 'scripted',
  family: null,
  parameters: null,
  quantization: null,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: null,
  licence: null,
  capabilities: { tools: 'yes', thinking: 'unknown', vision: 'unknown', system: 'yes' },
};

const tool = (name: string) => ({ name, description: name, parameters: { type: 'object', properties: {} } });

const task: Task = {
  id: 'conformance',
  family: 'conformance',
  difficulty: 'easy',
  tags: [],
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Do it.' },
  ],
  tools: [tool('first'), tool('second')],
  toolResults: [
    { tool: 'first', result: 'one' },
    { tool: 'second', result: 'two' },
  ],
  expect: null,
  limits: { maxTokens: 321, maxTurns: 3 },
  proof: { accepted: [], rejected: [] },
};

const call = (name: string, given: Record<string, unknown> = {}): NonNullable<Reply['toolCalls']>[number] => ({ name, arguments: given });

describe.each(
  harnesses
    .map((create) => create())
    .filter(({ kind }) => kind !== 'program')
    .map((harness) => [harness.id, harness] as const),
)('harness %s', (_id, harness) => {
  const attempt = async (replyAt: (turn: number) => Generation | Promise<Generation>, limits = task.limits) => {
    const requests: HarnessRequest[] = [];
    const ran: string[] = [];
    const table = createTableEnvironment(task);
    const transcript = await harness.attempt({
      task,
      model,
      limits,
      environment: {
        call: (made) => {
          ran.push(made.name);
          return table.call(made);
        },
      },
      generate: async (request) => {
        requests.push(structuredClone(request));
        return replyAt(requests.length - 1);
      },
    });
    return { transcript, requests, ran };
  };
  const script =
    (...replies: Reply[]) =>
    (turn: number) =>
      generationOfReply(harness.encodeReply(replies[Math.min(turn, replies.length - 1)] ?? {}, task), turn);

  test('supports a task whose model knows tools, or says why not and what to do', () => {
    const supports = (['yes', 'no', 'unknown'] as const).map((tools) =>
      harness.supports(task, { ...model, capabilities: { ...model.capabilities, tools } }),
    );
    const missing = supports.filter((support) => !support.supported).flatMap(({ reason, remedy }) => [reason, remedy]);
    expect(missing.every((text) => text.length > 10)).toBe(true);
    expect(supports[0]?.supported).toBe(true);
  });

  test('stops when a reply calls nothing', async () => {
    const { transcript, requests } = await attempt(script({ toolCalls: [call('first')] }, { text: 'Done.' }, { text: 'Never asked.' }));
    expect(requests).toHaveLength(2);
    expect(transcript).toMatchObject({ stop: 'answer', turns: 2, finalText: 'Done.' });
    expect(transcript.toolCalls).toMatchObject([{ turn: 0, call: { name: 'first', arguments: {} } }]);
  });

  test('asks no more often than maxTurns allows', async () => {
    const { transcript, requests, ran } = await attempt(script({ toolCalls: [call('first')] }));
    expect(requests).toHaveLength(3);
    expect(ran).toHaveLength(2);
    expect(transcript).toMatchObject({ stop: 'turn-limit', turns: 3 });
    expect(transcript.toolCalls).toHaveLength(3);
  });

  test('asks with the token limit of the attempt, in every turn', async () => {
    const { requests } = await attempt(script({ toolCalls: [call('first')] }, { text: 'Done.' }), { maxTokens: 77, maxTurns: 5 });
    expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([77, 77]);
  });

  test('says that a reply was cut off', async () => {
    const { transcript } = await attempt(script({ text: 'And so', finish: 'length' }));
    expect(transcript).toMatchObject({ stop: 'truncated', turns: 1 });
  });

  test('lets the error of a failed call pass unchanged', async () => {
    const failure = new Error('only the runner understands this');
    await expect(attempt(() => Promise.reject(failure))).rejects.toBe(failure);
    const second = (turn: number) => (turn === 0 ? script({ toolCalls: [call('first')] })(0) : Promise.reject(failure));
    await expect(attempt(second)).rejects.toBe(failure);
  });

  test('runs the calls of one reply in their order and tells the model every result', async () => {
    const { ran, requests, transcript } = await attempt(
      script({ toolCalls: [call('second'), call('first'), call('second')] }, { text: 'Done.' }),
    );
    expect(ran).toEqual(['second', 'first', 'second']);
    const told = JSON.stringify(requests[1]?.messages.slice(requests[0]?.messages.length));
    expect(told.indexOf('two')).toBeLessThan(told.indexOf('one'));
    expect(transcript.toolCalls.map(({ turn }) => turn)).toEqual([0, 0, 0]);
    expect(transcript.messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool', 'tool', 'assistant']);
  });

  test('answers a malformed call and a call of an unknown tool with an error result', async () => {
    const broken = (turn: number): Generation => {
      const made = script({ toolCalls: [call('nowhere')] })(turn);
      const text = '<tool_call>{"name": "first", "arguments": [1]}</tool_call>';
      return {
        ...made,
        text: `${made.text}\n${text}`,
        toolCalls: [...made.toolCalls, { id: 'x', name: 'first', arguments: null, argumentsText: '[1', repairs: [] }],
      };
    };
    const { transcript } = await attempt((turn) => (turn === 0 ? broken(turn) : script({ text: 'Done.' })(turn)));
    const results = transcript.messages.filter((message) => message.role === 'tool');
    expect(results.length).toBeGreaterThanOrEqual(2);
    for (const result of results) expect(result).toMatchObject({ isError: true });
    expect(transcript.stop).toBe('answer');
  });

  test('reads a scripted reply back as it was meant', async () => {
    const given = fc
      .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })
      .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
    const calls = fc.array(fc.record({ name: fc.stringMatching(/^[a-z_]{1,12}$/), arguments: given }), { maxLength: 3 });
    const prose = fc.constantFrom('', 'I will look.', 'First: {"a": 1}', 'Zwei „Zeilen“\nhier');
    await fc.assert(
      fc.asyncProperty(prose, calls, async (text, toolCalls) => {
        const { transcript } = await attempt(script({ text, reasoning: 'thought', toolCalls }), { maxTokens: 9, maxTurns: 1 });
        expect(transcript.toolCalls.map(({ call: made }) => ({ name: made.name, arguments: made.arguments }))).toEqual(toolCalls);
        expect(transcript).toMatchObject({ finalText: text, reasoning: 'thought' });
      }),
      { numRuns: 50 },
    );
  });

  test('sends the same requests for the same replies', async () => {
    const replies = script(
      { toolCalls: [call('first'), call('second')], text: 'Now.' },
      { toolCalls: [call('second')] },
      { text: 'Done.' },
    );
    const [once, again] = [await attempt(replies), await attempt(replies)];
    expect(once).toEqual(again);
  });
});
