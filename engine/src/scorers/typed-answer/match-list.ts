import { plainCharacters } from './clean.ts';
import { right, unreadable, wrong, type AnswerOf, type Match } from './expect.ts';
import { readNumber, readNumberPrefix } from './numbers.ts';
import { equal } from './rational.ts';
import { isHarmlessTail, saysUndetermined } from './statements.ts';

/** One spelling for equal items: numbers by value, "not determined" by meaning, words without case and articles. */
const itemKey = (item: string): string => {
  const text = plainCharacters(item)
    .trim()
    .replace(/^["'(]+|["').;:!]+$/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/^(?:the|an?) /, '');
  if (saysUndetermined(text)) return 'not determined';
  const number = readNumber(text);
  return number && equal({ top: number.value.top % number.value.bottom, bottom: 1n }, { top: 0n, bottom: 1n })
    ? String(number.value.top / number.value.bottom)
    : text;
};

const splitters: readonly RegExp[] = [
  /\s*;\s*/,
  /\s*(?:→|⇒|➔|->|=>|>|\|)\s*/,
  /\s*,\s+(?:and\s+)?|\s+and\s+|\s*&\s*/,
  /\s*,\s*/,
  /\s+[-–—]\s+|[–—]/,
];

const inner = (text: string): string => /^[[{(](.*)[\]})]$/.exec(text)?.[1]?.trim() ?? text;

const withoutOrderWords = (item: string): string =>
  item.replace(/^(?:\d{1,2}[.):]\s+|(?:first|second|third|then|next|finally|lastly|last|and),?:?\s+)+/i, '');

const splitItems = (text: string, known: ReadonlySet<string>): string[] => {
  const body = inner(text.replace(/\s+\((?![^()]*\b(?:not|or)\b)[^()\d]*\)$/i, ''));
  const splitter = splitters.find((pattern) => pattern.test(body));
  if (splitter) {
    return body
      .split(splitter)
      .flatMap((piece) => (splitter === splitters[0] ? [piece] : piece.split(/\s+and\s+/i)))
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
  }
  const words = body.split(/\s+/);
  if (words.length > 1 && words.every((word) => known.has(itemKey(word)))) return words;
  for (const splitter of [/-/, /\s*\/\s*/, /\s+(?=\d{1,2}[.)]\s)/]) {
    const pieces = body.split(splitter);
    if (pieces.length > 1 && pieces.every((piece) => known.has(itemKey(withoutOrderWords(piece))))) return pieces.map(withoutOrderWords);
  }
  const letters = [...body];
  return /^[A-Z]{2,}$/.test(body) && letters.every((letter) => known.has(itemKey(letter))) ? letters : [body];
};

const ordinals = /\b(?:first|second|third|fourth|fifth|sixth|seventh|last|before|after)\b/i;
const isPlainTail = (tail: string): boolean => isHarmlessTail(tail) && !ordinals.test(tail);

/** "blue bottle" as "blue", "11 walnuts" as 11: the one known item or number that an item begins with. */
const withoutTail = (item: string, known: ReadonlySet<string>): string => {
  const start = [...known].find((other) => item.startsWith(`${other} `) && isPlainTail(item.slice(other.length)));
  if (start !== undefined) return start;
  const read = readNumberPrefix(item);
  return read && isPlainTail(read.rest) && read.rest !== '' ? itemKey(item.slice(0, item.length - read.rest.length)) : item;
};

/** The items that a line states, each in its one spelling. */
const readItems = (text: string, expect: AnswerOf<'set'> | AnswerOf<'sequence'>): string[] => {
  const known = new Set([...(expect.universe ?? []), ...expect.items].map(itemKey));
  return splitItems(text, known).map((item) => {
    const keys = [itemKey(item), itemKey(withoutOrderWords(item))];
    return keys.find((key) => known.has(key)) ?? withoutTail(keys[1] ?? item, known);
  });
};

const isValue = (item: string): boolean => item === 'not determined' || /^-?\d+$/.test(item);

/** True when no stated item can belong to such a list, so that the text is prose. */
const isForeign = (stated: readonly string[], wanted: readonly string[], universe: readonly string[] | undefined): boolean => {
  if (universe === undefined) return wanted.every(isValue) && !stated.some(isValue);
  const known = new Set(universe.map(itemKey));
  return !stated.some((item) => known.has(item));
};

const hasAlternatives = (text: string): boolean => /\bor\b|\beither\b/i.test(text);

export const matchSet = (expect: AnswerOf<'set'>, text: string): Match => {
  if (hasAlternatives(text)) return wrong(`the answer "${text}" offers alternatives; one set was asked for`);
  const [stated, wanted] = [new Set(readItems(text, expect)), new Set(expect.items.map(itemKey))];
  if (isForeign([...stated], [...wanted], expect.universe)) return unreadable(`"${text}" lists none of the possible items`);
  const extra = [...stated].filter((item) => !wanted.has(item));
  const missing = [...wanted].filter((item) => !stated.has(item));
  if (extra.length === 0 && missing.length === 0) return right;
  return wrong(
    `the set is not the key ${expect.items.join(', ')}: ${[missing.length > 0 ? `missing ${missing.join(', ')}` : '', extra.length > 0 ? `too many ${extra.join(', ')}` : ''].filter((part) => part !== '').join('; ')}`,
  );
};

export const matchSequence = (expect: AnswerOf<'sequence'>, text: string): Match => {
  if (hasAlternatives(text)) return wrong(`the answer "${text}" offers alternatives; one sequence was asked for`);
  const [stated, wanted] = [readItems(text, expect), expect.items.map(itemKey)];
  if (isForeign(stated, wanted, expect.universe)) return unreadable(`"${text}" lists none of the possible items`);
  if (stated.length !== wanted.length)
    return wrong(`the sequence has ${stated.length} items; the key has ${wanted.length}: ${expect.items.join(', ')}`);
  const place = wanted.findIndex((item, index) => stated[index] !== item);
  return place === -1 ? right : wrong(`place ${place + 1} of the sequence is "${stated[place]}"; the key has ${expect.items.join(', ')}`);
};

const labelPattern = /^[([]?([A-Za-z])[)\]]?(?:$|([.:)]|\s*[-–—:]|\s*(?=\()|\s)\s*(.*)$)/;

export const matchChoice = (expect: AnswerOf<'choice'>, text: string): Match => {
  const byText = expect.options.find((option) => itemKey(option.text) === itemKey(text));
  const [, label = '', sign = '', words = ''] = labelPattern.exec(text.replace(/^(?:option|choice|letter|offer)\s+/i, '')) ?? [];
  const stated = byText ?? expect.options.find((option) => option.label === label.toUpperCase());
  if (!stated) return unreadable(`"${text}" is none of the options`);
  if (!byText && words !== '' && itemKey(inner(words)) !== itemKey(stated.text)) {
    const namesOption = sign.trim() !== '' || words.startsWith('(');
    return namesOption
      ? wrong(`the answer "${text}" names option ${stated.label} with words that are not its text`)
      : unreadable(`"${text}" is not one option`);
  }
  return stated.label === expect.correct ? right : wrong(`the answer is option ${stated.label}; the key is ${expect.correct}`);
};
