import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Suite, Task, Verdict } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createMutationShare } from '../../kit/testing/mutation-share.ts';
import { proveTask } from '../../run/prove.ts';
import { typedAnswerSchema, type AnswerOf, type TypedAnswer } from '../../scorers/typed-answer/expect.ts';
import { createTypedAnswerScorer } from '../../scorers/typed-answer/scorer.ts';
import { createReasonmathSuite } from './suite.ts';

const suite = createReasonmathSuite();
const scorer = createTypedAnswerScorer();
const tasks = suite.tasks(suite.publishedSeed);
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };

const plus = (value: string, change: number): string => {
  const places = value.split('.')[1]?.length ?? 0;
  return places === 0 ? String(BigInt(value) + BigInt(change)) : (Number(value) + change / 10 ** places).toFixed(places);
};

const swapFirst = (items: readonly string[]): string[] => [items[1] ?? '', items[0] ?? '', ...items.slice(2)];
const otherUnit: Partial<Record<AnswerOf<'quantity'>['unit'], AnswerOf<'quantity'>['unit']>> = { km: 'm', min: 'h', l: 'ml', day: 'week' };

/** Wrong keys that a slip in a generator or an editor's hand could make. */
const mutatedKeys = (key: TypedAnswer): TypedAnswer[] => {
  switch (key.type) {
    case 'integer':
      return [
        ...[1, -1, 10, 100].map((change) => ({ ...key, value: plus(key.value, change) })),
        { ...key, value: `${key.value}0` },
        { ...key, value: `-${key.value}` },
      ];
    case 'decimal':
      return [1, -1, 10, 100]
        .map((change) => ({ ...key, value: plus(key.value, change) }))
        .concat([{ ...key, decimals: undefined, tolerance: '1' }]);
    case 'quantity':
      return [
        ...[1, -1, 10].map((change) => ({ ...key, value: plus(key.value, change) })),
        { ...key, unit: otherUnit[key.unit] ?? 'kg' },
        { ...key, unit: 'kg' },
        { ...key, unitRequired: !key.unitRequired },
        { ...key, tolerance: key.value },
      ];
    case 'fraction': {
      const [top = '0', bottom = '1'] = key.value.split('/');
      return [
        { ...key, value: `${plus(top, 1)}/${bottom}` },
        { ...key, value: `${top}/${plus(bottom, 1)}` },
        { ...key, value: `${bottom}/${top}` },
        { ...key, lowestTerms: false },
      ];
    }
    case 'percentage':
      return [
        ...[1, -1, 10].map((change) => ({ ...key, value: plus(key.value, change) })),
        { ...key, decimals: undefined, tolerance: '1' },
      ];
    case 'money':
      return [
        ...[1, -1, 100].map((change) => ({ ...key, value: plus(key.value, change) })),
        { ...key, currency: 'CHF' },
        { ...key, currencyRequired: true },
      ];
    case 'choice':
      return [
        ...key.options.filter(({ label }) => label !== key.correct).map(({ label }) => ({ ...key, correct: label })),
        {
          ...key,
          options: key.options.map((option, index) => ({
            label: option.label,
            text: key.options[(index + 1) % key.options.length]?.text ?? '',
          })),
        },
      ];
    case 'set': {
      const extra = (key.universe ?? []).find((item) => !key.items.includes(item)) ?? '';
      return [
        { ...key, items: key.items.slice(1) },
        { ...key, items: [...key.items, extra] },
        { ...key, items: [extra, ...key.items.slice(1)] },
      ];
    }
    case 'sequence':
      return [
        { ...key, items: key.items.toReversed() },
        { ...key, items: swapFirst(key.items) },
        { ...key, items: [...key.items, key.items[0] ?? ''] },
        ...(key.items.length > 2 ? [{ ...key, items: key.items.slice(0, -1) }] : []),
      ].filter(({ items }) => items.join() !== key.items.join());
    case 'date':
      return [
        { ...key, value: `${Number(key.value.slice(0, 4)) + 1}${key.value.slice(4)}` },
        { ...key, value: `${key.value.slice(0, 8)}${key.value.endsWith('01') ? '02' : '01'}` },
      ];
    case 'time':
      return [
        { ...key, value: `${String((Number(key.value.slice(0, 2)) + 1) % 24).padStart(2, '0')}${key.value.slice(2)}` },
        { ...key, value: `${String((Number(key.value.slice(0, 2)) + 12) % 24).padStart(2, '0')}${key.value.slice(2)}` },
        { ...key, value: `${key.value.slice(0, 3)}${String((Number(key.value.slice(3)) + 1) % 60).padStart(2, '0')}` },
      ];
    case 'undetermined':
      return [];
  }
};

const keyMutants = tasks.flatMap((task) => mutatedKeys(typedAnswerSchema.parse(task.expect)).map((mutated) => ({ task, mutated })));

const keyShare = createMutationShare('reasonmath', 'mutated keys');
const ruleShare = createMutationShare('reasonmath', 'mutated rules');

test(`each of ${keyMutants.length} mutated keys makes a proof of its task fail`, async ({ annotate }) => {
  const survivors: string[] = [];
  for (const { task, mutated } of keyMutants) {
    const failures = await proveTask(suite, { ...task, expect: typedAnswerSchema.parse(mutated) }, tools);
    if (failures.length === 0) survivors.push(`${task.id}: ${JSON.stringify(mutated)}`);
  }
  keyShare.count(keyMutants.length - survivors.length, keyMutants.length);
  await annotate(keyShare.say());
  expect(survivors).toEqual([]);
});

type Rule = (expectation: TypedAnswer, text: string, reasoning: string) => Verdict;

const verdict = (expectation: TypedAnswer, text: string): Verdict =>
  scorer.score({
    task: {} as Task,
    expect: expectation,
    evidence: null,
    transcript: { messages: [], finalText: text, reasoning: '', toolCalls: [], turns: 1, stop: 'answer', refused: false, problems: [] },
  });

const passed: Verdict = { outcome: 'scored', score: { value: 1, passed: true, reason: 'mutated rule' } };
const failed: Verdict = { outcome: 'scored', score: { value: 0, passed: false, reason: 'mutated rule' } };
const isRight = (result: Verdict): boolean => result.outcome === 'scored' && result.score.passed;

/** The scorer with the reply's text changed first, as a laxer or stricter reader would see it. */
const reading =
  (change: (text: string, expectation: TypedAnswer) => string): Rule =>
  (expectation, text) =>
    verdict(expectation, change(text, expectation));
const expecting =
  (change: (expectation: TypedAnswer) => TypedAnswer): Rule =>
  (expectation, text) =>
    verdict(change(expectation), text);
/** The scorer that knows nothing of a spelling. */
const without =
  (spelling: RegExp): Rule =>
  (expectation, text) =>
    spelling.test(text) ? failed : verdict(expectation, text);
const alsoRight =
  (also: (expectation: TypedAnswer, text: string) => boolean): Rule =>
  (expectation, text) =>
    also(expectation, text) ? passed : verdict(expectation, text);

const line = (text: string): string => /answer:\**\s*(.*)$/i.exec(text.split('\n').at(-1) ?? '')?.[1] ?? text;
const keyText = (expectation: TypedAnswer): string =>
  'value' in expectation
    ? expectation.value
    : 'items' in expectation
      ? expectation.items.join(', ')
      : 'correct' in expectation
        ? expectation.correct
        : 'not determined';
const itemsOf = (text: string): string[] => line(text).split(/[,;]\s*/);

const rules: Record<string, Rule> = {
  'everything passes': () => passed,
  'nothing passes': () => failed,
  'any answer line passes': alsoRight((_, text) => /answer:/i.test(text)),
  'the thinking is read as well': (expectation, text, reasoning) => verdict(expectation, reasoning === '' ? text : `${text}\n${reasoning}`),
  'thinking makes a reply unreadable': (expectation, text, reasoning) => (reasoning === '' ? verdict(expectation, text) : failed),
  'the key anywhere in the reply passes': alsoRight((expectation, text) => text.includes(keyText(expectation))),
  'the last number wins': reading((text, expectation) =>
    'value' in expectation ? (text.match(/\d[\d.,:/-]*\d|\d/g)?.at(-1) ?? text) : text,
  ),
  'the first number wins': reading((text, expectation) => ('value' in expectation ? (text.match(/\d[\d.,:/-]*\d|\d/)?.[0] ?? text) : text)),
  'the first answer line wins': reading((text) => text.split('\n').find((part) => part.startsWith('Answer:')) ?? text),
  'an alternative after "or" is dropped': reading((text) => text.replace(/ or .*$/, '').replace('either ', '')),
  'an alternative before "or" is dropped': reading((text) => text.replace(/Answer: .* or /, 'Answer: ')),
  'a longer number with the right start passes': alsoRight(
    (expectation, text) => 'value' in expectation && line(text).startsWith(expectation.value),
  ),
  'a number that ends right passes': alsoRight((expectation, text) => 'value' in expectation && line(text).endsWith(expectation.value)),
  'units are ignored': reading((text, expectation) =>
    expectation.type === 'quantity'
      ? `Answer: ${line(text)
          .replace(/[a-z/]+/gi, '')
          .trim()} ${expectation.unit}`
      : text,
  ),
  'a missing unit passes': expecting((key) => (key.type === 'quantity' ? { ...key, unitRequired: false } : key)),
  'a unit is always demanded': expecting((key) => (key.type === 'quantity' ? { ...key, unitRequired: true } : key)),
  'other units of the dimension are unknown': without(/\d (?:m|ml|h \d+ min)\b(?!in)/),
  'currencies are ignored': reading((text) => text.replace(/[$€£]/g, '')),
  'currency signs are unknown': without(/[€£]|\$\d/),
  'numbers within one percent pass': expecting((key) =>
    'value' in key && (key.type === 'quantity' || key.type === 'money' || key.type === 'decimal') && key.type !== 'money'
      ? { ...key, decimals: undefined, tolerance: (Number(key.value) / 100).toFixed(4) }
      : key,
  ),
  'rounding is not demanded': expecting((key) =>
    key.type === 'decimal' || key.type === 'percentage' ? { ...key, decimals: undefined, tolerance: '0.01' } : key,
  ),
  'a share passes for a percentage': alsoRight(
    (key, text) => key.type === 'percentage' && Math.abs(Number(line(text)) * 100 - Number(key.value)) < 1e-6,
  ),
  'a fraction need not be in lowest terms': expecting((key) => (key.type === 'fraction' ? { ...key, lowestTerms: false } : key)),
  'a fraction may stand upside down': alsoRight(
    (key, text) => key.type === 'fraction' && line(text).split('/').toReversed().join('/') === key.value,
  ),
  'a sequence is a set': expecting((key) => (key.type === 'sequence' ? { ...key, type: 'set' } : key)),
  'a set is a sequence': expecting((key) => (key.type === 'set' ? { ...key, type: 'sequence' } : key)),
  'the start of a sequence passes': alsoRight(
    (key, text) => key.type === 'sequence' && itemsOf(text).length > 0 && itemsOf(text).every((item, index) => item === key.items[index]),
  ),
  'a longer sequence passes': alsoRight(
    (key, text) => key.type === 'sequence' && key.items.every((item, index) => item === itemsOf(text)[index]),
  ),
  'a part of a set passes': alsoRight((key, text) => key.type === 'set' && itemsOf(text).every((item) => key.items.includes(item))),
  'extra items of a set are free': alsoRight((key, text) => key.type === 'set' && key.items.every((item) => itemsOf(text).includes(item))),
  '"not determined" fits every item': alsoRight(
    (key, text) =>
      key.type === 'sequence' &&
      itemsOf(text).length === key.items.length &&
      itemsOf(text).every((item, index) => item === 'not determined' || item === key.items[index]),
  ),
  'any number fits "not determined"': alsoRight(
    (key, text) =>
      key.type === 'sequence' &&
      itemsOf(text).length === key.items.length &&
      key.items.every((item, index) => item === 'not determined' || item === itemsOf(text)[index]),
  ),
  'only the first letter of a choice counts': reading((text, key) => (key.type === 'choice' ? `Answer: ${line(text).charAt(0)}` : text)),
  'the text of a choice is unknown': without(/: [A-Z] \(/),
  'the year of a date is ignored': reading((text, key) => (key.type === 'date' ? text.replace(/\b\d{4}\b/g, key.value.slice(0, 4)) : text)),
  'a date needs no year': alsoRight(
    (key, text) => key.type === 'date' && new RegExp(`^${Number(key.value.slice(8))} [A-Z][a-z]+$`).test(line(text)),
  ),
  'month names are unknown': without(/January|February|March|April|May|June|July|August|September|October|November|December/),
  'the half of the day is ignored': (key, text) =>
    key.type === 'time' &&
    isRight(verdict({ ...key, value: `${String((Number(key.value.slice(0, 2)) + 12) % 24).padStart(2, '0')}${key.value.slice(2)}` }, text))
      ? passed
      : verdict(key, text),
  'AM and PM are unknown': without(/ [AP]M/),
  'code fences are unknown': without(/```/),
  'bold labels are unknown': without(/\*\*/),
  'thousands separators are unknown': without(/\d,\d{3}/),
  'LaTeX is unknown': without(/\\/),
  'arrows are unknown': without(/→/),
  '"final answer" is unknown': without(/final answer/i),
  'a closing full stop is part of the value': without(/\.$/),
  'a bare value is not read': (expectation, text) =>
    /answer/i.test(text) ? verdict(expectation, text) : { outcome: 'unparseable', reason: 'mutated rule' },
  'prose before the answer line makes it unreadable': (expectation, text) =>
    text.includes('\n\nAnswer') && !text.includes('```') ? failed : verdict(expectation, text),
  'no answer counts as a wrong answer': (expectation, text) =>
    verdict(expectation, text).outcome === 'unparseable' ? failed : verdict(expectation, text),
  'the last line is read without a label': reading((text) =>
    /answer:/i.test(text) ? text : `Answer: ${text.match(/as a value|meet (.*) as/)?.[1] ?? text}`,
  ),
};

const withRule = (rule: Rule): Suite => ({
  ...suite,
  scorer: {
    ...scorer,
    expectSchema: z.unknown() as never,
    score: ({ expect: expectation, transcript }: { expect: never; transcript: { finalText: string; reasoning: string } }) =>
      rule(expectation, transcript.finalText, transcript.reasoning),
  },
});

const isCaught = async (mutant: Suite): Promise<boolean> => {
  for (const task of tasks) if ((await proveTask(mutant, task, tools)).length > 0) return true;
  return false;
};

describe(`each of ${Object.keys(rules).length} mutated rules makes a proof fail`, () => {
  test('the rules unmutated hold all proofs', async () => {
    for (const task of tasks)
      expect(
        await proveTask(
          withRule((expectation, text) => verdict(expectation, text)),
          task,
          tools,
        ),
      ).toEqual([]);
  });

  test.each(Object.entries(rules))('%s', async (_name, rule) => {
    const mutant = withRule(rule);
    const caught = await isCaught(mutant);
    ruleShare.count(Number(caught), 1);
    expect(caught, 'a proof notices this rule').toBe(true);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(ruleShare.say());
    expect(ruleShare.say()).toContain('(100 %)');
  });
});
