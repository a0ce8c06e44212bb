import { describe, expect, test } from 'vitest';
import type { Suite, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createMutationShare } from '../../kit/testing/mutation-share.ts';
import { proveTask } from '../../run/prove.ts';
import type { Entity, ExpectedCall, FinalText, Matcher, ToolCallsExpect } from '../../scorers/tool-calls/expect.ts';
import { matcherRules, type MatcherRules } from '../../scorers/tool-calls/matchers.ts';
import { createToolCallsScorer, type ToolCallRules } from '../../scorers/tool-calls/scorer.ts';
import { addDays } from './days.ts';
import { createToolcallSuite, toolcallFamilies } from './suite.ts';

const suite = createToolcallSuite();
const tasks = suite.tasks(suite.publishedSeed);
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const expectOf = (task: Task) => task.expect as ToolCallsExpect;

type Mutant<Value> = { name: string; value: Value };

const otherValue = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 3;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}s` : null;
};

const anything: Matcher = {
  kind: 'one-of',
  options: [
    { kind: 'mentions', all: [] },
    { kind: 'number', value: 0, tolerance: 1e12 },
    { kind: 'exact', value: true },
    { kind: 'exact', value: false },
  ],
};

const mutantsOfEntity = (entity: Entity): Entity =>
  typeof entity === 'number' ? entity + 1 : Array.isArray(entity) ? entity.slice(1) : `${entity}q`;

/** An item of an array is never absent, so that it may be absent changes nothing. */
const mutantsOfItems = (items: readonly Matcher[]): Mutant<Matcher[]>[] => [
  { name: 'an item dropped', value: items.slice(1) },
  { name: 'an item doubled', value: [...items, ...items.slice(0, 1)] },
  ...items.flatMap((item, at) =>
    mutantsOfMatcher(item)
      .filter(({ name }) => name !== 'may be absent')
      .map((mutant) => ({
        name: `item ${at + 1}: ${mutant.name}`,
        value: items.map((one, place) => (place === at ? mutant.value : one)),
      })),
  ),
];

/** Every change of a matcher that changes what it takes. */
function mutantsOfMatcher(matcher: Matcher): Mutant<Matcher>[] {
  switch (matcher.kind) {
    case 'exact':
      return [
        { name: 'another value', value: { kind: 'exact', value: otherValue(matcher.value) } },
        { name: 'may be absent', value: { kind: 'optional', matcher } },
        { name: 'anything', value: anything },
        ...(typeof matcher.value === 'string' ? [{ name: 'only a part', value: { kind: 'mentions' as const, all: [matcher.value] } }] : []),
      ];
    case 'number':
      return [
        { name: 'another number', value: { ...matcher, value: matcher.value + 1 } },
        { name: 'ten times', value: { ...matcher, value: matcher.value * 10 + 10 } },
        { name: 'a wide tolerance', value: { ...matcher, tolerance: 5 } },
        { name: 'text too', value: { ...matcher, lenient: true } },
        { name: 'anything', value: anything },
      ];
    case 'text':
      return [
        { name: 'another text', value: { ...matcher, value: `${matcher.value}s` } },
        { name: 'only a part', value: { kind: 'mentions', all: [matcher.value] } },
        { name: 'anything', value: anything },
      ];
    case 'date':
      return [
        { name: 'the next day', value: { ...matcher, value: addDays(matcher.value, 1) } },
        { name: 'the day before', value: { ...matcher, value: addDays(matcher.value, -1) } },
        { name: 'any spelling', value: { ...matcher, iso: false } },
        { name: 'anything', value: anything },
      ];
    case 'pattern':
      return [
        { name: 'another pattern', value: { kind: 'pattern', pattern: `${matcher.pattern}x` } },
        { name: 'anything', value: anything },
      ];
    case 'mentions':
      return [
        ...matcher.all.map((_entity, at) => ({
          name: `another entity ${at + 1}`,
          value: { ...matcher, all: matcher.all.map((one, place) => (place === at ? mutantsOfEntity(one) : one)) },
        })),
        { name: 'nothing needed', value: { ...matcher, all: [] } },
        ...((matcher.none ?? []).length > 0 ? [{ name: 'nothing forbidden', value: { ...matcher, none: [] } }] : []),
        { name: 'the right thing forbidden', value: { ...matcher, none: matcher.all } },
      ];
    case 'one-of':
      return matcher.options.map((_option, at) => ({
        name: `option ${at + 1} dropped`,
        value: { kind: 'one-of', options: matcher.options.filter((_one, place) => place !== at) },
      }));
    case 'list':
      return [
        ...mutantsOfItems(matcher.items).map(({ name, value }) => ({ name, value: { kind: 'list' as const, items: value } })),
        ...(matcher.items.length > 1 ? [{ name: 'any order', value: { kind: 'set' as const, items: matcher.items } }] : []),
      ];
    case 'set':
      return [
        ...mutantsOfItems(matcher.items).map(({ name, value }) => ({ name, value: { kind: 'set' as const, items: value } })),
        ...(matcher.items.length > 1 ? [{ name: 'this order only', value: { kind: 'list' as const, items: matcher.items } }] : []),
      ];
    case 'object':
      return Object.entries(matcher.entries).flatMap(([key, member]) => [
        {
          name: `member ${key} dropped`,
          value: { kind: 'object' as const, entries: Object.fromEntries(Object.entries(matcher.entries).filter(([one]) => one !== key)) },
        },
        ...mutantsOfMatcher(member).map((mutant) => ({
          name: `member ${key}: ${mutant.name}`,
          value: { kind: 'object' as const, entries: { ...matcher.entries, [key]: mutant.value } },
        })),
      ]);
    case 'optional':
      return [
        { name: 'required', value: matcher.matcher },
        { name: 'never', value: { kind: 'absent' } },
        ...mutantsOfMatcher(matcher.matcher)
          .filter(({ name }) => name !== 'may be absent')
          .map((mutant) => ({ name: mutant.name, value: { kind: 'optional' as const, matcher: mutant.value } })),
      ];
    case 'absent':
      return [{ name: 'anything', value: { kind: 'optional', matcher: anything } }];
  }
}

const mutantsOfCall = (call: ExpectedCall): Mutant<ExpectedCall>[] => [
  { name: 'another tool', value: { ...call, tool: `${call.tool}_2` } },
  { name: 'an argument more', value: { ...call, arguments: { ...call.arguments, reason: { kind: 'exact', value: 'none' } } } },
  ...Object.entries(call.arguments).flatMap(([name, matcher]) => [
    ...(matcher.kind === 'absent'
      ? []
      : [
          {
            name: `${name} dropped`,
            value: { ...call, arguments: Object.fromEntries(Object.entries(call.arguments).filter(([one]) => one !== name)) },
          },
        ]),
    ...mutantsOfMatcher(matcher).map((mutant) => ({
      name: `${name}: ${mutant.name}`,
      value: { ...call, arguments: { ...call.arguments, [name]: mutant.value } },
    })),
  ]),
];

const mutantsOfFinal = (final: FinalText): Mutant<FinalText>[] => [
  ...final.all.map((_entity, at) => ({
    name: `another entity ${at + 1}`,
    value: { ...final, all: final.all.map((one, place) => (place === at ? mutantsOfEntity(one) : one)) },
  })),
  { name: 'nothing needed', value: { ...final, all: [] } },
  { name: 'the right thing forbidden', value: { ...final, none: final.all } },
  ...((final.none ?? []).length > 0 ? [{ name: 'nothing forbidden', value: { ...final, none: [] } }] : []),
];

const mutantsOfExpect = (expect: ToolCallsExpect): Mutant<ToolCallsExpect>[] => [
  ...(expect.groups.length > 0
    ? [{ name: 'no call at all', value: { ...expect, groups: [] } }]
    : [{ name: 'a call', value: { ...expect, groups: [[{ tool: 'x', arguments: {} }]] } }]),
  ...(expect.groups.length > 1
    ? [
        { name: 'groups in one', value: { ...expect, groups: [expect.groups.flat()] } },
        { name: 'groups the other way round', value: { ...expect, groups: [...expect.groups].reverse() } },
      ]
    : []),
  ...(expect.groups.some((group) => group.length > 1)
    ? [{ name: 'a fixed order', value: { ...expect, groups: expect.groups.flat().map((call) => [call]) } }]
    : []),
  ...(expect.final === undefined
    ? [{ name: 'an answer needed', value: { ...expect, final: { all: ['xyzzy'] } } }]
    : [{ name: 'no answer needed', value: { groups: expect.groups } }]),
  ...(expect.final === undefined
    ? []
    : mutantsOfFinal(expect.final).map(({ name, value }) => ({ name: `answer: ${name}`, value: { ...expect, final: value } }))),
  ...expect.groups.flatMap((group, at) =>
    group.flatMap((call, place) => [
      {
        name: `${call.tool} dropped`,
        value: {
          ...expect,
          groups: expect.groups
            .map((one, index) => (index === at ? one.filter((_call, other) => other !== place) : one))
            .filter((one) => one.length > 0),
        },
      },
      {
        name: `${call.tool} doubled`,
        value: { ...expect, groups: expect.groups.map((one, index) => (index === at ? [...one, call] : one)) },
      },
      ...mutantsOfCall(call).map((mutant) => ({
        name: `${call.tool}: ${mutant.name}`,
        value: {
          ...expect,
          groups: expect.groups.map((one, index) =>
            index === at ? one.map((other, spot) => (spot === place ? mutant.value : other)) : one,
          ),
        },
      })),
    ]),
  ),
];

const keyShare = createMutationShare('toolcall', 'mutated keys');
const ruleShare = createMutationShare('toolcall', 'mutated rules');

describe('mutated keys', () => {
  test('there are at least 50', () => {
    const count = tasks.reduce((sum, task) => sum + mutantsOfExpect(expectOf(task)).length, 0);
    expect(count).toBeGreaterThanOrEqual(50);
  });

  test.each(toolcallFamilies.map(({ id }) => id))('every one of family %s makes the proof of its task fail', async (family) => {
    const survivors: string[] = [];
    let count = 0;
    for (const task of tasks.filter((one) => one.family === family)) {
      for (const mutant of mutantsOfExpect(expectOf(task))) {
        count += 1;
        const failures = await proveTask(suite, { ...task, expect: mutant.value }, tools);
        if (failures.length === 0) survivors.push(`${task.id}: ${mutant.name}`);
      }
    }
    keyShare.count(count - survivors.length, count);
    expect(survivors).toEqual([]);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(keyShare.say());
    expect(keyShare.say()).toContain('(100 %)');
  });
});

const withRule = <K extends keyof MatcherRules>(kind: K, rule: MatcherRules[K]): Partial<ToolCallRules> => ({
  matchers: { ...matcherRules, [kind]: rule },
});

const ruleMutants: Record<string, Partial<ToolCallRules>> = {
  'a faulty call is worth all': { faultyCallWorth: 1 },
  'a faulty call is worth nothing': { faultyCallWorth: 0 },
  'a faulty call is worth a little less': { faultyCallWorth: 0.49 },
  'extra calls are free': { extraCallCost: 0 },
  'extra calls cost all': { extraCallCost: 1 },
  'extra calls cost a little more': { extraCallCost: 0.51 },
  'order does not matter': { ordered: false },
  ...Object.fromEntries(
    (Object.keys(matcherRules) as (keyof MatcherRules)[]).flatMap((kind) => [
      [`${kind} takes everything`, { matchers: { ...matcherRules, [kind]: () => null } }],
      [`${kind} takes nothing`, { matchers: { ...matcherRules, [kind]: () => 'is wrong' } }],
    ]),
  ),
  'exact compares as text': withRule('exact', ({ value }, given) => (String(value) === String(given) ? null : 'is wrong')),
  'exact ignores case': withRule('exact', ({ value }, given) =>
    JSON.stringify(value).toLowerCase() === JSON.stringify(given)?.toLowerCase() ? null : 'is wrong',
  ),
  'exact takes a longer text': withRule('exact', ({ value }, given) =>
    JSON.stringify(given)?.includes(String(value)) ? null : 'is wrong',
  ),
  'number takes text': withRule('number', (matcher, given, again) => matcherRules.number({ ...matcher, lenient: true }, given, again)),
  'number ignores the tolerance': withRule('number', ({ value }, given) => (value === given ? null : 'is wrong')),
  'number doubles the tolerance': withRule('number', (matcher, given, again) =>
    matcherRules.number({ ...matcher, tolerance: (matcher.tolerance ?? 0) * 5 }, given, again),
  ),
  'number takes 230 for 23': withRule('number', ({ value }, given) =>
    typeof given === 'number' && String(given).startsWith(String(value).slice(0, 2)) ? null : 'is wrong',
  ),
  'number ignores the fraction': withRule('number', ({ value }, given) =>
    typeof given === 'number' && Math.floor(given) === Math.floor(value) ? null : 'is wrong',
  ),
  'text keeps case always': withRule('text', (matcher, given, again) => matcherRules.text({ ...matcher, keepCase: true }, given, again)),
  'text takes a longer text': withRule('text', ({ value }, given) =>
    typeof given === 'string' && given.toLowerCase().includes(value.toLowerCase()) ? null : 'is wrong',
  ),
  'text takes a shorter text': withRule('text', ({ value }, given) =>
    typeof given === 'string' && value.toLowerCase().includes(given.trim().toLowerCase()) ? null : 'is wrong',
  ),
  'text is compared byte by byte': withRule('text', ({ value, keepCase }, given) =>
    typeof given === 'string' && (keepCase ? given === value : given.toLowerCase() === value.toLowerCase()) ? null : 'is wrong',
  ),
  'date takes any spelling': withRule('date', (matcher, given, again) => matcherRules.date({ ...matcher, iso: false }, given, again)),
  'date takes the whole month': withRule('date', ({ value }, given) =>
    typeof given === 'string' && given.startsWith(value.slice(0, 7)) ? null : 'is wrong',
  ),
  'pattern is not anchored': withRule('pattern', ({ pattern }, given) =>
    typeof given === 'string' && new RegExp(pattern, 'u').test(given) ? null : 'is wrong',
  ),
  'pattern ignores case': withRule('pattern', ({ pattern }, given) =>
    typeof given === 'string' && new RegExp(`^(?:${pattern})$`, 'iu').test(given) ? null : 'is wrong',
  ),
  'mentions forbids nothing': withRule('mentions', (matcher, given, again) =>
    matcherRules.mentions({ ...matcher, none: [] }, given, again),
  ),
  'mentions needs one only': withRule('mentions', (matcher, given, again) =>
    matcher.all.some((entity) => matcherRules.mentions({ ...matcher, all: [entity] }, given, again) === null) ? null : 'is wrong',
  ),
  'one-of takes the first only': withRule('one-of', ({ options }, given, again) => again(options[0] as Matcher, given)),
  'one-of takes the last only': withRule('one-of', ({ options }, given, again) => again(options.at(-1) as Matcher, given)),
  'list ignores order': withRule('list', ({ items }, given, again) => matcherRules.set({ kind: 'set', items }, given, again)),
  'list ignores what follows': withRule('list', ({ items }, given, again) =>
    Array.isArray(given) && items.every((item, at) => again(item, given[at]) === null) ? null : 'is wrong',
  ),
  'list ignores what is missing': withRule('list', ({ items }, given, again) =>
    Array.isArray(given) && given.length <= items.length && given.every((one, at) => again(items[at] as Matcher, one) === null)
      ? null
      : 'is wrong',
  ),
  'set is ordered': withRule('set', ({ items }, given, again) => matcherRules.list({ kind: 'list', items }, given, again)),
  'set ignores what is extra': withRule('set', ({ items }, given, again) =>
    Array.isArray(given) && items.every((item) => given.some((one) => again(item, one) === null)) ? null : 'is wrong',
  ),
  'set ignores what is missing': withRule('set', ({ items }, given, again) =>
    Array.isArray(given) && given.every((one) => items.some((item) => again(item, one) === null)) ? null : 'is wrong',
  ),
  'object ignores extra members': withRule('object', ({ entries }, given, again) =>
    given !== null &&
    typeof given === 'object' &&
    Object.entries(entries).every(([key, member]) => again(member, (given as Record<string, unknown>)[key]) === null)
      ? null
      : 'is wrong',
  ),
  'object ignores missing members': withRule('object', ({ entries }, given, again) =>
    given !== null &&
    typeof given === 'object' &&
    Object.entries(given).every(([key, one]) => key in entries && again(entries[key] as Matcher, one) === null)
      ? null
      : 'is wrong',
  ),
  'optional takes any value': withRule('optional', () => null),
  'optional must be left out': withRule('optional', (_matcher, given) => (given === undefined ? null : 'is wrong')),
  'optional must be given': withRule('optional', ({ matcher }, given, again) => again(matcher, given)),
  'absent takes null': withRule('absent', (_matcher, given) => (given === undefined || given === null ? null : 'is wrong')),
  'absent takes an empty text': withRule('absent', (_matcher, given) => (given === undefined || given === '' ? null : 'is wrong')),
};

describe('mutated scorer rules', () => {
  test('there are at least 50', () => {
    expect(Object.keys(ruleMutants).length).toBeGreaterThanOrEqual(50);
  });

  test.each(Object.entries(ruleMutants))('%s', async (_name, changes) => {
    const mutant: Suite = { ...suite, scorer: createToolCallsScorer(changes) };
    let failures = 0;
    for (const task of tasks) {
      failures += (await proveTask(mutant, task, tools)).length;
      if (failures > 0) break;
    }
    ruleShare.count(Number(failures > 0), 1);
    expect(failures).toBeGreaterThan(0);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(ruleShare.say());
    expect(ruleShare.say()).toContain('(100 %)');
  });
});
