import { readCurrency } from './currencies.ts';
import { right, unreadable, wrong, type AnswerOf, type Match } from './expect.ts';
import { differs, isClose } from './match-number.ts';
import { readNumber, readNumberPrefix, type WrittenNumber } from './numbers.ts';
import { add, divide, equal, multiply, rationalOfDecimal, wholeNumber, type Rational } from './rational.ts';
import { isHarmlessTail } from './statements.ts';
import { dimensionOf, factorOf, readUnitPrefix, type UnitId } from './units.ts';

type Part = { number: WrittenNumber; unit: UnitId };
const mostParts = 5;

/** Reads "1 h 30 min", "5 ft 3 in" or "42 km"; null when the text is not made of numbers with units. */
const readParts = (text: string): { parts: Part[]; rest: string } | null => {
  const parts: Part[] = [];
  let rest = text;
  while (parts.length < mostParts) {
    const read = readNumberPrefix(rest);
    const unit = read && readUnitPrefix(read.rest.replace(/^[\s-]*/, ''));
    if (!read || !unit) break;
    parts.push({ number: read.number, unit: unit.unit });
    rest = unit.rest.replace(/^(?:,|\s|\band\b)*(?=\d)/, '');
  }
  return parts.length === 0 ? null : { parts, rest };
};

/** Several parts are one quantity only when their units shrink: "1 h 30 min", but not "3 km 4 km". */
const isOneQuantity = (parts: readonly Part[]): boolean =>
  parts.every((part, index) => {
    const before = parts[index - 1];
    if (!before) return true;
    const [large, small] = [factorOf(before.unit), factorOf(part.unit)];
    return dimensionOf(before.unit) === dimensionOf(part.unit) && small.top * large.bottom < large.top * small.bottom;
  });

const inUnit = (parts: readonly Part[], unit: UnitId): Rational =>
  divide(
    parts.reduce((sum, part) => add(sum, multiply(part.number.value, factorOf(part.unit))), wholeNumber(0n)),
    factorOf(unit),
  );

/** "134 (minutes)" as "134 minutes". */
const withPlainUnit = (text: string): string => {
  const parts = /^(.*\d)\s*[([]([^()[\]\d]+)[)\]]$/.exec(text);
  return parts && readUnitPrefix(parts[2] ?? '')?.rest === '' ? `${parts[1]} ${parts[2]}` : text;
};

export const matchQuantity = (expect: AnswerOf<'quantity'>, stated: string): Match => {
  const text = withPlainUnit(stated);
  const key = rationalOfDecimal(expect.value);
  const wanted = `${expect.value} ${expect.unit}`;
  const bare = readNumber(text);
  if (bare !== null) {
    if (!isClose(bare.value, key, expect)) return differs(text, wanted, bare.value, {});
    return expect.unitRequired ? wrong(`the answer ${text} has no unit although the prompt asks for one; the key is ${wanted}`) : right;
  }
  const read = readParts(text);
  if (read === null || !isHarmlessTail(read.rest) || !isOneQuantity(read.parts))
    return unreadable(`"${text}" is not one number with a known unit`);
  const unit = read.parts[0]?.unit ?? expect.unit;
  if (dimensionOf(unit) !== dimensionOf(expect.unit))
    return wrong(`the answer ${text} is a ${dimensionOf(unit)}, but the key ${wanted} is a ${dimensionOf(expect.unit)}`);
  const value = inUnit(read.parts, expect.unit);
  if (isClose(value, key, expect)) return right;
  const sameNumber = read.parts.length === 1 && read.parts[0] && equal(read.parts[0].number.value, key);
  return wrong(
    sameNumber
      ? `the answer ${text} has the right number with the wrong unit; the key is ${wanted}`
      : `the answer ${text} differs from the key ${wanted}`,
  );
};

type Amount = { value: Rational; currency: ReturnType<typeof readCurrency> };

/** The currency that follows a number, with at most a few plain words after it. */
const currencyOfTail = (tail: string): Amount['currency'] => {
  const words = tail.split(' ');
  for (let count = words.length; count > 0; count -= 1) {
    const currency = readCurrency(words.slice(0, count).join(' '));
    if (currency && isHarmlessTail(words.slice(count).join(' '))) return currency;
  }
  return null;
};

const readAmount = (text: string): Amount | null => {
  const before = /^([-+]?)\s*([^\d\s.,'+-]+(?:\s?[^\d\s.,'+-]+)?\.?)\s*(?=[-+]?[\d.])/.exec(text);
  const currencyBefore = before ? readCurrency(before[2] ?? '') : null;
  if (before && currencyBefore === null) return null;
  const read = readNumberPrefix(before ? `${before[1] ?? ''}${text.slice(before[0].length)}` : text);
  if (read === null) return null;
  const tail = read.rest.trim();
  const currencyAfter = tail === '' ? null : currencyOfTail(tail);
  if (tail !== '' && currencyAfter === null) return null;
  if (currencyBefore && currencyAfter && !currencyAfter.codes.some((code) => currencyBefore.codes.includes(code))) return null;
  const currency = currencyAfter ?? currencyBefore;
  return { value: currency?.minor ? divide(read.number.value, wholeNumber(100n)) : read.number.value, currency };
};

/** Reads "42 euros and 50 cents" as one amount. */
const readMajorAndMinor = (text: string): Amount | null => {
  const halves = /^(.*?[^\d\s,])[\s,]+(?:and\s+)?(\d{1,2}\s*[^\d\s]+)$/.exec(text);
  const [major, minor] = [readAmount(halves?.[1] ?? ''), readAmount(halves?.[2] ?? '')];
  if (!major?.currency || major.currency.minor || !minor?.currency?.minor) return null;
  const shared = major.currency.codes.filter((code) => minor.currency?.codes.includes(code));
  return shared.length === 0 ? null : { value: add(major.value, minor.value), currency: { codes: shared, minor: false } };
};

export const matchMoney = (expect: AnswerOf<'money'>, text: string): Match => {
  const amount = readAmount(text) ?? readMajorAndMinor(text);
  const stated = `${expect.value} ${expect.currency}`;
  if (amount === null) return unreadable(`"${text}" is not one amount of money`);
  const key = rationalOfDecimal(expect.value);
  if (amount.currency && !amount.currency.codes.includes(expect.currency))
    return wrong(`the answer ${text} is in another currency than the key ${stated}`);
  if (!equal(amount.value, key)) return differs(text, stated, amount.value, {});
  if (!amount.currency && expect.currencyRequired)
    return wrong(`the answer ${text} has no currency although the prompt asks for one; the key is ${stated}`);
  return right;
};
