import { describe, expect, test } from 'vitest';
import type { Task, ToolCall, Transcript } from '@benchloop/spec';
import type { AgentWorldExpect } from './expect.ts';
import { assignCalls } from './assign.ts';
import { createAgentWorldScorer } from './scorer.ts';

const scorer = createAgentWorldScorer();
const exactly = (value: unknown) => ({ kind: 'exact' as const, value });

const moveOf = (from: string, to: string) => ({ tool: 'move', arguments: { from: exactly(from), to: exactly(to) } });
const start = { a: 'one', b: 'two', c: 'three' };

/** `a` goes to `x` and `b` to `y`; the answer is 7. */
const wanted: AgentWorldExpect = {
  state: { kind: 'object', entries: { c: exactly('three'), x: exactly('one'), y: exactly('two') } },
  answer: { type: 'integer', value: '7' },
  required: [
    { anyOf: [{ tool: 'read', arguments: {} }], effect: false },
    { anyOf: [moveOf('a', 'x')], effect: true },
    { anyOf: [moveOf('b', 'y')], effect: true },
  ],
  budget: { turns: 5, calls: 4 },
};

const tool = (name: string) => ({ name, description: '', parameters: { type: 'object' } });
const task = { messages: [], tools: [tool('read'), tool('move')], world: { id: 'x', state: { data: start } } } as unknown as Task;

type Made = { name: string; given?: Record<string, unknown>; ok?: boolean; changed?: boolean };
const read: Made = { name: 'read' };
const move = (from: string, to: string): Made => ({ name: 'move', given: { from, to }, changed: true });
const done = { c: 'three', x: 'one', y: 'two' };

type Changes = Partial<AgentWorldExpect> & { stop?: Transcript['stop'] };

const judge = (calls: readonly Made[], end: unknown, text: string, { stop = 'answer', ...changes }: Changes = {}) => {
  const toolCalls = calls.map(({ name, given = {} }, turn) => ({
    turn,
    call: { id: String(turn), name, arguments: given, argumentsText: '', repairs: [] } satisfies ToolCall,
  }));
  const transcript: Transcript = {
    messages: [],
    finalText: text,
    reasoning: '',
    toolCalls,
    turns: calls.length + 1,
    stop,
    refused: false,
    problems: [],
  };
  const data = { state: end, calls: calls.map(({ ok = true, changed = false }) => ({ ok, changed })) };
  return scorer.score({ task, expect: { ...wanted, ...changes }, transcript, evidence: { kind: 'world', data } });
};

const valueOf = (...given: Parameters<typeof judge>) => {
  const verdict = judge(...given);
  return verdict.outcome === 'scored'
    ? { value: verdict.score.value, passed: verdict.score.passed, parts: verdict.score.components?.map(({ value }) => value) }
    : verdict.outcome;
};

const perfect = [read, move('a', 'x'), move('b', 'y')];

describe('the components', () => {
  test.each<[string, ReturnType<typeof valueOf>, ReturnType<typeof valueOf>]>([
    ['all as asked', valueOf(perfect, done, 'Answer: 7'), { value: 1, passed: true, parts: [1, 1, 1, 1] }],
    [
      'beyond the budget',
      valueOf([...perfect, read, read, read], done, 'Answer: 7'),
      { value: 0.875, passed: true, parts: [1, 0.5, 1, 1] },
    ],
    [
      'a tool that is not offered',
      valueOf([...perfect, { name: 'undo', ok: false }], done, 'Answer: 7'),
      { value: 0.75, passed: false, parts: [1, 1, 0, 1] },
    ],
    ['a wrong answer after all changes', valueOf(perfect, done, 'Answer: 8'), { value: 0.75, passed: false, parts: [0, 1, 1, 1] }],
    [
      'one of two changes',
      valueOf([read, move('a', 'x')], { b: 'two', c: 'three', x: 'one' }, 'Answer: 7'),
      { value: (0.5 + 0.5 + 2 / 3) / 4, passed: false, parts: [0, 0.5, 0.5, 2 / 3] },
    ],
    [
      'a change that nobody asked for',
      valueOf([...perfect, move('c', 'z')], { x: 'one', y: 'two', z: 'three' }, 'Answer: 7'),
      { value: 0, passed: false, parts: [0, 0, 0, 0] },
    ],
    [
      'a required change that spoils something else',
      valueOf(perfect, { ...done, c: 'spoiled' }, 'Answer: 7'),
      { value: 0, passed: false, parts: [0, 0, 0, 0] },
    ],
    ['reading and a guess', valueOf([read, read], start, 'Answer: 7'), { value: 0, passed: false, parts: [0, 0, 0, 0] }],
    [
      'changes without the required look',
      valueOf(perfect.slice(1), done, 'Answer: 7'),
      { value: (1 + 1 + 2 / 3) / 4, passed: false, parts: [0, 1, 1, 2 / 3] },
    ],
    [
      'an answer beside a call in the last turn',
      valueOf(perfect, done, 'Answer: 7', { stop: 'turn-limit' }),
      { value: 0.75, passed: false, parts: [0, 1, 1, 1] },
    ],
  ])('%s', (_name, got, asked) => expect(got).toEqual(asked));

  test('a mistake that was put right costs calls only', () => {
    expect(valueOf([read, move('a', 'y'), move('y', 'x'), move('b', 'y')], done, 'Answer: 7')).toMatchObject({ passed: false });
    expect(valueOf([read, move('a', 'x'), move('b', 'z'), move('z', 'b'), move('b', 'y')], done, 'Answer: 7')).toMatchObject({
      value: 0.9375,
      passed: true,
    });
  });
});

describe('defects of an earlier product', () => {
  test('"hello" earns nothing', () => {
    expect(valueOf([], start, 'hello')).toEqual({ value: 0, passed: false, parts: [0, 0, 0, 0] });
    const nothingToDo = { required: [], state: exactly(start), budget: { turns: 1, calls: 0 } };
    expect(valueOf([], start, 'hello', nothingToDo)).toEqual({ value: 0, passed: false, parts: [0, 0, 0, 0] });
  });

  test('one call does not satisfy two required calls', () => {
    const twice = { required: [wanted.required[1], wanted.required[1]].flatMap((one) => (one === undefined ? [] : [one])) };
    expect(valueOf([read, move('a', 'x')], done, 'Answer: 7', twice)).toMatchObject({ passed: false, parts: [0, 0.5, 0.5, 0.5] });
    expect(valueOf([move('a', 'x'), move('a', 'x')], done, 'Answer: 7', twice)).toMatchObject({ passed: true });
  });

  test('a guessed answer earns nothing, though it is right', () => {
    const question = { required: [{ anyOf: [{ tool: 'read', arguments: {} }], effect: false }], state: exactly(start) };
    expect(valueOf([], start, 'Answer: 7', question)).toEqual({ value: 0, passed: false, parts: [0, 0, 0, 0] });
    expect(valueOf([{ ...read, ok: false }], start, 'Answer: 7', question)).toMatchObject({ value: 0, passed: false });
    expect(valueOf([read], start, 'Answer: 7', question)).toMatchObject({ value: 1, passed: true });
  });
});

describe('what is no score', () => {
  test('a refusal without an answer line', () => expect(valueOf([], start, 'I’m sorry, but I cannot help with that.')).toBe('refused'));
  test('a refusal by form is judged', () =>
    expect(
      valueOf([read], start, 'I cannot do that.\nAnswer: REFUSED, FP-12.', {
        required: [wanted.required[0]].flatMap((one) => (one === undefined ? [] : [one])),
        state: exactly(start),
        answer: { type: 'words', value: 'REFUSED FP-12' },
      }),
    ).toMatchObject({ passed: true }));
  test('an attempt without evidence', () =>
    expect(scorer.score({ task, expect: wanted, transcript: { toolCalls: [] } as unknown as Transcript, evidence: null }).outcome).toBe(
      'unparseable',
    ));
});

test('calls are given away so that as many requirements as possible are served', () => {
  const fits = [[0, 1], [0], [1, 2]];
  expect(assignCalls(3, 3, (requirement, call) => fits[requirement]?.includes(call) ?? false)).toEqual([1, 0, 2]);
  expect(assignCalls(2, 1, () => true)).toEqual([0, null]);
});
