import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Suite, Task, Verdict } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createMutationShare } from '../../kit/testing/mutation-share.ts';
import { proveTask } from '../../run/prove.ts';
import { typedAnswerSchema, type TypedAnswer } from '../../scorers/typed-answer/expect.ts';
import { createTypedAnswerScorer } from '../../scorers/typed-answer/scorer.ts';
import { silent } from './answers.ts';
import { createLongcontextSuite } from './suite.ts';

const suite = createLongcontextSuite();
const scorer = createTypedAnswerScorer();
const tasks = suite.tasks(suite.publishedSeed);
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };

const changedBy = (value: string, change: number): string => String(Number(value) + change);

const mutatedLists = (items: readonly string[], extra: string): string[][] => [
  items.slice(1),
  items.slice(0, -1),
  [...items, extra],
  [...items.slice(0, -1), extra],
  [extra, ...items.slice(1)],
];

/** Wrong keys that a slip in a generator or a solver could make. */
const mutatedKeys = (key: TypedAnswer): TypedAnswer[] => {
  switch (key.type) {
    case 'integer':
      return [
        ...[1, -1, 10, -10, 100, 1000].map((change) => ({ ...key, value: changedBy(key.value, change) })),
        { ...key, value: `${key.value}0` },
        { ...key, value: key.value.slice(0, -1) },
        { ...key, value: `-${key.value}` },
      ];
    case 'time': {
      const [hour = 0, minute = 0] = key.value.split(':').map(Number);
      const text = (h: number, m: number) => `${String(h % 24).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`;
      return [text(hour + 1, minute), text(hour + 12, minute), text(hour, minute + 1), text(hour, minute + 10)].map((value) => ({
        ...key,
        value,
      }));
    }
    case 'set': {
      const extra = (key.universe ?? []).find((item) => !key.items.includes(item)) ?? '';
      return mutatedLists(key.items, extra)
        .filter((items) => items.length > 0 && items.join() !== key.items.join())
        .map((items) => ({ ...key, items }));
    }
    case 'sequence':
      return [
        ...mutatedLists(key.items, '54321').filter((items) => items.length > 1),
        key.items.toReversed(),
        [key.items[1] ?? '', key.items[0] ?? '', ...key.items.slice(2)],
        key.items.with(0, silent),
        key.items.map(() => silent),
        key.items.map((item) => (item === silent ? '54321' : changedBy(item, 1))),
      ]
        .filter((items) => items.join() !== key.items.join())
        .map((items) => ({ ...key, items }));
    case 'choice':
    case 'date':
    case 'decimal':
    case 'fraction':
    case 'money':
    case 'percentage':
    case 'quantity':
    case 'undetermined':
      throw new Error(`the suite has no answers of type ${key.type}`);
  }
};

const keyMutants = tasks.flatMap((task) => mutatedKeys(typedAnswerSchema.parse(task.expect)).map((mutated) => ({ task, mutated })));

const keyShare = createMutationShare('longcontext', 'mutated keys');
const ruleShare = createMutationShare('longcontext', 'mutated rules');

test(`each of ${keyMutants.length} mutated keys makes a proof of its task fail`, async ({ annotate }) => {
  expect(keyMutants.length).toBeGreaterThan(300);
  const survivors: string[] = [];
  for (const { task, mutated } of keyMutants) {
    const failures = await proveTask(suite, { ...task, expect: typedAnswerSchema.parse(mutated) }, tools);
    if (failures.length === 0) survivors.push(`${task.id}: ${JSON.stringify(mutated)}`);
  }
  keyShare.count(keyMutants.length - survivors.length, keyMutants.length);
  await annotate(keyShare.say());
  expect(survivors).toEqual([]);
});

type Rule = (key: TypedAnswer, text: string, reasoning: string) => Verdict;

const verdict = (key: TypedAnswer, text: string): Verdict =>
  scorer.score({
    task: {} as Task,
    expect: key,
    evidence: null,
    transcript: { messages: [], finalText: text, reasoning: '', toolCalls: [], turns: 1, stop: 'answer', refused: false, problems: [] },
  });

const scoredAs = (passed: boolean): Verdict => ({
  outcome: 'scored',
  score: { value: passed ? 1 : 0, passed, reason: 'a mutated rule says so' },
});
const [passes, fails] = [scoredAs(true), scoredAs(false)];

const stated = (text: string): string => /answer:\**\s*(.*)$/i.exec(text.trim().split('\n').at(-1) ?? '')?.[1] ?? '';
const itemsIn = (text: string): string[] => stated(text).split(/\s*[,;]\s*/);
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
const keyTexts = (key: TypedAnswer): string[] => ('items' in key ? key.items : 'value' in key ? [key.value] : []);
const numbersIn = (text: string): string[] => text.match(/\d+(?::\d+)?/g) ?? [];

/** The scorer that reads a changed text, as a laxer or stricter reader would. */
const reading =
  (change: (text: string, key: TypedAnswer) => string): Rule =>
  (key, text) =>
    verdict(key, change(text, key));
const keyedBy =
  (change: (key: TypedAnswer) => TypedAnswer): Rule =>
  (key, text) =>
    verdict(change(key), text);
const alsoPassing =
  (also: (key: TypedAnswer, text: string) => boolean): Rule =>
  (key, text) =>
    also(key, text) ? passes : verdict(key, text);
const alsoFailing =
  (also: (key: TypedAnswer, text: string) => boolean): Rule =>
  (key, text) =>
    also(key, text) ? fails : verdict(key, text);
const turned =
  (from: Verdict['outcome'], to: Verdict): Rule =>
  (key, text) => {
    const result = verdict(key, text);
    return result.outcome === from ? to : result;
  };

const near = (a: string, b: string, most: number): boolean => a !== '' && Math.abs(Number(a) - Number(b)) <= most;
const isNumber = (key: TypedAnswer): key is Extract<TypedAnswer, { type: 'integer' }> => key.type === 'integer';
const isList = (key: TypedAnswer): key is Extract<TypedAnswer, { items: string[] }> => key.type === 'set' || key.type === 'sequence';

const rules: Record<string, Rule> = {
  'everything passes': () => passes,
  'nothing passes': () => fails,
  'any answer line passes': alsoPassing((_, text) => /^\**answer:/im.test(text)),
  'any number on the answer line passes': alsoPassing((_, text) => /\d/.test(stated(text))),
  'a key anywhere in the reply passes': alsoPassing((key, text) => keyTexts(key).every((item) => text.includes(item))),
  'a key anywhere on the answer line passes': alsoPassing((key, text) => keyTexts(key).every((item) => stated(text).includes(item))),
  'a quoted entry of the log passes': alsoPassing((_, text) => text.includes('“')),
  'the thinking is read as well': (key, text, reasoning) => verdict(key, reasoning === '' ? text : `${text}\n${reasoning}`),
  'thinking makes a reply wrong': (key, text, reasoning) => (reasoning === '' ? verdict(key, text) : fails),
  'the first answer line wins': reading((text) => text.split('\n').find((line) => line.startsWith('Answer:')) ?? text),
  'the last number wins': reading((text, key) => (isNumber(key) ? `Answer: ${numbersIn(text).at(-1) ?? ''}` : text)),
  'the first number wins': reading((text, key) => (isNumber(key) ? `Answer: ${numbersIn(text)[0] ?? ''}` : text)),
  'what follows "or" is dropped': reading((text) => text.replace(/ or .*$/, '').replace('either ', '')),
  'what precedes "or" is dropped': reading((text) => text.replace(/Answer: .* or /, 'Answer: ')),
  'a number one off passes': alsoPassing((key, text) => isNumber(key) && near(stated(text), key.value, 1)),
  'a number within one percent passes': alsoPassing((key, text) => isNumber(key) && near(stated(text), key.value, Number(key.value) / 100)),
  'a number with the right start passes': alsoPassing((key, text) => isNumber(key) && stated(text).startsWith(key.value)),
  'the start of a number passes': alsoPassing((key, text) => isNumber(key) && stated(text) !== '' && key.value.startsWith(stated(text))),
  'the order of digits is ignored': alsoPassing(
    (key, text) => isNumber(key) && [...stated(text)].sort().join('') === [...key.value].sort().join(''),
  ),
  'thousands separators are unknown': alsoFailing((_, text) => /\d,\d{3}\.?$/.test(lastLine(text))),
  'the half of the day is ignored': alsoPassing(
    (key, text) =>
      key.type === 'time' &&
      Number(stated(text).split(':')[0]) % 12 === Number(key.value.split(':')[0]) % 12 &&
      stated(text).endsWith(key.value.slice(2)),
  ),
  'the minutes are ignored': alsoPassing((key, text) => key.type === 'time' && stated(text).slice(0, 2) === key.value.slice(0, 2)),
  'the hour is ignored': alsoPassing((key, text) => key.type === 'time' && stated(text).slice(2) === key.value.slice(2)),
  'AM and PM are unknown': alsoFailing((_, text) => / [AP]M/.test(text)),
  'a part of a set passes': alsoPassing((key, text) => key.type === 'set' && itemsIn(text).every((item) => key.items.includes(item))),
  'extra names are free': alsoPassing((key, text) => key.type === 'set' && key.items.every((item) => itemsIn(text).includes(item))),
  'one right name is enough': alsoPassing((key, text) => key.type === 'set' && itemsIn(text).some((item) => key.items.includes(item))),
  'the right number of names is enough': alsoPassing((key, text) => key.type === 'set' && itemsIn(text).length === key.items.length),
  'one exchanged name is forgiven': alsoPassing(
    (key, text) =>
      key.type === 'set' &&
      itemsIn(text).filter((item) => !key.items.includes(item)).length === 1 &&
      itemsIn(text).length === key.items.length,
  ),
  'a set is a sequence': keyedBy((key) => (key.type === 'set' && key.items.length > 1 ? { ...key, type: 'sequence' } : key)),
  'the surname is enough': alsoPassing(
    (key, text) =>
      key.type === 'set' &&
      key.items.length === 1 &&
      stated(text) !== '' &&
      (stated(text).split(' ').at(-1) ?? '') === key.items[0]?.split(' ').at(-1),
  ),
  'the given name is enough': alsoPassing(
    (key, text) =>
      key.type === 'set' && key.items.length === 1 && stated(text) !== '' && stated(text).split(' ')[0] === key.items[0]?.split(' ')[0],
  ),
  'any known name passes': alsoPassing((key, text) => key.type === 'set' && (key.universe ?? []).includes(stated(text))),
  'names in quotes are unknown': alsoFailing((_, text) => /"[A-Z][a-z]+ [A-Z][a-z]+"/.test(text)),
  '"and" joins no names': alsoFailing((key, text) => key.type === 'set' && / and [A-Z]/.test(lastLine(text))),
  'a sequence is a set': keyedBy((key) => (key.type === 'sequence' ? { ...key, type: 'set' } : key)),
  'the start of a sequence passes': alsoPassing(
    (key, text) => key.type === 'sequence' && stated(text) !== '' && itemsIn(text).every((item, at) => item === key.items[at]),
  ),
  'a longer sequence passes': alsoPassing(
    (key, text) => key.type === 'sequence' && key.items.every((item, at) => item === itemsIn(text)[at]),
  ),
  'the end of a sequence passes': alsoPassing(
    (key, text) =>
      key.type === 'sequence' &&
      stated(text) !== '' &&
      itemsIn(text)
        .toReversed()
        .every((item, at) => item === key.items.toReversed()[at]),
  ),
  'one right value of a sequence is enough': alsoPassing(
    (key, text) => key.type === 'sequence' && itemsIn(text).some((item, at) => item === key.items[at]),
  ),
  'one wrong value of a sequence is forgiven': alsoPassing(
    (key, text) =>
      key.type === 'sequence' &&
      itemsIn(text).length === key.items.length &&
      itemsIn(text).filter((item, at) => item !== key.items[at]).length === 1,
  ),
  '"not determined" fits every value': alsoPassing(
    (key, text) =>
      key.type === 'sequence' &&
      itemsIn(text).length === key.items.length &&
      itemsIn(text).every((item, at) => item === silent || item === key.items[at]),
  ),
  'any value fits "not determined"': alsoPassing(
    (key, text) =>
      key.type === 'sequence' &&
      itemsIn(text).length === key.items.length &&
      key.items.every((item, at) => item === silent || item === itemsIn(text)[at]),
  ),
  '"not determined" is left out of sequences': keyedBy((key) =>
    key.type === 'sequence' && key.items.length > 2 ? { ...key, items: key.items.filter((item) => item !== silent) } : key,
  ),
  '"not determined" alone passes': alsoPassing((_, text) => stated(text) === silent),
  'commas do not part values': alsoFailing((key, text) => key.type === 'sequence' && /\d, /.test(lastLine(text))),
  'semicolons do not part values': alsoFailing((_, text) => lastLine(text).includes(';')),
  'lists are not read': alsoFailing((key) => isList(key)),
  'code fences are unknown': alsoFailing((_, text) => text.includes('```')),
  'bold labels are unknown': alsoFailing((_, text) => text.includes('**')),
  '"final answer" is unknown': alsoFailing((_, text) => /final answer/i.test(text)),
  'a closing full stop is part of the value': alsoFailing((_, text) => lastLine(text).endsWith('.') && /answer/i.test(lastLine(text))),
  'a bare value is not read': (key, text) =>
    /answer/i.test(text) ? verdict(key, text) : { outcome: 'unparseable', reason: 'a mutated rule says so' },
  'prose before the answer line makes it unreadable': (key, text) =>
    /^\w[^\n]*\n\nAnswer/.test(text) ? { outcome: 'unparseable', reason: 'a mutated rule says so' } : verdict(key, text),
  'a placeholder is a wrong answer': (key, text) => (text.includes('<') ? fails : verdict(key, text)),
  'no answer is a wrong answer': turned('unparseable', fails),
  'a refusal is a wrong answer': turned('refused', fails),
  'a refusal is no answer': turned('refused', { outcome: 'unparseable', reason: 'a mutated rule says so' }),
  'a refusal passes': turned('refused', passes),
};

const withRule = (rule: Rule): Suite => ({
  ...suite,
  scorer: {
    ...scorer,
    expectSchema: z.unknown() as never,
    score: ({ expect: key, transcript }: { expect: never; transcript: { finalText: string; reasoning: string } }) =>
      rule(key, transcript.finalText, transcript.reasoning),
  },
});

const isCaught = async (mutant: Suite): Promise<boolean> => {
  for (const task of tasks) if ((await proveTask(mutant, task, tools)).length > 0) return true;
  return false;
};

describe(`each of ${Object.keys(rules).length} mutated rules makes a proof fail`, () => {
  test('the rules unmutated hold all proofs', async () => {
    const unmutated = withRule((key, text) => verdict(key, text));
    for (const task of tasks) expect(await proveTask(unmutated, task, tools)).toEqual([]);
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
