import type { Random } from '../../kit/random.ts';
import { ordinaryEntry, type Cast } from './hay.ts';
import { givenNames, surnames } from './words.ts';

/** Depths at which entries that matter stand: 0 is the first entry of the log, 1 the last. */
export const depths = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;

/** An entry that matters and its depth in the log. */
export type Placed = { text: string; depth: number };

const peopleInLog = 40;
const entriesPerPage = 7;

/** Full names, no two with the same given name and surname. Some share one of the two. */
export const drawPeople = (random: Random): string[] => {
  const names = new Set<string>();
  while (names.size < peopleInLog) names.add(`${random.pick(givenNames)} ${random.pick(surnames)}`);
  return [...names];
};

/** `count` depths in rising order: first the seven usual ones in random order, then any. No two entries share a place. */
export const spreadDepths = (random: Random, count: number): number[] => {
  const usual = random.shuffle(depths).slice(0, count);
  const others = Array.from({ length: count - usual.length }, () => random.int(1, 99) / 100);
  return [...usual, ...others].sort((a, b) => a - b);
};

/** Ordinary entries until they, together with the placed ones, fill `characters`. */
const hayOf = (random: Random, cast: Cast, characters: number): string[] => {
  const entries: string[] = [];
  for (let length = 0; length < characters;) {
    const entry = ordinaryEntry(random, cast);
    // A page's number and line ends are spread over its entries.
    length += entry.length + 2;
    entries.push(entry);
  }
  return entries;
};

export type LogInput = { random: Random; cast: Cast; placed: readonly Placed[]; characters: number };

/** The text of a log of about `characters`: numbered pages of entries, each placed entry at its depth. */
export const renderLog = ({ random, cast, placed, characters }: LogInput): string => {
  const own = placed.reduce((sum, { text }) => sum + text.length + 2, 0);
  const hay = hayOf(random, cast, characters - own);
  const inOrder = [...placed].sort((a, b) => a.depth - b.depth);
  const entries: string[] = [];
  let from = 0;
  for (const { text, depth } of inOrder) {
    const until = Math.round(depth * hay.length);
    for (; from < until; from += 1) entries.push(hay[from] as string);
    entries.push(text);
  }
  for (; from < hay.length; from += 1) entries.push(hay[from] as string);
  const pages: string[] = [];
  for (let at = 0; at < entries.length; at += entriesPerPage)
    pages.push(`Page ${at / entriesPerPage + 1}\n${entries.slice(at, at + entriesPerPage).join(' ')}`);
  return pages.join('\n\n');
};
