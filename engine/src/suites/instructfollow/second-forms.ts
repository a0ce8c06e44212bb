import type { Rule, RuleName } from '../../scorers/instruction-rules/rules/index.ts';
import type { Scan } from './scan.ts';

export type RuleOf<K extends RuleName> = Extract<Rule, { kind: K }>;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
export const isUpper = (one: string): boolean => one !== one.toLowerCase();
export const isLower = (one: string): boolean => one !== one.toUpperCase();
export const isLetter = (one: string): boolean => isUpper(one) || isLower(one) || one > '\u2E80';
const isDigit = (one: string): boolean => one >= '0' && one <= '9';
export const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((one, at) => one === b[at]);

/** Cells of a line of a table (`|`) or of CSV (`,`), by scanning. */
export const cellsByScan = (line: string, mark: string): string[] => {
  const cells = [''];
  let inQuotes = false;
  for (const one of line) {
    if (one === '"' && mark === ',') inQuotes = !inQuotes;
    else if (one === mark && !inQuotes) cells.push('');
    else cells[cells.length - 1] += one;
  }
  const trimmed = cells.map((cell) => cell.trim());
  if (mark !== '|') return trimmed;
  const from = trimmed[0] === '' ? 1 : 0;
  return trimmed.slice(from, trimmed.at(-1) === '' ? -1 : undefined);
};

export const gridHolds = (grid: readonly string[][], { columns, rows }: { columns: string[]; rows: number }): boolean =>
  grid.length === rows + 1 && same(grid[0] ?? [], columns) && grid.every((row) => row.length === columns.length && !row.includes(''));

export const jsonHolds = (rule: RuleOf<'json-object'>, text: string): boolean => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') return false;
  const record = value as Record<string, unknown>;
  const names = rule.members.map(({ name }) => name);
  if (!same([...names].sort(), Object.keys(record).sort())) return false;
  return rule.members.every(({ name, type, length }) => {
    const member = record[name];
    if (type !== 'strings') return typeof member === type && member !== '';
    return Array.isArray(member) && member.every((item) => typeof item === 'string') && (length === undefined || member.length === length);
  });
};

/** Small lists of its own, of the most frequent words that stand in one of the languages only. */
const telltales: Record<string, string> = {
  de: 'der das und ist nicht die mit sind ein eine auch den dem noch',
  es: 'el los y es hay las con del muy por está pero una',
  fr: 'le les et est une des dans au il avec du sont on',
  en: 'the and is are of to with they for this that at by after before under from also without through during since near on in',
};

const shareOf = (text: string, fits: (one: string) => boolean): number => {
  const letters = [...text].filter((one) => isLetter(one) && !isDigit(one) && !'。、'.includes(one));
  return letters.filter(fits).length / Math.max(1, letters.length);
};
const latinShare = (text: string): number => shareOf(text, (one) => one < '\u2E80');
const kanaShare = (text: string): number => shareOf(text, (one) => one >= '\u3041' && one <= '\u30FE' && one !== '・');

/** Words of a language among its telltales, and the most that another language has. */
const hitsOf = (language: string, scan: Scan): { own: number; other: number; words: number } => {
  const words = scan.words.map((word) => word.toLowerCase());
  const count = (id: string) => words.filter((word) => (telltales[id] ?? '').split(' ').includes(word)).length;
  const others = Object.keys(telltales).filter((id) => id !== language);
  return { own: count(language), other: Math.max(...others.map(count)), words: words.length };
};

export const languageHolds = ({ language }: RuleOf<'language'>, scan: Scan): boolean => {
  if (language === 'ja') return kanaShare(scan.text) >= 0.2 && latinShare(scan.text) <= 0.3;
  const { own, other, words } = hitsOf(language, scan);
  return own > other && own * (language === 'en' ? 6 : 8) >= words;
};

/** Whether two honest ways of telling a language may differ on a text: no proof is built on one. */
export const languageIsUnclear = ({ language }: RuleOf<'language'>, scan: Scan): boolean => {
  if (language === 'ja') return latinShare(scan.text) > 0.2 && latinShare(scan.text) < 0.4;
  const { own, other, words } = hitsOf(language, scan);
  return Math.abs(own - other) <= 1 || (own > other && own * 9 > words && own * 5 < words);
};
