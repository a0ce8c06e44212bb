import type { Day } from './calendar.ts';
import { monthNames } from './formats.ts';

/** The first group of the first match, or an error that names the pattern: a reader that finds nothing is wrong. */
export const found = (text: string, pattern: RegExp): string => {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`nothing matches ${pattern} in: ${text}`);
  return match[1] ?? match[0];
};

export const foundOrNull = (text: string, pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null;

/** All groups of each match. */
export const foundAll = (text: string, pattern: RegExp): string[][] =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).map((group) => group ?? ''));

/** What stands behind a label on its line. */
export const labelled = (text: string, label: string): string =>
  (text.split('\n').find((line) => line.trimStart().startsWith(label)) ?? `${label} ?`)
    .trimStart()
    .slice(label.length)
    .replace(/^\s*:?\s*/, '')
    .trim();

/** A number written with `point` before its decimals; every other sign between digits is dropped. */
export const numberOf = (written: string, point: '.' | ',' = '.'): number => {
  const [whole = '', places = ''] = written.trim().split(point);
  const digits = (part: string): string => [...part].filter((sign) => sign >= '0' && sign <= '9').join('');
  return Number(`${written.trim().startsWith('-') ? '-' : ''}${digits(whole)}.${digits(places) || '0'}`);
};

const isoOf = (year: string, month: number, date: string): Day => [year, String(month).padStart(2, '0'), date.padStart(2, '0')].join('-');

const monthOf = (word: string): number =>
  Object.values(monthNames)
    .map((names) => names.findIndex((name) => name.toLowerCase() === word.toLowerCase()))
    .reduce((best, at) => Math.max(best, at), -1) + 1;

/** The first day in a text, whatever the language it is written in. */
export const dayIn = (text: string): Day => {
  const dotted = /(\d{2})\.(\d{2})\.(\d{4})/.exec(text);
  if (dotted) return isoOf(dotted[3] ?? '', Number(dotted[2]), dotted[1] ?? '');
  const japanese = /(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(text);
  if (japanese) return isoOf(japanese[1] ?? '', Number(japanese[2]), japanese[3] ?? '');
  const worded = /(\d{1,2})(?:\.| de)? (\p{L}+)(?: de)? (\d{4})/u.exec(text);
  if (worded && monthOf(worded[2] ?? '') > 0) return isoOf(worded[3] ?? '', monthOf(worded[2] ?? ''), worded[1] ?? '');
  return found(text, /(\d{4}-\d{2}-\d{2})/);
};

/** The paragraphs of a text: parts between empty lines. */
export const paragraphs = (text: string): string[] => text.split(/\n\n+/);
