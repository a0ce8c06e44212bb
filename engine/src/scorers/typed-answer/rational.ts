/** An exact number: `top / bottom` with a positive bottom, not always in lowest terms. */
export type Rational = { top: bigint; bottom: bigint };

export const rational = (top: bigint, bottom: bigint): Rational => (bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom });

export const wholeNumber = (value: bigint): Rational => ({ top: value, bottom: 1n });

/** Reads decimal text such as `-12.50`. The text must be a plain decimal number. */
export const rationalOfDecimal = (text: string): Rational => {
  const [whole = '0', places = ''] = text.replace('-', '').split('.');
  const size = BigInt(`${whole}${places}`);
  return rational(text.startsWith('-') ? -size : size, 10n ** BigInt(places.length));
};

export const add = (a: Rational, b: Rational): Rational => rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const multiply = (a: Rational, b: Rational): Rational => rational(a.top * b.top, a.bottom * b.bottom);
export const divide = (a: Rational, b: Rational): Rational => rational(a.top * b.bottom, a.bottom * b.top);
export const negate = (a: Rational): Rational => ({ top: -a.top, bottom: a.bottom });
export const equal = (a: Rational, b: Rational): boolean => a.top * b.bottom === b.top * a.bottom;

/** True when the two differ by no more than `tolerance`. */
export const isWithin = (a: Rational, b: Rational, tolerance: Rational): boolean => {
  const difference = add(a, negate(b));
  const size = difference.top < 0n ? -difference.top : difference.top;
  return size * tolerance.bottom <= tolerance.top * difference.bottom;
};

export const greatestCommonDivisor = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};
