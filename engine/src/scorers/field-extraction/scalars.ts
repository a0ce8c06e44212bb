import type { Scalar, ScalarKind, TextMatch } from './expect.ts';

type ScalarOf<K extends ScalarKind> = Extract<Scalar, { kind: K }>;

/** Whether a value is the expected one, for each kind of scalar. */
export type ScalarRules = { [K in ScalarKind]: (expected: ScalarOf<K>, given: unknown) => boolean };

/** Room for the binary rounding of decimal numbers. */
const rounding = 1e-9;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** One spelling for signs that mean the same: quotes, apostrophes, minus, kinds of space. Case is kept. */
const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201a\u201b\u02bc\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2212\u2010\u2011\u2013]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const spellings: Record<TextMatch, (text: string) => string> = {
  exact: (text) => text.normalize('NFC'),
  text: plainText,
  folded: (text) => plainText(text).toLowerCase(),
};

const isNear = (expected: number, given: unknown, tolerance = 0): boolean =>
  typeof given === 'number' && Math.abs(given - expected) <= tolerance + rounding;

/** The rules in force. */
export const scalarRules: ScalarRules = {
  text: ({ value, match }, given) => typeof given === 'string' && (given === value || spellings[match](given) === spellings[match](value)),
  integer: ({ value }, given) => given === value,
  decimal: ({ value, tolerance }, given) => isNear(value, given, tolerance),
  money: ({ amount, currency }, given) =>
    isObject(given) && Object.keys(given).length === 2 && isNear(amount, given['amount']) && given['currency'] === currency,
  date: ({ value }, given) => given === value,
  boolean: ({ value }, given) => given === value,
  enum: ({ value }, given) => given === value,
};

export const isScalarRight = (expected: Scalar, given: unknown, rules: ScalarRules): boolean =>
  (rules[expected.kind] as (expected: Scalar, given: unknown) => boolean)(expected, given);

/** The expected value as JSON data. */
export const valueOf = (expected: Scalar): unknown =>
  expected.kind === 'money' ? { amount: expected.amount, currency: expected.currency } : expected.value;
