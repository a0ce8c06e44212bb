import type { TypedAnswer } from '../../scorers/typed-answer/expect.ts';

/** A wrong answer as it would stand on the answer line. */
export type NearMiss = { name: string; text: string };

/** What counts as right, the form that the prompt states, two legal spellings, and misses that fit the type. */
export type Answer = {
  expect: TypedAnswer;
  form: string;
  rules: readonly string[];
  right: string;
  other: string;
  misses: readonly NearMiss[];
};

/** What a value is replaced by where the log is silent. */
export const silent = 'not determined';

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** The number with two different neighbouring digits exchanged; null where all digits are alike. */
const transposed = (digits: string): string | null => {
  for (let at = digits.length - 1; at > 0; at -= 1)
    if (digits[at] !== digits[at - 1]) return `${digits.slice(0, at - 1)}${digits[at]}${digits[at - 1]}${digits.slice(at + 1)}`;
  return null;
};

const changedNumbers = (digits: string): NearMiss[] => {
  const swapped = transposed(digits);
  return [
    { name: 'one too many', text: String(Number(digits) + 1) },
    { name: 'one too few', text: String(Number(digits) - 1) },
    { name: 'last digit lost', text: digits.slice(0, -1) },
    { name: 'a digit too many', text: `${digits}0` },
    ...(swapped === null ? [] : [{ name: 'two digits exchanged', text: swapped }]),
  ];
};

export const numberAnswer = (key: string): Answer => ({
  expect: { type: 'integer', value: key },
  form: 'number in digits',
  rules: ['Give one whole number in digits, without a unit.'],
  right: key,
  other: key.length > 3 ? grouped(key) : `**${key}**`,
  misses: changedNumbers(key),
});

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const timeAnswer = (key: string): Answer => {
  const [hour = 0, minute = 0] = key.split(':').map(Number);
  const at = 1440 + hour * 60 + minute;
  return {
    expect: { type: 'time', value: key },
    form: 'time as HH:MM',
    rules: ['Write the time as HH:MM on the 24-hour clock.'],
    right: key,
    other: `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`,
    misses: [
      { name: 'one hour late', text: clock(at + 60) },
      { name: 'one hour early', text: clock(at - 60) },
      { name: 'ten minutes late', text: clock(at + 10) },
      { name: 'the other half of the day', text: clock(at + 720) },
    ],
  };
};

/** One full name; `people` are all names that occur in the log. */
export const nameAnswer = (key: string, people: readonly string[]): Answer => {
  const [given = '', surname = ''] = key.split(' ');
  const other = people.find((name) => name !== key) ?? '';
  return {
    expect: { type: 'set', items: [key], universe: [...people] },
    form: 'given name and surname',
    rules: ['Give the full name of one person, as the log writes it.'],
    right: key,
    other: `"${key}"`,
    misses: [
      { name: 'another person', text: other },
      { name: 'two people', text: `${key}, ${other}` },
      { name: 'surname of another person', text: `${given} ${people.find((name) => !name.endsWith(surname))?.split(' ')[1] ?? ''}` },
      { name: 'all people', text: people.join(', ') },
    ],
  };
};

/** Names out of a known list, in any order. */
export const setAnswer = (key: readonly string[], universe: readonly string[]): Answer => {
  const extra = universe.filter((item) => !key.includes(item));
  return {
    expect: { type: 'set', items: [...key], universe: [...universe] },
    form: 'names, separated by commas',
    rules: ['Give every name once, separated by commas, in any order.'],
    right: key.join(', '),
    other: `${key.slice(1).join(', ')} and ${key[0]}`,
    misses: [
      { name: 'a part of the set', text: key.slice(1).join(', ') },
      { name: 'one name too many', text: [...key, extra[0]].join(', ') },
      { name: 'one name exchanged', text: [...key.slice(1), extra[0]].join(', ') },
      { name: 'all names', text: universe.join(', ') },
      { name: 'every other name', text: extra.join(', ') },
    ],
  };
};

/** Numbers in a stated order; an item may be `silent`. */
export const numbersAnswer = (key: readonly string[], form: string, maySilent: boolean): Answer => {
  const at = key.findIndex((item) => item !== silent);
  return {
    expect: { type: 'sequence', items: [...key] },
    form,
    rules: [
      'Give the values as whole numbers in digits, in the order asked for, separated by semicolons.',
      ...(maySilent ? [`Where the log does not give a value, write "${silent}" in its place.`] : []),
    ],
    right: key.join('; '),
    other: key.join(', '),
    misses: [
      { name: 'reversed', text: key.toReversed().join('; ') },
      { name: 'last value left out', text: key.slice(0, -1).join('; ') },
      { name: 'first value left out', text: key.slice(1).join('; ') },
      { name: 'a value too many', text: [...key, key[at]].join('; ') },
      ...changedNumbers(key[at] ?? '').map(({ name, text }) => ({ name: `${name} in one value`, text: key.with(at, text).join('; ') })),
      ...(maySilent ? [{ name: 'nothing found', text: key.map(() => silent).join('; ') }] : []),
    ],
  };
};
