import { divide, multiply, negate, rational, rationalOfDecimal, wholeNumber, type Rational } from './rational.ts';

/** A number as written: its exact value, its decimal places, and its fraction where it was one. */
export type WrittenNumber = { value: Rational; decimals: number; fraction: { top: bigint; bottom: bigint } | null };

const mixedPattern = /^(\d{1,30})(?: +| and )(\d{1,30}) ?\/ ?(\d{1,30})(?![\d/])/;
const fractionPattern = /^(\d{1,30}) ?\/ ?(-?\d{1,30})(?![\d/.])/;
const scientificPattern = /^(\d{1,60}(?:\.\d{1,60})?)(?:e\+?(-?\d{1,3})| ?[x×*·] ?10 ?\^ ?\{?\+?(-?\d{1,3})\}?)(?!\d)/i;
const scales: Record<string, bigint> = { thousand: 1_000n, million: 1_000_000n, billion: 1_000_000_000n };

/** Ways to write a decimal number; `plain` turns the match into digits with a dot. Order: first match wins. */
const decimalStyles: readonly { pattern: RegExp; plain: (text: string) => string }[] = [
  { pattern: /^\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,.']*\d)/, plain: (text) => text.replaceAll(',', '') },
  { pattern: /^\d{1,3}(?:'\d{3})+(?:[.,]\d+)?(?!['\d])/, plain: (text) => text.replaceAll("'", '').replace(',', '.') },
  { pattern: /^\d{1,3}(?:_\d{3})+(?:\.\d+)?(?![_\d])/, plain: (text) => text.replaceAll('_', '') },
  { pattern: /^\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?! ?\d|\/)/, plain: (text) => text.replaceAll(' ', '').replace(',', '.') },
  { pattern: /^\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])/, plain: (text) => text.replaceAll('.', '').replace(',', '.') },
  // A comma before three digits groups thousands; before any other count, or after a leading zero, it can only be a decimal comma.
  { pattern: /^(?:0,\d+|\d+,(?:\d{1,2}|\d{4,}))(?![\d,.']*\d)/, plain: (text) => text.replace(',', '.') },
  { pattern: /^(?:\d+(?:\.\d+)?|\.\d+)(?![.']?\d|,\d)/, plain: (text) => (text.startsWith('.') ? `0${text}` : text) },
];

const signed = (number: WrittenNumber, minus: boolean): WrittenNumber =>
  minus
    ? { ...number, value: negate(number.value), fraction: number.fraction && { ...number.fraction, top: -number.fraction.top } }
    : number;

const readFraction = (text: string): { number: WrittenNumber; length: number } | null => {
  const mixed = mixedPattern.exec(text);
  if (mixed) {
    const [all, whole = '0', top = '0', bottom = '0'] = mixed;
    if (BigInt(bottom) === 0n || BigInt(top) >= BigInt(bottom)) return null;
    const value = rational(BigInt(whole) * BigInt(bottom) + BigInt(top), BigInt(bottom));
    return { number: { value, decimals: 0, fraction: value }, length: all.length };
  }
  const plain = fractionPattern.exec(text);
  if (!plain) return null;
  const [all, top = '0', bottom = '0'] = plain;
  if (BigInt(bottom) === 0n) return null;
  const value = rational(BigInt(top), BigInt(bottom));
  return { number: { value, decimals: 0, fraction: value }, length: all.length };
};

const readScientific = (text: string): { number: WrittenNumber; length: number } | null => {
  const match = scientificPattern.exec(text);
  if (!match) return null;
  const power = Number(match[2] ?? match[3]);
  const scale = wholeNumber(10n ** BigInt(Math.abs(power)));
  const base = rationalOfDecimal(match[1] ?? '0');
  const places = (match[1] ?? '').split('.')[1]?.length ?? 0;
  const value = power < 0 ? divide(base, scale) : multiply(base, scale);
  return { number: { value, decimals: Math.max(0, places - power), fraction: null }, length: match[0].length };
};

const readDecimal = (text: string): { number: WrittenNumber; length: number } | null => {
  for (const { pattern, plain } of decimalStyles) {
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const digits = plain(match);
    const number = { value: rationalOfDecimal(digits), decimals: digits.split('.')[1]?.length ?? 0, fraction: null };
    const scale = /^ (thousand|million|billion)\b/i.exec(text.slice(match.length));
    const factor = scale && scales[(scale[1] ?? '').toLowerCase()];
    if (!scale || factor === undefined || factor === null) return { number, length: match.length };
    return {
      number: { value: multiply(number.value, wholeNumber(factor)), decimals: 0, fraction: null },
      length: match.length + scale[0].length,
    };
  }
  return null;
};

/** The number that `text` begins with, in any legal style, and what follows it. */
export const readNumberPrefix = (text: string): { number: WrittenNumber; rest: string } | null => {
  const sign = /^[-+] ?/.exec(text)?.[0] ?? '';
  const body = text.slice(sign.length);
  const found = readFraction(body) ?? readScientific(body) ?? readDecimal(body);
  return found && { number: signed(found.number, sign.startsWith('-')), rest: body.slice(found.length) };
};

/** Reads a text that is one number and nothing else. */
export const readNumber = (text: string): WrittenNumber | null => {
  const read = readNumberPrefix(text.trim());
  return read && read.rest.trim() === '' ? read.number : null;
};
