import { describe, expect, test } from 'vitest';
import type { Task, ToolCall, Transcript } from '@benchloop/spec';
import type { ToolCallsExpect } from './expect.ts';
import { isRefusal } from './refusal.ts';
import { createToolCallsScorer } from './scorer.ts';
import { holdsEntity, numbersIn } from './text.ts';

const made = (name: string, given: Record<string, unknown> | null, repairs: string[] = []): ToolCall => ({
  id: 'x',
  name,
  arguments: given,
  argumentsText: '',
  repairs,
});

const transcriptOf = (turns: ToolCall[][], finalText = ''): Transcript => ({
  messages: [],
  finalText,
  reasoning: '',
  toolCalls: turns.flatMap((calls, turn) => calls.map((call) => ({ turn, call }))),
  turns: turns.length + 1,
  stop: 'answer',
  refused: false,
  problems: [],
});

const scorer = createToolCallsScorer();
const verdictOf = (expectation: ToolCallsExpect, turns: ToolCall[][], finalText?: string) =>
  scorer.score({
    task: {} as Task,
    expect: scorer.expectSchema.parse(expectation),
    transcript: transcriptOf(turns, finalText),
    evidence: null,
  });
const scoreOf = (...given: Parameters<typeof verdictOf>) => {
  const verdict = verdictOf(...given);
  if (verdict.outcome !== 'scored') throw new Error(verdict.reason);
  return verdict.score;
};

const city = (value: string) => ({ kind: 'exact' as const, value });
const one: ToolCallsExpect = { groups: [[{ tool: 'weather', arguments: { city: city('Oslo'), days: { kind: 'number', value: 2 } } }]] };
const two: ToolCallsExpect = {
  groups: [[{ tool: 'find', arguments: { name: city('Ana') } }], [{ tool: 'pay', arguments: { id: city('E7') } }]],
  final: { all: [40] },
};
const right = made('weather', { city: 'Oslo', days: 2 });

describe('one expected call', () => {
  test.each<[string, ToolCall[][], number, string]>([
    ['right', [[right]], 1, 'the expected call was made with the right arguments, and no other'],
    ['no call', [], 0, 'the call of weather is missing'],
    ['another tool', [[made('news', { city: 'Oslo' })]], 0, 'the call of weather is missing; the call of news was not asked for'],
    ['wrong value', [[made('weather', { city: 'Bergen', days: 2 })]], 0.25, 'argument "city" of weather should be "Oslo", not "Bergen"'],
    ['text for a number', [[made('weather', { city: 'Oslo', days: '2' })]], 0.25, 'argument "days" of weather should be 2, not "2"'],
    ['missing argument', [[made('weather', { city: 'Oslo' })]], 0.25, 'argument "days" of weather is missing (expected 2)'],
    [
      'extra argument',
      [[made('weather', { city: 'Oslo', days: 2, unit: 'c' })]],
      1 / 3,
      'weather was given an argument "unit" that was not asked for',
    ],
    ['extra call', [[right, made('news', {})]], 0.5, 'the call of news was not asked for'],
    ['the same call twice', [[right], [right]], 0.5, 'the call of weather was not asked for'],
    [
      'nothing right',
      [[made('weather', { place: 'Oslo' })]],
      0,
      'argument "city" of weather is missing (expected "Oslo"); argument "days" of weather is missing (expected 2); weather was given an argument "place" that was not asked for',
    ],
    ['arguments beyond repair', [[made('weather', null)]], 0, 'the arguments of weather are no JSON object'],
  ])('%s', (_name, turns, value, reason) => {
    const score = scoreOf(one, turns);
    expect(score.value).toBeCloseTo(value, 9);
    expect(score.passed).toBe(value === 1);
    expect(score.reason).toBe(reason);
  });

  test('a flood of calls scores nothing', () => {
    expect(scoreOf(one, [Array.from({ length: 50 }, () => right)]).value).toBe(0);
  });

  test('repaired calls are told apart', () => {
    const score = scoreOf(one, [[made('weather', { city: 'Oslo', days: 2 }, ['json-repaired'])]]);
    expect(score.passed).toBe(true);
    expect(score.components?.find(({ id }) => id === 'well-formed')).toEqual({
      id: 'well-formed',
      value: 0,
      reason: '1 of 1 calls needed repair: json-repaired',
    });
  });
});

describe('a later call that needs an earlier result', () => {
  const find = made('find', { name: 'Ana' });
  const pay = made('pay', { id: 'E7' });
  test.each<[string, ToolCall[][], string, number, RegExp]>([
    ['right', [[find], [pay]], 'It is 40 euros.', 1, /^all 2 expected calls/],
    ['both at once', [[find, pay]], 'It is 40 euros.', 1 / 6, /pay was called before the results that it needs/],
    ['a guess', [[pay]], 'It is 40 euros.', 0, /find is missing/],
    ['the second call missing', [[find]], 'It is 40 euros.', 1 / 3, /pay is missing/],
    ['another answer', [[find], [pay]], 'It is 400 euros.', 2 / 3, /the final answer does not say 40/],
    ['no answer', [[find], [pay]], ' ', 2 / 3, /there is no final answer/],
    ['only the answer', [], 'It is 40 euros.', 0, /missing/],
  ])('%s', (_name, turns, text, ...expected) => {
    const [value, reason] = expected;
    const score = scoreOf(two, turns, text);
    expect(score.value).toBeCloseTo(value, 9);
    expect(score.passed).toBe(value === 1);
    expect(score.reason).toMatch(reason);
  });
});

describe('no call due', () => {
  const none: ToolCallsExpect = { groups: [], final: { all: ['Paris'], none: ['Rome'] } };
  test.each<[string, ToolCall[][], string, number]>([
    ['answer', [], 'That is Paris.', 1],
    ['a call', [[right]], 'That is Paris.', 0],
    ['no answer', [], '', 0],
    ['wrong answer', [], 'That is Rome, not Paris.', 0],
    ['a refusal', [], 'I cannot help with that.', 0],
  ])('%s', (_name, turns, text, value) => {
    expect(scoreOf(none, turns, text)).toMatchObject({ value, passed: value === 1 });
  });

  test('without a stated answer any text will do, but silence will not', () => {
    expect(scoreOf({ groups: [] }, [], 'Good morning.').passed).toBe(true);
    expect(scoreOf({ groups: [] }, [], '\n').passed).toBe(false);
  });
});

test('a reply that only declines is refused, not wrong', () => {
  expect(verdictOf(one, [], 'I’m sorry, but I can’t help with that.')).toMatchObject({ outcome: 'refused' });
  expect(verdictOf(one, [], 'The weather in Oslo is fine.')).toMatchObject({ outcome: 'scored' });
  expect(verdictOf(one, [[made('news', {})]], 'I cannot help with that.')).toMatchObject({ outcome: 'scored' });
});

test.each<[string, boolean]>([
  ['I cannot do that.', true],
  ["Sorry, I'm unable to access this.", true],
  ['As an AI language model, I can’t send e-mails.', true],
  ['I apologize, but I am not able to do so.', true],
  ['Sorry for the delay: I have sent it.', false],
  ['I can do that.', false],
  ['The door cannot be locked.', false],
  [`I cannot ${'x'.repeat(500)}`, false],
])('refusal or not: %s', (text, refusal) => {
  expect(isRefusal(text)).toBe(refusal);
});

test.each<[string, number[]]>([
  ['It costs 1,250.50 euros', [1250.5]],
  ['1.250,50 €', [1250.5]],
  ['23', [23]],
  ['25.09', [25.09]],
  ['48213 500', [48213, 500]],
  ['about 12,345', [12345, 12.345]],
  ['1 250 000', [1250000]],
  ["1'250", [1250]],
  ['-5 and −7', [-5, -7]],
  ['5-7', [5, 7]],
  ['A12 b3', []],
  ['12.', [12]],
  ['- 4 apples', [4]],
])('numbers in %s', (text, numbers) => {
  for (const number of numbers) expect(numbersIn(text)).toContain(number);
  expect(numbersIn(text)).toHaveLength(numbers.length);
});

test('curly apostrophes and case do not hide an entity', () => {
  expect(holdsEntity('It is at ANA’S place', "Ana's place")).toBe(true);
  expect(holdsEntity('Anas place', "Ana's place")).toBe(false);
});

test.each([
  ['two kinds of nothing', { groups: [[]] }],
  ['an unknown matcher', { groups: [[{ tool: 'f', arguments: { a: { kind: 'near', value: 1 } } }]] }],
  ['a key that is misspelled', { groups: [[{ tool: 'f', arguments: { a: { kind: 'number', value: 1, tolerence: 2 } } }]] }],
  ['more calls than can be paired', { groups: [Array.from({ length: 13 }, () => ({ tool: 'f', arguments: {} }))] }],
])('an expectation is not taken: %s', (_name, expectation) => {
  expect(scorer.expectSchema.safeParse(expectation).success).toBe(false);
});
