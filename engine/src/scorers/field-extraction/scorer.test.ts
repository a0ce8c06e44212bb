import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Task } from '@benchloop/spec';
import { fieldExtractionExpectSchema, type ExpectedObject } from './expect.ts';
import { createFieldExtractionScorer } from './scorer.ts';

const scorer = createFieldExtractionScorer();

const order: ExpectedObject = {
  kind: 'object',
  fields: {
    number: { kind: 'text', value: 'RE-17', match: 'exact' },
    customer: { kind: 'text', value: "Miller's Yard", match: 'text' },
    city: { kind: 'text', value: 'Oslo', match: 'folded' },
    day: { kind: 'date', value: '2026-03-14' },
    pieces: { kind: 'integer', value: 12 },
    weight: { kind: 'decimal', value: 1234.5, tolerance: 0.25 },
    price: { kind: 'money', amount: 1234.56, currency: 'EUR' },
    paid: { kind: 'boolean', value: true },
    state: { kind: 'enum', value: 'open', options: ['open', 'closed'] },
    fax: { kind: 'absent' },
  },
};
const right = {
  number: 'RE-17',
  customer: "Miller's Yard",
  city: 'Oslo',
  day: '2026-03-14',
  pieces: 12,
  weight: 1234.5,
  price: { amount: 1234.56, currency: 'EUR' },
  paid: true,
  state: 'open',
  fax: null,
};

const judge = (root: ExpectedObject, finalText: string, reasoning = '') =>
  scorer.score({
    task: {} as Task as never,
    expect: fieldExtractionExpectSchema.parse({ root }),
    transcript: { messages: [], finalText, reasoning, toolCalls: [], turns: 1, stop: 'answer', refused: false, problems: [] },
    evidence: null,
  });

const scoreOf = (root: ExpectedObject, answer: unknown) => {
  const verdict = judge(root, typeof answer === 'string' ? answer : JSON.stringify(answer));
  if (verdict.outcome !== 'scored') throw new Error(`${verdict.outcome}: ${verdict.reason}`);
  return verdict.score;
};

describe('single values', () => {
  test('a flawless answer passes with every component at one', () => {
    expect(scoreOf(order, right)).toMatchObject({
      value: 1,
      passed: true,
      reason: 'all 9 values are right, and the JSON is strict',
      components: [
        { id: 'fields', value: 1 },
        { id: 'strict-json', value: 1 },
      ],
    });
  });

  test.each<[string, object]>([
    ['other quote signs and spaces', { customer: ' Miller’s  Yard\u00a0' }],
    ['another case where it does not matter', { city: 'OSLO' }],
    ['a number within its tolerance', { weight: 1234.7 }],
    ['an integer written as a decimal', { pieces: 12.0 }],
    ['money with its keys turned round', { price: { currency: 'EUR', amount: 1234.56 } }],
  ])('accepts %s', (_name, changes) => {
    expect(scoreOf(order, { ...right, ...changes })).toMatchObject({ value: 1, passed: true });
  });

  test.each<[string, object, string]>([
    ['a code in another case', { number: 're-17' }, '"number" should be "RE-17", not "re-17"'],
    ['a code with a space', { number: 'RE-17 ' }, '"number" should be "RE-17", not "RE-17 "'],
    ['a text in another case', { customer: "MILLER'S YARD" }, `"customer" should be "Miller's Yard", not "MILLER'S YARD"`],
    ['a day in another format', { day: '14.03.2026' }, '"day" should be "2026-03-14", not "14.03.2026"'],
    ['text for a number', { pieces: '12' }, '"pieces" should be 12, not "12"'],
    ['a list for a number', { pieces: [12] }, '"pieces" should be 12, not [12]'],
    ['a number outside its tolerance', { weight: 1234.8 }, '"weight" should be 1234.5, not 1234.8'],
    ['a European number misread', { weight: 1.2345 }, '"weight" should be 1234.5, not 1.2345'],
    [
      'another currency',
      { price: { amount: 1234.56, currency: 'USD' } },
      '"price" should be {"amount":1234.56,"currency":"EUR"}, not {"amount":1234.56,"currency":"USD"}',
    ],
    ['an amount without currency', { price: 1234.56 }, '"price" should be {"amount":1234.56,"currency":"EUR"}, not 1234.56'],
    [
      'an amount as text',
      { price: { amount: '1234.56', currency: 'EUR' } },
      '"price" should be {"amount":1234.56,"currency":"EUR"}, not {"amount":"1234.56","currency":"EUR"}',
    ],
    ['truth as text', { paid: 'true' }, '"paid" should be true, not "true"'],
    ['truth as a number', { paid: 1 }, '"paid" should be true, not 1'],
    ['an option in another case', { state: 'Open' }, '"state" should be "open", not "Open"'],
  ])('a wrong value costs precision and recall: %s', (_name, changes, reason) => {
    const score = scoreOf(order, { ...right, ...changes });
    expect(score.value).toBeCloseTo(8 / 9, 12);
    expect(score).toMatchObject({ passed: false, reason });
  });

  test('money with a third key holds three values, one of them wanted', () => {
    const score = scoreOf(order, { ...right, price: { amount: 1234.56, currency: 'EUR', vat: 19 } });
    expect(score.value).toBeCloseTo((2 * 8) / (9 + 11), 12);
  });

  test.each<[string, object, number, string]>([
    ['left out', { city: undefined }, 16 / 17, '"city" is missing (expected "Oslo")'],
    ['null', { city: null }, 16 / 17, '"city" should be "Oslo", not null'],
    ['invented where null is due', { fax: '030 1' }, 18 / 19, '"fax" is "030 1" but the source gives no value (expected null)'],
    ['an empty text where null is due', { fax: '' }, 18 / 19, '"fax" is "" but the source gives no value (expected null)'],
    ['null left out', { fax: undefined }, 18 / 19, '"fax" is missing (expected null)'],
    ['a key that was not asked for', { note: 'x' }, 18 / 19, '"note" is "x" but no such key was asked for'],
    ['a null key that was not asked for', { note: null }, 18 / 19, '"note" is null but no such key was asked for'],
    [
      'an object of two values that was not asked for',
      { note: { a: 1, b: [2] } },
      18 / 20,
      '"note" is {"a":1,"b":[2]} but no such key was asked for',
    ],
    ['a key in another case', { city: undefined, City: 'Oslo' }, 16 / 18, '"city" is missing (expected "Oslo"); and 1 more fault'],
    ['a key from the prototype', { city: undefined, toString: 'Oslo' }, 16 / 18, '"city" is missing (expected "Oslo"); and 1 more fault'],
  ])('%s', (_name, changes, value, reason) => {
    const score = scoreOf(order, { ...right, ...changes });
    expect(score.value).toBeCloseTo(value, 12);
    expect(score).toMatchObject({ passed: false, reason });
  });

  test.each<[string, unknown]>([
    ['an empty object', {}],
    ['everything null', Object.fromEntries(Object.keys(right).map((key) => [key, null]))],
    ['the types instead of values', Object.fromEntries(Object.keys(right).map((key) => [key, 'string']))],
    ['a JSON schema', { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] }],
    ['the object in a list', [right]],
    ['the object in an object', { result: right }],
  ])('%s scores nothing', (_name, answer) => {
    expect(scoreOf(order, answer)).toMatchObject({ value: 0, passed: false });
  });
});

describe('lists', () => {
  const word = (value: string) => ({ kind: 'text', value, match: 'text' }) as const;
  const tags = (kind: 'set' | 'sequence'): ExpectedObject => ({
    kind: 'object',
    fields: { tags: { kind: 'list', order: kind, items: ['a', 'b', 'c'].map(word) } },
  });

  test.each<['set' | 'sequence', unknown, number]>([
    ['set', ['a', 'b', 'c'], 1],
    ['set', ['c', 'a', 'b'], 1],
    ['set', ['a', 'b'], 4 / 5],
    ['set', ['a', 'b', 'c', 'd'], 6 / 7],
    ['set', ['a', 'b', 'c', 'c'], 6 / 7],
    ['set', ['a', 'b', 'd'], 4 / 6],
    ['set', [], 0],
    ['set', 'a, b, c', 0],
    ['set', null, 0],
    ['set', ['a', 'b', 'c', null], 6 / 7],
    ['sequence', ['a', 'b', 'c'], 1],
    ['sequence', ['b', 'c'], 4 / 5],
    ['sequence', ['c', 'b', 'a'], 2 / 6],
    ['sequence', ['a', 'x', 'b', 'c'], 6 / 7],
    ['sequence', ['b', 'a', 'c'], 4 / 6],
  ])('%s %j scores %d', (kind, given, value) => {
    const score = scoreOf(tags(kind), { tags: given });
    expect(score.value).toBeCloseTo(value, 12);
    expect(score.passed).toBe(value === 1);
  });

  test('no item wanted: [] is right, anything in it is invented, null and a missing key are not', () => {
    const none: ExpectedObject = { kind: 'object', fields: { name: word('x'), tags: { kind: 'list', order: 'set', items: [] } } };
    expect(scoreOf(none, { name: 'x', tags: [] })).toMatchObject({ value: 1, passed: true });
    expect(scoreOf(none, { name: 'x', tags: ['y'] }).value).toBeCloseTo(2 / 3, 12);
    expect(scoreOf(none, { name: 'x', tags: null }).value).toBeCloseTo(2 / 3, 12);
    expect(scoreOf(none, { name: 'x' }).value).toBeCloseTo(2 / 3, 12);
  });

  const item = (name: string, count: number): ExpectedObject => ({
    kind: 'object',
    fields: { name: word(name), count: { kind: 'integer', value: count } },
  });
  const lines: ExpectedObject = { kind: 'object', fields: { lines: { kind: 'rows', items: [item('a', 1), item('b', 2), item('c', 3)] } } };
  const row = (name: string, count: number) => ({ name, count });

  test.each<[string, unknown, number, string]>([
    ['in any order', [row('c', 3), row('a', 1), row('b', 2)], 1, 'all 6 values are right, and the JSON is strict'],
    ['one wrong value in another order', [row('c', 3), row('b', 1), row('a', 1)], 10 / 12, '"lines[1].count" should be 2, not 1'],
    ['the first missing', [row('b', 2), row('c', 3)], 8 / 10, '"lines[0]" is missing (expected {"name":"a","count":1})'],
    [
      'one invented',
      [row('a', 1), row('b', 2), row('c', 3), row('d', 4)],
      12 / 14,
      '"lines[3]" is {"name":"d","count":4} which is one item too many',
    ],
    [
      'one twice',
      [row('a', 1), row('a', 1), row('b', 2), row('c', 3)],
      12 / 14,
      '"lines[1]" is {"name":"a","count":1} which is one item too many',
    ],
    ['an empty item more', [row('a', 1), row('b', 2), row('c', 3), {}], 12 / 13, '"lines[3]" is {} which is one item too many'],
    [
      'no list but one object',
      row('a', 1),
      0,
      '"lines" should be [{"name":"a","count":1},{"name":"b","count":2},{"name":"c","count":3}], not {"name":"a","count":1}',
    ],
  ])('objects %s', (_name, given, value, reason) => {
    const score = scoreOf(lines, { lines: given });
    expect(score.value).toBeCloseTo(value, 12);
    expect(score.reason).toBe(reason);
  });

  test('the order of objects never counts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), count: fc.integer({ min: 1, max: 4 }) }), { maxLength: 5 }),
        fc.nat(),
        (given, turn) => {
          const cut = given.length === 0 ? 0 : turn % given.length;
          const turned = [...given.slice(cut), ...given.slice(0, cut)].reverse();
          expect(scoreOf(lines, { lines: turned }).value).toBeCloseTo(scoreOf(lines, { lines: given }).value, 12);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('an invented item never helps', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 }), (given) => {
        const lax = scoreOf(tags('set'), { tags: given }).value;
        expect(scoreOf(tags('set'), { tags: [...given, 'invented'] }).value).toBeLessThanOrEqual(lax);
      }),
      { numRuns: 200 },
    );
  });

  test('a flood of items is judged, and scores next to nothing', () => {
    const flood = Array.from({ length: 20_000 }, (_, at) => row(`x${at}`, at));
    expect(scoreOf(lines, { lines: flood }).value).toBeLessThan(0.01);
  });
});

describe('how the JSON is written', () => {
  const json = JSON.stringify(right);
  const pretty = JSON.stringify(right, null, 2);

  test.each<[string, string]>([
    ['bare', json],
    ['with spaces around', `\n\n  ${pretty}\n\n`],
    ['fence with json', `\`\`\`json\n${pretty}\n\`\`\``],
    ['fence with JSON', `\`\`\`JSON\n${pretty}\n\`\`\``],
    ['fence with json5 and no break', `\`\`\`json5 ${json}\`\`\``],
    ['fence without a language', `\`\`\`\n${json}\n\`\`\``],
    ['fence of tildes', `~~~\n${json}\n~~~`],
    ['fence that is not closed', `\`\`\`json\n${json}`],
    ['in prose', `Here it is:\n${json}\nDone.`],
    ['in prose with brackets', `As of [1] and {see below}:\n${json}\n[end]`],
    ['after thinking that leaked', `<think>first {"number": "RE-18"}?</think>\n${json}`],
    ['twice the same', `${json}\n${pretty}`],
  ])('%s passes', (_name, reply) => {
    expect(judge(order, reply)).toMatchObject({ outcome: 'scored', score: { value: 1, passed: true } });
  });

  test.each<[string, string, string]>([
    ['a trailing comma', pretty.replace(/\n}$/, ',\n}'), 'a trailing comma'],
    ['a comment', pretty.replace('\n', ' // the order\n'), 'a comment'],
    ['a block comment', pretty.replace('\n', ' /* the order */\n'), 'a comment'],
    ['single quotes', json.replace("Miller's", 'Miller’s').replaceAll('"', "'"), 'single quotes'],
    ['Python words', json.replace('true', 'True').replace('null', 'None'), 'malformed or incomplete JSON'],
    ['keys without quotation marks', json.replace('"number"', 'number'), 'malformed or incomplete JSON'],
    ['no last brace', pretty.slice(0, -2), 'malformed or incomplete JSON'],
    ['a key twice', json.replace('{', '{"number":"RE-18",'), 'two values for the key "number"'],
  ])('%s gets half of its score and does not pass', (_name, reply, flaw) => {
    expect(judge(order, reply)).toMatchObject({
      outcome: 'scored',
      score: {
        value: 0.5,
        passed: false,
        reason: `the JSON had to be repaired: it has ${flaw}`,
        components: [{ value: 1 }, { id: 'strict-json', value: 0 }],
      },
    });
  });

  test('a wrong value in repaired JSON costs first, then the half', () => {
    const verdict = judge(order, pretty.replace('12', '13').replace(/\n}$/, ',\n}'));
    expect(verdict).toMatchObject({ score: { value: (8 / 9) * 0.5, reason: '"pieces" should be 12, not 13; and 1 more fault' } });
  });

  test.each<[string, string, string, string]>([
    ['an empty reply', '', '', 'the reply holds no JSON object'],
    ['prose', 'The number is RE-17.', '', 'the reply holds no JSON object'],
    ['prose with braces', 'Use {braces} and [1, 2].', '', 'the reply holds no JSON object'],
    ['a bare value', '42', '', 'the reply holds no JSON object'],
    ['a list of texts', '["RE-17"]', '', 'the reply holds no JSON object'],
    ['only in the thinking', 'Done.', json, 'the reply holds no JSON object; one stands in the thinking only, where it does not count'],
    ['only in thinking that leaked', `<think>${json}</think>Done.`, '', 'the reply holds no JSON object'],
    [
      'two answers',
      `${json} or ${json.replace('12', '13')}`,
      '',
      'the reply holds 2 different JSON values where exactly one was asked for',
    ],
    [
      'an example and an answer',
      `{"number": "..."}\n${json}`,
      '',
      'the reply holds 2 different JSON values where exactly one was asked for',
    ],
  ])('%s is no answer', (_name, reply, reasoning, reason) => {
    expect(judge(order, reply, reasoning)).toEqual({ outcome: 'unparseable', reason });
  });

  test('no text makes it throw', () => {
    const hostile = [
      '{'.repeat(50_000),
      '['.repeat(50_000),
      '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
      '{"a":1,'.repeat(5000),
      '{"__proto__":{"number":"RE-17"}}',
      '\\u0000{"number":"\\ud800"}',
    ];
    for (const reply of hostile) expect(['scored', 'unparseable']).toContain(judge(order, reply).outcome);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', '"', "'", ',', ':', 'a', '1', '\\', '\n', '```', '"number":', '//'), {
          maxLength: 60,
        }),
        (parts) => {
          expect(['scored', 'unparseable']).toContain(judge(order, parts.join('')).outcome);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('an expectation without any value is none', () => {
  expect(fieldExtractionExpectSchema.safeParse({ root: { kind: 'object', fields: { fax: { kind: 'absent' } } } }).success).toBe(false);
  expect(
    fieldExtractionExpectSchema.safeParse({
      root: { kind: 'object', fields: { state: { kind: 'enum', value: 'x', options: ['a', 'b'] } } },
    }).success,
  ).toBe(false);
});
