import { deepEqual } from '../../kit/deep-equal.ts';
import { evidentDay } from './dates.ts';
import type { Matcher } from './expect.ts';
import { matchesPattern } from './pattern.ts';
import { entityName, foldedText, holdsEntity, plainText } from './text.ts';

type Kind = Matcher['kind'];
type MatcherOf<K extends Kind> = Extract<Matcher, { kind: K }>;

/** What is wrong with a value in a few words, or null when it is right. `undefined` = the argument was not given. */
export type Fault = string | null;
type Again = (matcher: Matcher, value: unknown) => Fault;

/** One rule for each kind of matcher; `again` judges what is nested. */
export type MatcherRules = { [K in Kind]: (matcher: MatcherOf<K>, value: unknown, again: Again) => Fault };

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);

const differs = (expected: unknown, value: unknown): string =>
  value === undefined ? `is missing (expected ${shown(expected)})` : `should be ${shown(expected)}, not ${shown(value)}`;

const asNumber = (value: unknown, lenient: boolean): number =>
  typeof value === 'number'
    ? value
    : lenient && typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value)
      ? Number(value)
      : Number.NaN;

/** Finds for each item its own value, whatever the order: augmenting paths, so one greedy choice cannot spoil another. */
const coversAll = (items: readonly Matcher[], values: readonly unknown[], again: Again): boolean => {
  const owner: (number | undefined)[] = values.map(() => undefined);
  const place = (item: number, tried: Set<number>): boolean =>
    values.some((value, at) => {
      if (tried.has(at) || again(items[item] as Matcher, value) !== null) return false;
      tried.add(at);
      const held = owner[at];
      if (held !== undefined && !place(held, tried)) return false;
      owner[at] = item;
      return true;
    });
  return items.every((_item, item) => place(item, new Set()));
};

const objectFault = (entries: Record<string, Matcher>, value: unknown, again: Again): Fault => {
  if (!isObject(value)) return value === undefined ? 'is missing' : `should be an object, not ${shown(value)}`;
  for (const [key, matcher] of Object.entries(entries)) {
    const fault = again(matcher, Object.hasOwn(value, key) ? value[key] : undefined);
    if (fault !== null) return `has a member "${key}" that ${fault}`;
  }
  const extra = Object.keys(value).find((key) => !Object.hasOwn(entries, key));
  return extra === undefined ? null : `has a member "${extra}" that was not asked for`;
};

/** The rules in force. */
export const matcherRules: MatcherRules = {
  exact: ({ value: expected }, value) => (deepEqual(expected, value) ? null : differs(expected, value)),
  number: ({ value: expected, tolerance = 0, lenient = false }, value) =>
    Math.abs(asNumber(value, lenient) - expected) <= tolerance + 1e-9 ? null : differs(expected, value),
  text: ({ value: expected, keepCase = false }, value) => {
    const same = keepCase ? plainText : foldedText;
    return value === expected || (typeof value === 'string' && same(value) === same(expected)) ? null : differs(expected, value);
  },
  date: ({ value: expected, iso = false }, value) => {
    const day = typeof value !== 'string' ? null : iso ? value : evidentDay(value);
    return day === expected ? null : differs(expected, value);
  },
  pattern: ({ pattern }, value) =>
    typeof value === 'string' && matchesPattern(pattern, value)
      ? null
      : value === undefined
        ? 'is missing'
        : `should match ${pattern}, not ${shown(value)}`,
  mentions: ({ all, none = [] }, value) => {
    if (typeof value !== 'string') return value === undefined ? 'is missing' : `should be text, not ${shown(value)}`;
    const missing = all.find((entity) => !holdsEntity(value, entity));
    if (missing !== undefined) return `does not mention ${entityName(missing)}`;
    const wrong = none.find((entity) => holdsEntity(value, entity));
    return wrong === undefined ? null : `must not mention ${entityName(wrong)}`;
  },
  'one-of': ({ options }, value, again) => {
    const faults = options.map((option) => again(option, value));
    return faults.includes(null) ? null : (faults[0] ?? null);
  },
  list: ({ items }, value, again) => {
    if (!Array.isArray(value)) return value === undefined ? 'is missing' : `should be an array, not ${shown(value)}`;
    if (value.length !== items.length) return `should have ${items.length} items, not ${value.length}`;
    for (const [at, item] of items.entries()) {
      const fault = again(item, value[at]);
      if (fault !== null) return `has an item ${at + 1} that ${fault}`;
    }
    return null;
  },
  set: ({ items }, value, again) => {
    if (!Array.isArray(value)) return value === undefined ? 'is missing' : `should be an array, not ${shown(value)}`;
    if (value.length !== items.length) return `should have ${items.length} items, not ${value.length}`;
    return coversAll(items, value, again) ? null : `does not hold the expected items: ${shown(value)}`;
  },
  object: ({ entries }, value, again) => objectFault(entries, value, again),
  optional: ({ matcher }, value, again) => (value === undefined ? null : again(matcher, value)),
  absent: (_matcher, value) => (value === undefined ? null : `should be left out, not ${shown(value)}`),
};

/** A function that judges one value by a table of rules. */
export const createJudgement = (rules: MatcherRules): Again => {
  const again: Again = (matcher, value) => (rules[matcher.kind] as (m: Matcher, v: unknown, a: Again) => Fault)(matcher, value, again);
  return again;
};
