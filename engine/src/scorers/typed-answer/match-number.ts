import { wrong, unreadable, right, type AnswerOf, type Match } from './expect.ts';
import { readNumber, readNumberPrefix, type WrittenNumber } from './numbers.ts';
import { equal, greatestCommonDivisor, isWithin, rational, rationalOfDecimal, type Rational } from './rational.ts';
import { isHarmlessTail } from './statements.ts';
import { readUnitPrefix } from './units.ts';

export type Precision = { decimals?: number | undefined; tolerance?: string | undefined };

/** Compares a value with a key under the key's rounding or tolerance; exact where it has neither. */
export const isClose = (value: Rational, key: Rational, precision: Precision): boolean =>
  precision.tolerance === undefined ? equal(value, key) : isWithin(value, key, rationalOfDecimal(precision.tolerance));

/** Says why a number is not the key, so that a person can see whether rounding or the value is at fault. */
export const differs = (text: string, key: string, value: Rational, precision: Precision): Match => {
  const unrounded =
    precision.decimals !== undefined && isWithin(value, rationalOfDecimal(key), rational(1n, 2n * 10n ** BigInt(precision.decimals)));
  return wrong(
    unrounded
      ? `the answer ${text} is not rounded to ${precision.decimals} decimal places as the prompt asks; the key is ${key}`
      : `the answer ${text} differs from the key ${key}${precision.tolerance === undefined ? '' : ` by more than ${precision.tolerance}`}`,
  );
};

/** A number that may be followed by plain words, but by no unit. */
const readCount = (text: string): { number: WrittenNumber; unit: string | null } | null => {
  const read = readNumberPrefix(text);
  if (read === null || !isHarmlessTail(read.rest)) return null;
  const unit = readUnitPrefix(read.rest.trim());
  return { number: read.number, unit: unit?.rest.trim() === '' ? unit.unit : null };
};

const carriesUnit = (text: string, unit: string): Match =>
  wrong(`the answer ${text} carries the unit ${unit}, but a plain number was asked for`);

export const matchInteger = (expect: AnswerOf<'integer'>, text: string): Match => {
  const read = readCount(text);
  if (read === null) return unreadable(`"${text}" is not one whole number`);
  if (read.unit !== null) return carriesUnit(text, read.unit);
  if (read.number.fraction) return wrong(`the answer ${text} is a fraction, but a whole number was asked for`);
  return equal(read.number.value, rationalOfDecimal(expect.value)) ? right : differs(text, expect.value, read.number.value, {});
};

export const matchDecimal = (expect: AnswerOf<'decimal'>, text: string): Match => {
  const read = readCount(text);
  if (read === null) return unreadable(`"${text}" is not one decimal number`);
  if (read.unit !== null) return carriesUnit(text, read.unit);
  const { number } = read;
  if (number.fraction) return wrong(`the answer ${text} is a fraction, but a decimal number was asked for`);
  return isClose(number.value, rationalOfDecimal(expect.value), expect) ? right : differs(text, expect.value, number.value, expect);
};

const isReduced = ({ value, fraction }: WrittenNumber): boolean =>
  fraction ? fraction.bottom > 0n && greatestCommonDivisor(fraction.top, fraction.bottom) === 1n : value.top % value.bottom === 0n;

export const matchFraction = (expect: AnswerOf<'fraction'>, text: string): Match => {
  const percent = /^(.*\S)\s*(?:%|percent|per cent)$/i.exec(text)?.[1];
  const read = readCount(percent ?? text);
  if (read === null) return unreadable(`"${text}" is not one fraction`);
  if (read.unit !== null) return carriesUnit(text, read.unit);
  const { number } = read;
  const [top = '0', bottom = '1'] = expect.value.split('/');
  const key = rational(BigInt(top), BigInt(bottom));
  const value = percent === undefined ? number.value : rational(number.value.top, number.value.bottom * 100n);
  if (!equal(value, key)) return wrong(`the answer ${text} differs from the key ${expect.value}`);
  if (expect.lowestTerms && (percent !== undefined || !isReduced(number))) {
    return wrong(`the answer ${text} has the right value, but the prompt asks for a fraction in lowest terms: ${expect.value}`);
  }
  return right;
};

/** True for another spelling of a fraction's value: not reduced, or a decimal number that rounds it. */
export const isSameFraction = (expect: AnswerOf<'fraction'>, text: string): boolean => {
  if (matchFraction({ ...expect, lowestTerms: false }, text).kind === 'right') return true;
  const [top = '0', bottom = '1'] = expect.value.split('/');
  const percent = /^(.*\S)\s*(?:%|percent)$/i.exec(text)?.[1];
  const number = readNumber(percent ?? text);
  if (!number || number.fraction || number.decimals === 0) return false;
  const key = rational(BigInt(top) * (percent === undefined ? 1n : 100n), BigInt(bottom));
  return (
    number.decimals >= 2 - (percent === undefined ? 0 : 1) && isWithin(number.value, key, rational(1n, 2n * 10n ** BigInt(number.decimals)))
  );
};

export const matchPercentage = (expect: AnswerOf<'percentage'>, text: string): Match => {
  const sign = /^(.*?)\s*(?:%|percent\b|per cent\b|pct\b)(.*)$/i.exec(text);
  const number = readNumber(sign?.[1] ?? text);
  if (number === null || !isHarmlessTail(sign?.[2] ?? '')) return unreadable(`"${text}" is not one percentage`);
  if (number.fraction) return wrong(`the answer ${text} is a fraction, but a percentage was asked for`);
  const key = rationalOfDecimal(expect.value);
  if (isClose(number.value, key, expect)) return right;
  const isShare = isClose({ top: number.value.top * 100n, bottom: number.value.bottom }, key, expect);
  return isShare
    ? wrong(`the answer ${text} is the share; the prompt asks for percent: ${expect.value}`)
    : differs(text, expect.value, number.value, expect);
};
