import type { TypedAnswer } from '../../scorers/typed-answer/expect.ts';
import { grouped, moneyText, reduced } from './numbers.ts';
import type { NearMiss } from './near-miss.ts';

/** The answer of one task: its key, the form that the prompt states, two legal spellings, and misses that fit its type. */
export type Answer = {
  expect: TypedAnswer;
  /** Words for the placeholder of the answer line. */
  form: string;
  /** Sentences of the prompt that say what the scorer needs. */
  rules: readonly string[];
  right: string;
  other: string;
  misses: readonly NearMiss[];
};

const boxed = (text: string): string => `\\boxed{${text}}`;

const integerMisses = (value: bigint): NearMiss[] => [
  { name: 'one too many', text: String(value + 1n) },
  { name: 'one too few', text: String(value - 1n) },
  { name: 'a digit too many', text: `${value}0` },
];

export const integerAnswer = (key: string): Answer => {
  const value = BigInt(key);
  return {
    expect: { type: 'integer', value: key },
    form: 'whole number in digits',
    rules: ['Give a whole number in digits, without a unit.'],
    right: key,
    other: value >= 1000n ? grouped(key, ',') : boxed(key),
    misses: integerMisses(value),
  };
};

type QuantityOptions = {
  unit: Extract<TypedAnswer, { type: 'quantity' }>['unit'];
  word: string;
  other?: string;
  wrongUnits?: readonly string[];
};

/** A number whose unit the prompt fixes or asks for; `key` is decimal text in that unit. */
export const quantityAnswer = (key: string, { unit, word, other, wrongUnits = [] }: QuantityOptions, unitRequired = true): Answer => ({
  expect: { type: 'quantity', value: key, unit, unitRequired },
  form: unitRequired ? `number with unit, in ${word}` : `number of ${word}`,
  rules: [`Give the exact value in ${word}${unitRequired ? ' and write the unit after the number' : ''}.`],
  right: unitRequired ? `${key} ${unit}` : key,
  other: other ?? `${grouped(key, ',')} ${word}`,
  misses: [
    ...wrongUnits.map((wrongUnit) => ({ name: `right number in ${wrongUnit}`, text: `${key} ${wrongUnit}` })),
    ...(unitRequired ? [{ name: 'unit left out', text: key }] : []),
    { name: 'factor ten', text: `${shifted(key)} ${unit}` },
    { name: 'one too many', text: `${plusOne(key)} ${unit}` },
  ],
});

const plusOne = (key: string): string => {
  const [whole = '0', places] = key.split('.');
  return `${BigInt(whole) + 1n}${places === undefined ? '' : `.${places}`}`;
};

/** Ten times the value, in text. */
const shifted = (key: string): string => {
  const [whole = '0', places = ''] = key.split('.');
  return places === '' ? `${whole}0` : `${whole}${places[0]}${places.length > 1 ? `.${places.slice(1)}` : ''}`;
};

export const fractionAnswer = (top: bigint, bottom: bigint): Answer => {
  const [a, b] = reduced(top, bottom);
  return {
    expect: { type: 'fraction', value: `${a}/${b}`, lowestTerms: true },
    form: 'fraction a/b',
    rules: ['Give an exact fraction a/b in lowest terms, not a decimal number.'],
    right: `${a}/${b}`,
    other: `$\\frac{${a}}{${b}}$`,
    misses: [
      { name: 'not in lowest terms', text: `${a * 2n}/${b * 2n}` },
      { name: 'upside down', text: `${b}/${a}` },
      { name: 'the complement', text: reduced(b - a, b).join('/') },
      { name: 'numerator one too large', text: reduced(a + 1n, b).join('/') },
    ],
  };
};

const currencies = { EUR: ['euros', '€'], USD: ['US dollars', '$'], GBP: ['pounds', '£'] } as const;
export type MoneyCurrency = keyof typeof currencies;

/** An amount in cents. The prompt fixes the currency. */
export const moneyAnswer = (cents: bigint, currency: MoneyCurrency): Answer => {
  const [word, sign] = currencies[currency];
  const foreign = currency === 'USD' ? '€' : '$';
  return {
    expect: { type: 'money', value: moneyText(cents), currency, currencyRequired: false },
    form: `amount in ${word} with two decimals`,
    rules: [`Give the amount in ${word} with two decimals and a dot as the decimal sign.`],
    right: moneyText(cents),
    other: `${sign}${grouped(moneyText(cents), ',')}`,
    misses: [
      { name: 'one cent too many', text: moneyText(cents + 1n) },
      { name: 'one cent too few', text: moneyText(cents - 1n) },
      { name: 'wrong currency', text: `${foreign}${moneyText(cents)}` },
      { name: 'cents taken for the amount', text: String(cents) },
    ],
  };
};

/** A hundredth of the value, in text. */
const shareText = (key: string): string => {
  const [whole = '0', places = ''] = key.split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${places}`;
};

/** A percentage with stated decimal places; `key` counts percent. */
export const percentageAnswer = (key: string, decimals: number): Answer => ({
  expect: { type: 'percentage', value: key, decimals },
  form: 'percentage',
  rules: [`Give the percentage rounded to ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}, with a dot as the decimal sign.`],
  right: `${key}%`,
  other: `${key} percent`,
  misses: [
    { name: 'share instead of percent', text: shareText(key) },
    { name: 'factor ten', text: `${shifted(key)}%` },
    { name: 'one point too many', text: `${plusOne(key)}%` },
  ],
});

/** A decimal number that the prompt asks to be rounded. */
export const decimalAnswer = (key: string, decimals: number, unrounded: string): Answer => ({
  expect: { type: 'decimal', value: key, decimals },
  form: 'decimal number',
  rules: [`Give a decimal number rounded to ${decimals} decimal places (half up), with a dot as the decimal sign and without a unit.`],
  right: key,
  other: boxed(key),
  misses: [
    { name: 'not rounded', text: unrounded },
    { name: 'rounded the wrong way', text: unrounded.slice(0, key.length) },
    { name: 'factor ten', text: shifted(key) },
    { name: 'one too many', text: plusOne(key) },
  ],
});

/** Items whose order counts, out of a known universe. */
export const sequenceAnswer = (items: readonly string[], universe: readonly string[], form: string): Answer => ({
  expect: { type: 'sequence', items: [...items], universe: [...universe] },
  form,
  rules: ['Separate the items with commas.'],
  right: items.join(', '),
  other: items.join(' → '),
  misses: [
    { name: 'reversed', text: items.toReversed().join(', ') },
    { name: 'first two swapped', text: [items[1], items[0], ...items.slice(2)].join(', ') },
    { name: 'last item left out', text: items.slice(0, -1).join(', ') },
    { name: 'last two swapped', text: [...items.slice(0, -2), items.at(-1), items.at(-2)].join(', ') },
  ],
});

/** Items whose order does not count, out of a known universe. */
export const setAnswer = (items: readonly string[], universe: readonly string[], form: string): Answer => {
  const others = universe.filter((item) => !items.includes(item));
  return {
    expect: { type: 'set', items: [...items], universe: [...universe] },
    form,
    rules: ['Separate the items with commas; their order does not matter.'],
    right: items.join(', '),
    other: items.length > 1 ? `${items.slice(1).join(', ')} and ${items[0]}` : `{${items[0]}}`,
    misses: [
      ...(items.length > 1 ? [{ name: 'one item left out', text: items.slice(1).join(', ') }] : []),
      { name: 'one item too many', text: [...items, ...others.slice(0, 1)].join(', ') },
      { name: 'the other items', text: others.join(', ') },
      { name: 'all items', text: universe.join(', ') },
    ].filter(({ text }) => text !== ''),
  };
};

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A date in ISO form, `YYYY-MM-DD`. */
export const dateAnswer = (key: string): Answer => {
  const [year = 0, month = 0, day = 0] = key.split('-').map(Number);
  return {
    expect: { type: 'date', value: key },
    form: 'date as YYYY-MM-DD',
    rules: ['Write the date as YYYY-MM-DD.'],
    right: key,
    other: `${day} ${monthNames[month - 1]} ${year}`,
    misses: [
      { name: 'wrong year', text: `${year + 1}${key.slice(4)}` },
      { name: 'day and month without year', text: `${day} ${monthNames[month - 1]}` },
    ],
  };
};

/** A time of day, `HH:MM` on the 24-hour clock. */
export const timeAnswer = (key: string): Answer => {
  const [hour = 0, minute = 0] = key.split(':').map(Number);
  const shiftedTime = (minutes: number) => {
    const total = (hour * 60 + minute + minutes + 2880) % 1440;
    return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
  };
  return {
    expect: { type: 'time', value: key },
    form: 'time as HH:MM',
    rules: ['Write the time as HH:MM on the 24-hour clock.'],
    right: key,
    other: `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`,
    misses: [
      { name: 'one hour late', text: shiftedTime(60) },
      { name: 'one hour early', text: shiftedTime(-60) },
      { name: 'ten minutes late', text: shiftedTime(10) },
      { name: 'other half of the day', text: shiftedTime(720) },
    ],
  };
};

/** One of lettered options. */
export const choiceAnswer = (label: string, options: readonly { label: string; text: string }[], neighbours: readonly string[]): Answer => {
  const text = options.find((option) => option.label === label)?.text ?? '';
  return {
    expect: { type: 'choice', options: options.map((option) => ({ ...option })), correct: label },
    form: 'letter',
    rules: ['Give the letter of exactly one option.'],
    right: label,
    other: `${label} (${text})`,
    misses: [
      ...neighbours.map((neighbour) => ({ name: `option ${neighbour}`, text: neighbour })),
      { name: 'two letters', text: `${label}, ${neighbours[0]}` },
      {
        name: 'letter with the text of another option',
        text: `${label} (${options.find((option) => option.label !== label)?.text ?? ''})`,
      },
    ],
  };
};

/** Several answers in a stated order, separated by semicolons; whole numbers or "not determined". */
export const listAnswer = (items: readonly string[], form: string, rules: readonly string[]): Answer => ({
  expect: { type: 'sequence', items: [...items] },
  form,
  rules,
  right: items.join('; '),
  other: items.join(', '),
  misses: [
    { name: 'reversed', text: items.toReversed().join('; ') },
    { name: 'last answer left out', text: items.slice(0, -1).join('; ') },
    { name: 'an answer too many', text: [...items, '12'].join('; ') },
  ],
});
