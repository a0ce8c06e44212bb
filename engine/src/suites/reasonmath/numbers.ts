/** Text of a number with a sign between groups of three digits. */
export const grouped = (text: string, sign: string): string => {
  const [whole = '', places] = text.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, sign)}${places === undefined ? '' : `.${places}`}`;
};

export const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : commonDivisor(b, a % b));

export const reduced = (top: bigint, bottom: bigint): [bigint, bigint] => {
  const divisor = commonDivisor(top, bottom) || 1n;
  const sign = bottom < 0n ? -1n : 1n;
  return [(sign * top) / divisor, (sign * bottom) / divisor];
};

/** Cents as an amount with two decimals. */
export const moneyText = (cents: bigint): string => {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
};

/** A positive quotient rounded half up to a whole number. */
export const roundedHalfUp = (top: bigint, bottom: bigint): bigint => (2n * top + bottom) / (2n * bottom);

/** An exact quotient as decimal text, cut after `places`; trailing zeros are dropped. */
export const decimalText = (top: bigint, bottom: bigint, places = 6): string => {
  const scaled = String((top * 10n ** BigInt(places)) / bottom).padStart(places + 1, '0');
  return `${scaled.slice(0, -places)}.${scaled.slice(-places)}`.replace(/\.?0+$/, '');
};

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const rangeOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** All orders of the items. For small lists only. */
export const permutationsOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
