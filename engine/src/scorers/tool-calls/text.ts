import type { Entity } from './expect.ts';

/** One spelling for signs that mean the same: quotes, apostrophes, minus, kinds of space. Case is kept. */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201b\u02bc\u00b4]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2212\u2010\u2011]/g, '-')
    .replace(/[\s\u00a0\u202f\u2009]+/g, ' ')
    .trim();

export const foldedText = (text: string): string => plainText(text).toLowerCase();

const isWordLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
/** Scripts without spaces between words: a neighbour letter is no sign of a longer word. */
const isSpaceless = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(letter);

const continues = (inner: string | undefined, outer: string | undefined): boolean =>
  isWordLetter(inner) && isWordLetter(outer) && !isSpaceless(inner) && !isSpaceless(outer);

/** Whether `part` stands in `text` as whole words. Both must be folded. */
const holdsWords = (text: string, part: string): boolean => {
  if (part === '') return false;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!continues(part[0], text[at - 1]) && !continues(part.at(-1), text[at + part.length])) return true;
  }
  return false;
};

/** What a written number can mean: `1,234` and `1.234` in both ways, `25.09` and `1.234,5` in one. */
const readingsOf = (written: string): number[] => {
  const compact = written.replace(/[' ]/g, '');
  const swapped = compact.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  const valid = [compact, swapped].filter((form) => /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(form));
  return [...new Set(valid.map((form) => Number(form.replaceAll(',', ''))))];
};

/** Every number that a text states, in each of its readings. Digits inside of words do not count. */
export const numbersIn = (text: string): number[] =>
  [
    ...plainText(text).matchAll(
      /(?<![\p{L}\p{N}_.,])(?:(?<![^\s(:="'])-)?(?:\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\p{N}_])/gu,
    ),
  ].flatMap(([found]) => readingsOf(found));

/** Emphasis and code marks of Markdown say nothing. */
const unmarked = (text: string): string => text.replace(/[`*]/g, '');

const holdsOne = (text: string, entity: string | number): boolean =>
  typeof entity === 'number'
    ? numbersIn(unmarked(text)).some((found) => Math.abs(found - entity) < 1e-9)
    : holdsWords(foldedText(unmarked(text)), foldedText(unmarked(entity)));

/** Whether a text holds an entity: words in any case and quote signs, numbers in any thousands separator. */
export const holdsEntity = (text: string, entity: Entity): boolean =>
  Array.isArray(entity) ? entity.some((one) => holdsOne(text, one)) : holdsOne(text, entity);

export const entityName = (entity: Entity): string => (Array.isArray(entity) ? entity.map(String).join(' or ') : String(entity));
