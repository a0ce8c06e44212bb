import { bestAssignment } from './assignment.ts';
import { countOf, type Expected, type ExpectedObject, type Scalar } from './expect.ts';
import { isObject, isScalarRight, valueOf, type ScalarRules } from './scalars.ts';

/**
 * Values that are right, that are wanted and that are given, and what is wrong, in the order of the expectation.
 * Recall is right / wanted, precision right / given.
 */
export type Tally = { right: number; wanted: number; given: number; faults: Fault[] };
/** Says what is wrong; written only when asked, since most comparisons of a pairing are thrown away. */
export type Fault = () => string;

/** What the comparison does, apart, so that a test can change each and see it noticed. */
export type CompareRules = {
  scalars: ScalarRules;
  /** What a missing value adds to `wanted`, and an invented one to `given`. */
  missing: number;
  invented: number;
  /** Pairs expected with given objects. */
  assign: typeof bestAssignment;
};

/** Given items beyond this number are never paired, so that a flood of items costs no time. */
const itemsPaired = 100;
const depthMax = 40;
const shownLetters = 80;

const nothing: Tally = { right: 0, wanted: 0, given: 0, faults: [] };
const oneRight: Tally = { right: 1, wanted: 1, given: 1, faults: [] };

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownLetters ? `${text.slice(0, shownLetters - 1)}…` : text;
};

const sum = (tallies: readonly Tally[]): Tally => {
  const total: Tally = { right: 0, wanted: 0, given: 0, faults: [] };
  for (const { right, wanted, given, faults } of tallies) {
    total.right += right;
    total.wanted += wanted;
    total.given += given;
    total.faults.push(...faults);
  }
  return total;
};

const isMoney = (value: object): boolean => Object.keys(value).length === 2 && 'amount' in value && 'currency' in value;

/** Values in a piece of JSON; null is none, money is one. */
const valuesIn = (value: unknown, depth = 0): number => {
  if (value === null) return 0;
  if (typeof value !== 'object' || depth > depthMax || isMoney(value)) return 1;
  return Object.values(value).reduce((total: number, inner) => total + valuesIn(inner, depth + 1), 0);
};

const inventedIn = (value: unknown): number => Math.max(1, valuesIn(value));

/** The expectation as JSON data, for messages. */
const dataOf = (expected: Expected): unknown => {
  if (expected.kind === 'absent') return null;
  if (expected.kind === 'list') return expected.items.map(valueOf);
  if (expected.kind === 'rows') return expected.items.map(dataOf);
  if (expected.kind === 'object') return Object.fromEntries(Object.entries(expected.fields).map(([key, field]) => [key, dataOf(field)]));
  return valueOf(expected);
};

const inner = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Numbers of the expected items that have a partner when both lists are aligned in order (longest common subsequence). */
const aligned = (count: number, given: number, isSame: (item: number, at: number) => boolean): Map<number, number> => {
  const best: number[][] = Array.from({ length: count + 1 }, () => Array.from({ length: given + 1 }, () => 0));
  const cell = (item: number, at: number): number => best[item]?.[at] ?? 0;
  for (let item = count - 1; item >= 0; item -= 1)
    for (let at = given - 1; at >= 0; at -= 1)
      (best[item] as number[])[at] = isSame(item, at) ? cell(item + 1, at + 1) + 1 : Math.max(cell(item + 1, at), cell(item, at + 1));
  const pairs = new Map<number, number>();
  for (let item = 0, at = 0; item < count && at < given;)
    if (isSame(item, at)) pairs.set(item++, at++);
    else if (cell(item + 1, at) >= cell(item, at + 1)) item += 1;
    else at += 1;
  return pairs;
};

/** Judges JSON data against a tree of expected fields. */
export const createComparison = (rules: CompareRules): ((expected: ExpectedObject, given: unknown) => Tally) => {
  const missing = (expected: Expected, path: string): Tally => ({
    ...nothing,
    wanted: Math.max(1, countOf(expected)) * rules.missing,
    faults: [() => `"${path}" is missing (expected ${shown(dataOf(expected))})`],
  });
  const invented = (given: unknown, path: string, why: string): Tally => ({
    ...nothing,
    given: inventedIn(given) * rules.invented,
    faults: [() => `"${path}" is ${shown(given)} ${why}`],
  });
  /** A value of the wrong kind: what was due is missing, what is there was invented. */
  const differing = (expected: Expected, given: unknown, path: string): Tally => ({
    right: 0,
    wanted: Math.max(1, countOf(expected)),
    given: given === null ? 0 : inventedIn(given),
    faults: [() => `"${path}" should be ${shown(dataOf(expected))}, not ${shown(given)}`],
  });

  const scalar = (expected: Scalar, given: unknown, path: string): Tally =>
    isScalarRight(expected, given, rules.scalars) ? oneRight : differing(expected, given, path);

  const list = (expected: Extract<Expected, { kind: 'list' }>, given: unknown[], path: string): Tally => {
    const { items } = expected;
    const isSame = (item: number, at: number) => isScalarRight(items[item] as Scalar, given[at], rules.scalars);
    const taken = Math.min(given.length, itemsPaired);
    const pairs =
      expected.order === 'sequence'
        ? aligned(items.length, taken, isSame)
        : new Map(
            [...bestAssignment(items.length, taken, (item, at) => (isSame(item, at) ? 1 : 0)).entries()].filter(
              ([item, at]) => at >= 0 && isSame(item, at),
            ),
          );
    const used = new Set(pairs.values());
    return sum([
      { ...nothing, right: pairs.size, wanted: pairs.size, given: pairs.size },
      ...[...items.entries()].filter(([item]) => !pairs.has(item)).map(([item, due]) => missing(due, `${path}[${item}]`)),
      ...[...given.entries()]
        .filter(([at]) => !used.has(at))
        .map(([at, value]) => invented(value, `${path}[${at}]`, 'which is wrong, in the wrong place or there once too often')),
    ]);
  };

  const rows = (items: readonly ExpectedObject[], given: unknown[], path: string): Tally => {
    const taken = given.slice(0, itemsPaired);
    const tallies: Tally[][] = items.map(() => []);
    const tallyOf = (item: number, at: number): Tally =>
      ((tallies[item] as Tally[])[at] ??= compare(items[item] as ExpectedObject, taken[at], `${path}[${item}]`));
    // Right values decide; among equals the pair with fewer faults.
    const worth = (item: number, at: number): number => {
      const { right, wanted, given: count } = tallyOf(item, at);
      return right * 1000 - wanted - count;
    };
    const isStraight = items.length <= taken.length && items.every((item, at) => tallyOf(at, at).right === countOf(item));
    // Nothing can beat a pairing in which every wanted value is right.
    const owner = isStraight ? items.map((_item, at) => at) : rules.assign(items.length, taken.length, worth);
    return sum([
      ...items.map((item, at) => {
        const partner = owner[at] ?? -1;
        return partner < 0 ? missing(item, `${path}[${at}]`) : tallyOf(at, partner);
      }),
      ...[...given.entries()]
        .filter(([at]) => !owner.includes(at))
        .map(([at, value]) => invented(value, `${path}[${at}]`, 'which is one item too many')),
    ]);
  };

  const object = (expected: ExpectedObject, given: Record<string, unknown>, path: string): Tally =>
    sum([
      ...Object.entries(expected.fields).map(([key, field]) =>
        compare(field, Object.hasOwn(given, key) ? given[key] : undefined, inner(path, key)),
      ),
      ...Object.entries(given)
        .filter(([key]) => !Object.hasOwn(expected.fields, key))
        .map(([key, value]) => invented(value, inner(path, key), 'but no such key was asked for')),
    ]);

  const compare = (expected: Expected, given: unknown, path: string): Tally => {
    if (given === undefined) return missing(expected, path);
    if (expected.kind === 'absent')
      return given === null ? nothing : invented(given, path, 'but the source gives no value (expected null)');
    if (expected.kind === 'list' && Array.isArray(given)) return list(expected, given, path);
    if (expected.kind === 'rows' && Array.isArray(given)) return rows(expected.items, given, path);
    if (expected.kind === 'object' && isObject(given)) return object(expected, given, path);
    if (expected.kind === 'list' || expected.kind === 'rows' || expected.kind === 'object') return differing(expected, given, path);
    return scalar(expected, given, path);
  };
  return (expected, given) => (isObject(given) ? object(expected, given, '') : differing(expected, given, 'the whole reply'));
};
