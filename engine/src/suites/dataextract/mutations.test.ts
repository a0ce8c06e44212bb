import { describe, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import type { FieldExtractionExpect, Scalar } from '../../scorers/field-extraction/expect.ts';
import { createMutationShare } from '../../kit/testing/mutation-share.ts';
import { readReply, type ReadReply } from '../../scorers/field-extraction/read-reply.ts';
import { isObject, scalarRules, type ScalarRules } from '../../scorers/field-extraction/scalars.ts';
import { createFieldExtractionScorer, fieldRules, type FieldRules } from '../../scorers/field-extraction/scorer.ts';
import { firstFault } from './check-proof.ts';
import { mutatedKeys } from './mutated-keys.ts';
import { createDataextractSuite } from './suite.ts';

const suite = createDataextractSuite();
const frozen = suite.tasks(suite.publishedSeed);
const scorer = createFieldExtractionScorer();
const expectOf = (task: Task) => task.expect as FieldExtractionExpect;

const keyShare = createMutationShare('dataextract', 'mutated keys');

describe('mutated keys', () => {
  /** Changes that leave the meaning as it is, by the task and the name of the mutation. */
  const isEquivalent = (task: Task, name: string): boolean => {
    const root = JSON.stringify(expectOf(task).root);
    const lists = [...root.matchAll(/"order":"(set|sequence)","items":(\[[^\]]*\])/g)].map(([, order, items = '[]']) => ({
      order,
      items: JSON.parse(items) as unknown[],
    }));
    // A list of fewer than two items has no order.
    if (name === 'sequences as sets') return lists.every(({ order, items }) => order !== 'sequence' || items.length < 2);
    if (name === 'sets as sequences') return lists.every(({ order, items }) => order !== 'set' || items.length < 2);
    return false;
  };

  test.each(frozen.map((task) => [task.id, task] as const))('every mutation of the key of %s makes its proof fail', (_id, task) => {
    const mutations = mutatedKeys(expectOf(task).root).filter(({ name }) => !isEquivalent(task, name));
    expect(mutations.length).toBeGreaterThanOrEqual(10);
    // A key that does not even fit the schema of keys never loads.
    const loads = mutations.filter(({ root }) => scorer.expectSchema.safeParse({ root }).success);
    const survivors = loads.filter(({ root }) => firstFault(scorer, { ...task, expect: { root } }) === null);
    keyShare.count(loads.length - survivors.length, loads.length);
    expect(survivors.map(({ name }) => name)).toEqual([]);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(keyShare.say());
    expect(keyShare.say()).toContain('(100 %)');
  });
});

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const near = (share: number) => (expected: { value: number }, given: unknown) =>
  typeof given === 'number' && Math.abs(given - expected.value) <= share * Math.abs(expected.value);
const money =
  (judge: (amount: unknown, currency: unknown, due: Extract<Scalar, { kind: 'money' }>) => boolean): ScalarRules['money'] =>
  (due, given) =>
    isObject(given) && judge(given['amount'], given['currency'], due);

/** Another rule for one kind of scalar. */
const scalarMutants: { [Name in string]: Partial<ScalarRules> } = {
  'any text is right': { text: (_expected, given) => typeof given === 'string' },
  'no text is right': { text: () => false },
  'texts without case': { text: ({ value }, given) => text(given).trim().toLowerCase() === value.trim().toLowerCase() },
  'texts letter by letter': { text: ({ value }, given) => given === value },
  'a beginning of the text is enough': { text: ({ value }, given) => typeof given === 'string' && given !== '' && value.startsWith(given) },
  'the text within a longer one': { text: ({ value }, given) => text(given).includes(value) },
  'digits as a number are a text': { text: (expected, given) => scalarRules.text(expected, String(given)) },
  'any number is a whole number': { integer: (_expected, given) => typeof given === 'number' },
  'no whole number is right': { integer: () => false },
  'text is a whole number': { integer: ({ value }, given) => Number(given) === value },
  'whole numbers within one': { integer: ({ value }, given) => typeof given === 'number' && Math.abs(given - value) <= 1 },
  'whole numbers by size only': {
    integer: ({ value }, given) => typeof given === 'number' && String(given).length === String(value).length,
  },
  'any number is a decimal': { decimal: (_expected, given) => typeof given === 'number' },
  'no decimal is right': { decimal: () => false },
  'text is a decimal': { decimal: ({ value }, given) => Number(given) === value },
  'decimals within one percent': { decimal: near(0.01) },
  'decimals as whole numbers': { decimal: ({ value }, given) => typeof given === 'number' && Math.floor(given) === Math.floor(value) },
  'decimals by their digits': { decimal: ({ value }, given) => String(given).replace(/[.0]/g, '') === String(value).replace(/[.0]/g, '') },
  'any money is right': { money: money(() => true) },
  'no money is right': { money: () => false },
  'money without its currency': { money: money((amount, _currency, due) => amount === due.amount) },
  'money without its amount': { money: money((_amount, currency, due) => currency === due.currency) },
  'amounts as text': { money: money((amount, currency, due) => Number(amount) === due.amount && currency === due.currency) },
  'amounts within a cent': {
    money: money((amount, currency, due) => Math.abs(Number(amount) - due.amount) < 0.011 && currency === due.currency),
  },
  'money as text': { money: (due, given) => scalarRules.money(due, given) || given === `${due.amount} ${due.currency}` },
  'any date is right': { date: (_expected, given) => typeof given === 'string' },
  'no date is right': { date: () => false },
  'dates by their year': { date: ({ value }, given) => text(given).slice(0, 4) === value.slice(0, 4) },
  'dates with points': { date: ({ value }, given) => given === value || text(given).split('.').reverse().join('-') === value },
  'dates within a day': { date: ({ value }, given) => Math.abs(Date.parse(text(given)) - Date.parse(value)) <= 86_400_000 },
  'true and false alike': { boolean: (_expected, given) => typeof given === 'boolean' },
  'no truth is right': { boolean: () => false },
  'truth as text': { boolean: ({ value }, given) => text(given) === String(value) },
  'any option is right': { enum: ({ options }, given) => options.includes(text(given)) },
  'no option is right': { enum: () => false },
  'the beginning of an option is enough': { enum: ({ value }, given) => text(given).startsWith(value) },
};

const read =
  (change: (found: ReadReply, reply: string, keys: readonly string[]) => ReadReply): FieldRules['read'] =>
  (reply, keys) =>
    change(readReply(reply, keys), reply, keys);
const strict = (reply: string): ReadReply => {
  try {
    return { kind: 'value', candidate: { value: JSON.parse(reply) as unknown, flaw: null } };
  } catch {
    return { kind: 'none' };
  }
};

const ruleMutants: { [Name in string]: Partial<FieldRules> } = {
  'missing values cost nothing': { missing: 0 },
  'missing values cost half': { missing: 0.5 },
  'missing values cost double': { missing: 2 },
  'invented values cost nothing': { invented: 0 },
  'invented values cost half': { invented: 0.5 },
  'invented values cost double': { invented: 2 },
  'objects paired in the given order': { assign: (count, given) => Array.from({ length: count }, (_, at) => (at < given ? at : -1)) },
  'objects paired in the opposite order': {
    assign: (count, given) => Array.from({ length: count }, (_, at) => (given - 1 - at >= 0 ? given - 1 - at : -1)),
  },
  'objects never paired': { assign: (count) => Array.from({ length: count }, () => -1) },
  'repaired JSON as good as strict': { repairedWorth: 1 },
  'repaired JSON almost as good': { repairedWorth: 0.9 },
  'repaired JSON worth nothing': { repairedWorth: 0 },
  'repaired JSON not told apart': {
    read: read((found) => (found.kind === 'value' ? { kind: 'value', candidate: { ...found.candidate, flaw: null } } : found)),
  },
  'repaired JSON not read': { read: read((found) => (found.kind === 'value' && found.candidate.flaw !== null ? { kind: 'none' } : found)) },
  'all JSON as if repaired': {
    read: read((found) => (found.kind === 'value' ? { kind: 'value', candidate: { ...found.candidate, flaw: 'a comment' } } : found)),
  },
  'only bare JSON': { read: (reply) => strict(reply) },
  'only JSON of the first line': { read: (reply) => strict(reply.trim().split('\n')[0] ?? '') },
  'the first of several': {
    read: read((found, reply, keys) => (found.kind === 'several' ? readReply(reply.split('\nor\n')[0] ?? '', keys) : found)),
  },
  'the last of several': {
    read: read((found, reply, keys) => (found.kind === 'several' ? readReply(reply.split('\nor\n')[1] ?? '', keys) : found)),
  },
  'no JSON as an empty object': {
    read: read((found) => (found.kind === 'none' ? { kind: 'value', candidate: { value: {}, flaw: null } } : found)),
  },
  'a list as its first object': {
    read: read((found) =>
      found.kind === 'value' && Array.isArray(found.candidate.value)
        ? { kind: 'value', candidate: { ...found.candidate, value: found.candidate.value[0] as unknown } }
        : found,
    ),
  },
  'the same twice as several': { read: read((found, reply) => (reply.includes('Once more') ? { kind: 'several', count: 2 } : found)) },
};

test('every mutated rule of the scorer makes a proof fail', async ({ annotate }) => {
  const mutants: [string, Partial<FieldRules>][] = [
    ...Object.entries(scalarMutants).map(([name, scalars]): [string, Partial<FieldRules>] => [
      name,
      { scalars: { ...fieldRules.scalars, ...scalars } },
    ]),
    ...Object.entries(ruleMutants),
  ];
  expect(mutants.length).toBeGreaterThanOrEqual(50);
  const survivors = mutants.filter(([, changes]) => {
    const mutated = createFieldExtractionScorer(changes);
    return frozen.every((task) => firstFault(mutated, task) === null);
  });
  const share = createMutationShare('dataextract', 'mutated rules');
  share.count(mutants.length - survivors.length, mutants.length);
  await annotate(share.say());
  expect(survivors.map(([name]) => name)).toEqual([]);
});
