import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matcherSchema, type Matcher } from './expect.ts';
import { createJudgement, matcherRules } from './matchers.ts';

const judge = createJudgement(matcherRules);
const five: Matcher = { kind: 'number', value: 5 };
const day: Matcher = { kind: 'date', value: '2026-06-03' };
const pair: Matcher = { kind: 'object', entries: { a: five, b: { kind: 'optional', matcher: { kind: 'exact', value: true } } } };
const set: Matcher = { kind: 'set', items: [{ kind: 'one-of', options: [five, { kind: 'number', value: 6 }] }, five] };
const note: Matcher = { kind: 'mentions', all: ['Ana', ['14:30', 'half past two'], 1250], none: ['Bob'] };

const accepted: [string, Matcher, unknown][] = [
  ['the same data with other key order', { kind: 'exact', value: { a: 1, b: [2] } }, { b: [2], a: 1 }],
  ['a number', five, 5],
  ['a number within its tolerance', { kind: 'number', value: 5, tolerance: 0.1 }, 5.1],
  ['text for a number where that is allowed', { kind: 'number', value: 5, lenient: true }, ' 5.0 '],
  ['text in another case and with curly quotes', { kind: 'text', value: "Ana's “Café”" }, 'ANA’S "CAFÉ"'],
  ['text in decomposed letters', { kind: 'text', value: 'Café', keepCase: true }, 'Cafe\u0301'],
  ['a day', day, '2026-06-03'],
  ['a day with a time', day, '2026-06-03T10:00:00Z'],
  ['a day in words', day, 'June 3, 2026'],
  ['a day in words, day first', day, 'Wednesday, 3rd of June 2026'],
  ['a day with slashes, year first', day, '2026/6/3'],
  ['a pattern', { kind: 'pattern', pattern: '[A-Z]{2}-\\d+' }, 'AB-12'],
  ['entities in free text', note, 'Hello Ana, see you at 14:30. It costs 1,250 euros.'],
  ['entities in other spelling', note, 'ana: half past two, 1250.00'],
  ['one of several', { kind: 'one-of', options: [five, { kind: 'exact', value: 'five' }] }, 'five'],
  ['a list', { kind: 'list', items: [five, day] }, [5, '2026-06-03']],
  ['a set where a greedy choice would fail', set, [5, 6]],
  ['a set the other way round', set, [6, 5]],
  ['an object without its optional member', pair, { a: 5 }],
  ['an object with its optional member', pair, { a: 5, b: true }],
  ['an optional argument left out', { kind: 'optional', matcher: five }, undefined],
  ['an argument that must be absent', { kind: 'absent' }, undefined],
  ['words of a script without spaces', { kind: 'mentions', all: ['東京'] }, '明日の東京は雨です'],
];

const rejected: [string, Matcher, unknown][] = [
  ['text for a number', five, '5'],
  ['a number out of tolerance', { kind: 'number', value: 5, tolerance: 0.1 }, 5.2],
  ['230 for 23', { kind: 'number', value: 23 }, 230],
  ['not a number', five, Number.NaN],
  ['words for a number even where lenient', { kind: 'number', value: 5, lenient: true }, '5 apples'],
  ['a missing number', five, undefined],
  ['null', five, null],
  ['a truth value for a number', { kind: 'number', value: 1, lenient: true }, true],
  ['1 for true', { kind: 'exact', value: true }, 1],
  ['another case where case counts', { kind: 'text', value: 'Café', keepCase: true }, 'café'],
  ['longer text', { kind: 'text', value: 'Ana' }, 'Ana Maria'],
  ['another day', day, '2026-06-04'],
  ['a day that can mean two', day, '03/06/2026'],
  ['a day that does not exist', { kind: 'date', value: '2026-03-03' }, '2026-02-31'],
  ['a day in words where ISO is asked for', { kind: 'date', value: '2026-06-03', iso: true }, 'June 3, 2026'],
  ['a pattern inside longer text', { kind: 'pattern', pattern: '\\d+' }, 'a12'],
  ['alternatives are anchored as a whole', { kind: 'pattern', pattern: 'a|b' }, 'ax'],
  ['an entity inside a longer word', { kind: 'mentions', all: ['Ana'] }, 'Anatolia'],
  ['a number inside a longer one', { kind: 'mentions', all: [23] }, 'It costs 230 or 123.'],
  ['a number with another sign', { kind: 'mentions', all: [5] }, 'It is -5 degrees.'],
  ['a forbidden entity', note, 'Ana and Bob: 14:30, 1250'],
  ['a missing entity', note, 'Ana: 14:30'],
  ['none of several', { kind: 'one-of', options: [five] }, 6],
  ['a list in another order', { kind: 'list', items: [five, day] }, ['2026-06-03', 5]],
  ['a list too long', { kind: 'list', items: [five] }, [5, 5]],
  ['a set with one item twice', { kind: 'set', items: [five, { kind: 'number', value: 6 }] }, [5, 5]],
  ['a set too short', set, [5]],
  ['no array for a set', set, { 0: 5, 1: 6 }],
  ['an object with an extra member', pair, { a: 5, c: 1 }],
  ['an object without a member', pair, { b: true }],
  ['an object as text', pair, '{"a": 5}'],
  ['an array for an object', pair, [5]],
  ['a member of the prototype', { kind: 'object', entries: Object.fromEntries([['constructor', five]]) }, {}],
  ['an optional argument with another value', { kind: 'optional', matcher: five }, 6],
  ['an argument that must be absent', { kind: 'absent' }, null],
];

test.each(accepted)('right: %s', (_name, matcher, value) => {
  expect(judge(matcherSchema.parse(matcher), value)).toBeNull();
});

test.each(rejected)('wrong: %s', (_name, matcher, value) => {
  expect(judge(matcherSchema.parse(matcher), value)).toMatch(/\w/);
});

describe('patterns', () => {
  test.each(['(a+)+', '(?:a|a)*', 'a*a*a*', '(?=a)b', '(a)\\1', '[', 'a?a?a?a?a?', 'x'.repeat(201)])('%s is not taken', (pattern) => {
    expect(matcherSchema.safeParse({ kind: 'pattern', pattern }).success).toBe(false);
  });

  test.each(['\\d{4}-\\d{2}', '(?:a|b)c+', '[A-Z?*+]{3}', 'v?\\d+\\.\\d+'])('%s is taken', (pattern) => {
    expect(matcherSchema.safeParse({ kind: 'pattern', pattern }).success).toBe(true);
  });
});

describe('laws', () => {
  test('every JSON value matches itself exactly, and never once it is wrapped', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(judge({ kind: 'exact', value }, value)).toBeNull();
        expect(judge({ kind: 'exact', value }, [value])).not.toBeNull();
      }),
    );
  });

  test('a set takes every order of its items', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 }), fc.func(fc.nat()), (values, rank) => {
        const items = values.map((value): Matcher => ({ kind: 'number', value }));
        const mixed = [...values].sort((a, b) => rank(a) - rank(b));
        expect(judge({ kind: 'set', items }, mixed)).toBeNull();
        expect(judge({ kind: 'set', items }, [...mixed.slice(1), 6])).not.toBeNull();
      }),
    );
  });

  test('no value makes any matcher throw', () => {
    const matchers = [...accepted, ...rejected].map(([, matcher]) => matcher);
    fc.assert(
      fc.property(fc.constantFrom(...matchers), fc.anything(), (matcher, value) => {
        expect(['string', 'object']).toContain(typeof judge(matcher, value));
      }),
      { numRuns: 500 },
    );
  });
});
