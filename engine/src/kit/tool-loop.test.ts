import { describe, expect, test } from 'vitest';
import type { Generation, HarnessRequest, Limits, Message, Model, Reply, Task, ToolCall } from '@benchloop/spec';
import { createTableEnvironment } from '../environments/table/environment.ts';
import { generationOfReply } from './scripted-generation.ts';
import { defaultCallsPerTurn, longestCall, runToolLoop } from './tool-loop.ts';

const task: Task = {
  id: 'loop',
  family: 'loop',
  difficulty: 'easy',
  tags: [],
  messages: [{ role: 'user', content: 'Look up a and b.' }],
  tools: [{ name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: { key: { type: 'string' } } } }],
  toolResults: [
    { tool: 'look_up', when: { key: 'a' }, result: '1' },
    { tool: 'look_up', when: { key: 'b' }, result: '2' },
  ],
  expect: null,
  limits: { maxTokens: 100, maxTurns: 5 },
  proof: { accepted: [], rejected: [] },
};

const lookUp = (key: unknown) => ({ name: 'look_up', arguments: { key } });
const say = (text: string): Reply => ({ text });
const calling = (...toolCalls: NonNullable<Reply['toolCalls']>): Reply => ({ toolCalls });
const made = (call: Partial<ToolCall>): Generation => ({
  ...generationOfReply({}),
  toolCalls: [{ id: 'c', name: 'look_up', arguments: {}, argumentsText: '{}', repairs: [], ...call }],
  finish: 'tool-calls',
});

type Script = (turn: number) => Reply | Generation;

const play = async (script: Script, limits: Limits = task.limits) => {
  const requests: HarnessRequest[] = [];
  const table = createTableEnvironment(task);
  let ran = 0;
  const transcript = await runToolLoop(
    {
      task,
      model: {} as Model,
      limits,
      environment: {
        call: (call) => {
          ran += 1;
          return table.call(call);
        },
      },
      generate: async (request) => {
        requests.push(structuredClone(request));
        const reply = script(requests.length - 1);
        return 'warnings' in reply ? reply : generationOfReply(reply, requests.length);
      },
    },
    {
      request: (messages) => ({ messages }),
      read: (generation) => ({ text: generation.text, calls: generation.toolCalls, problems: generation.warnings }),
    },
  );
  const results = transcript.messages.filter((message): message is Extract<Message, { role: 'tool' }> => message.role === 'tool');
  return { transcript, requests, ran, results, errors: results.filter(({ isError }) => isError === true).length };
};

const inTurn =
  (...replies: (Reply | Generation)[]): Script =>
  (turn) =>
    replies[Math.min(turn, replies.length - 1)] ?? {};

type Row = {
  behaviour: string;
  script: Script;
  stop: string;
  turns: number;
  /** Calls in the transcript, calls run, and error results told. */
  calls: number;
  ran: number;
  errors: number;
};

const rows: Row[] = [
  {
    behaviour: 'perfect',
    script: inTurn(calling(lookUp('a'), lookUp('b')), say('1 and 2')),
    stop: 'answer',
    turns: 2,
    calls: 2,
    ran: 2,
    errors: 0,
  },
  {
    behaviour: 'wasteful',
    script: inTurn(calling(lookUp('a')), calling(lookUp('a')), calling(lookUp('b')), say('1 and 2')),
    stop: 'answer',
    turns: 4,
    calls: 3,
    ran: 3,
    errors: 0,
  },
  { behaviour: 'lazy', script: inTurn(say('1 and 2')), stop: 'answer', turns: 1, calls: 0, ran: 0, errors: 0 },
  {
    behaviour: 'hallucinating tools',
    script: inTurn(calling({ name: 'web_search', arguments: { key: 'a' } }), say('1 and 2')),
    stop: 'answer',
    turns: 2,
    calls: 1,
    ran: 1,
    errors: 1,
  },
  { behaviour: 'looping', script: inTurn(calling(lookUp('a'))), stop: 'turn-limit', turns: 5, calls: 5, ran: 4, errors: 0 },
  {
    behaviour: 'flooding',
    script: inTurn(calling(...Array.from({ length: 100 }, () => lookUp('a'))), say('1')),
    stop: 'answer',
    turns: 2,
    calls: 100,
    ran: defaultCallsPerTurn,
    errors: 100 - defaultCallsPerTurn,
  },
  {
    behaviour: 'malformed arguments',
    script: inTurn(made({ arguments: null, argumentsText: '{"key": ' }), say('?')),
    stop: 'answer',
    turns: 2,
    calls: 1,
    ran: 1,
    errors: 1,
  },
  {
    behaviour: 'arguments of a wrong type',
    script: inTurn(calling(lookUp(['a'])), say('?')),
    stop: 'answer',
    turns: 2,
    calls: 1,
    ran: 1,
    errors: 1,
  },
  { behaviour: 'empty reply', script: inTurn({}), stop: 'answer', turns: 1, calls: 0, ran: 0, errors: 0 },
  {
    behaviour: 'empty reply after a call',
    script: inTurn(calling(lookUp('a')), {}),
    stop: 'answer',
    turns: 2,
    calls: 1,
    ran: 1,
    errors: 0,
  },
  {
    behaviour: 'huge arguments',
    script: inTurn(made({ argumentsText: JSON.stringify({ key: 'x'.repeat(1_000_000) }) }), say('?')),
    stop: 'answer',
    turns: 2,
    calls: 1,
    ran: 0,
    errors: 1,
  },
  {
    behaviour: 'a huge name',
    script: inTurn(made({ name: 'x'.repeat(1_000_000) }), say('?')),
    stop: 'answer',
    turns: 2,
    calls: 1,
    ran: 0,
    errors: 1,
  },
  {
    behaviour: 'cut off',
    script: inTurn({ ...calling(lookUp('a')), finish: 'length' }),
    stop: 'truncated',
    turns: 1,
    calls: 1,
    ran: 0,
    errors: 0,
  },
];

describe('what a model does, and what the loop makes of it', () => {
  test.each(rows)('$behaviour', async ({ script, behaviour: _behaviour, stop, calls, ...expected }) => {
    const { transcript, ran, errors } = await play(script);
    expect({ stop: transcript.stop, turns: transcript.turns, calls: transcript.toolCalls.length, ran, errors }).toEqual({
      stop,
      calls,
      ...expected,
    });
  });

  test.each(rows)('$behaviour: the same replies give the same requests and the same transcript', async ({ script }) => {
    expect(await play(script)).toEqual(await play(script));
  });

  test.each(rows)('$behaviour: every call that is told has its result, and what goes back stays short', async ({ script }) => {
    const { requests } = await play(script);
    for (const { messages } of requests) {
      const told = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
      expect(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []))).toEqual(told.map(({ id }) => id));
      expect(JSON.stringify(messages).length).toBeLessThan(2 * longestCall);
    }
  });
});

describe('limits', () => {
  test('a task sets how many calls of a reply are run', async () => {
    const script = inTurn(calling(lookUp('a'), lookUp('b'), lookUp('a')), say('1'));
    const { ran, results } = await play(script, { ...task.limits, maxCallsPerTurn: 2 });
    expect(ran).toBe(2);
    expect(results.map(({ content }) => content)).toEqual(['1', '2', 'error: not run, because a reply may hold at most 2 calls']);
  });

  test('arguments up to the limit are run, and the transcript holds them whole beyond it', async () => {
    const key = 'x'.repeat(longestCall - 'look_up{"key":""}'.length);
    expect((await play(inTurn(calling(lookUp(key)), say('?')))).ran).toBe(1);
    const { ran, transcript, results } = await play(inTurn(calling(lookUp(`${key}x`)), say('?')));
    expect(ran).toBe(0);
    expect(results[0]?.content).toBe(
      `error: not run, because the call is ${longestCall + 1} characters long and ${longestCall} are the most`,
    );
    expect(transcript.toolCalls).toMatchObject([{ call: { arguments: { key: `${key}x` } }, ran: false }]);
  });

  test('a reply that only thinks ends the loop without an answer', async () => {
    const { transcript } = await play(inTurn({ reasoning: 'Hm.' }));
    expect(transcript).toMatchObject({ stop: 'answer', finalText: '', reasoning: 'Hm.' });
  });
});
