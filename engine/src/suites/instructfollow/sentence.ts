import type { Random } from '../../kit/random.ts';
import { adjectives, adverbs, tails, type Topic } from './words/topics.ts';

/** What one sentence must be. `words` = its exact length. */
export type SentenceNeed = {
  words: number;
  initial?: string | undefined;
  subject?: string | undefined;
  /** Forced last words. */
  tail?: string | undefined;
  /** Begin with the subject itself. */
  bare?: boolean | undefined;
};

export type Vocabulary = {
  subjects: readonly string[];
  actions: readonly string[];
  adjectives: readonly string[];
  adverbs: readonly string[];
  tails: readonly string[];
  joining: boolean;
  /** No word may come twice; `used` holds those that were. */
  unique: boolean;
  used: Set<string>;
};

/** All words for a subject that `allows` takes. */
export const vocabularyFor = (topic: Topic, allows: (words: string) => boolean, unique: boolean): Vocabulary => ({
  subjects: topic.subjects.filter(allows),
  actions: topic.actions.filter(allows),
  adjectives: adjectives.filter(allows),
  adverbs: adverbs.filter(allows),
  tails: tails.filter(allows),
  joining: allows('and'),
  unique,
  used: new Set(),
});

const split = (text: string): string[] => text.split(' ').filter((word) => word !== '');

const fill = (random: Random, missing: number): { adjectives: number; adverb: boolean; tails: number; second: boolean } => ({
  adjectives: random.int(0, Math.min(2, missing)),
  adverb: missing > 1 && random.chance(0.4),
  tails: random.int(0, missing > 4 ? 2 : 1),
  second: missing > 4 && random.chance(0.5),
});

/** The words that are still free. */
const unusedOf = (vocabulary: Vocabulary): Vocabulary => {
  const free = (item: string) => split(item).every((word) => !vocabulary.used.has(word));
  return {
    ...vocabulary,
    subjects: vocabulary.subjects.filter(free),
    actions: vocabulary.actions.filter(free),
    adjectives: vocabulary.adjectives.filter(free),
    adverbs: vocabulary.adverbs.filter(free),
    tails: vocabulary.tails.filter(free),
    joining: vocabulary.joining && free('and'),
  };
};

const upTo = (random: Random, items: readonly string[], count: number): string[] =>
  Array.from({ length: Math.min(count, items.length) }, () => random.pick(items));

/** Adjectives and subject, with the wanted first letter where one is given. */
const beginning = (random: Random, need: SentenceNeed, pools: { vocabulary: Vocabulary; adjectives: number }): string[] | null => {
  const { vocabulary } = pools;
  const subjects = need.subject === undefined ? vocabulary.subjects : [need.subject];
  if (subjects.length === 0) return null;
  if (need.bare === true) return [random.pick(subjects)];
  const leading = upTo(random, vocabulary.adjectives, pools.adjectives);
  const { initial } = need;
  if (initial === undefined) return [...leading, random.pick(subjects)];
  const first = vocabulary.adjectives.filter((word) => word.startsWith(initial));
  const fitting = subjects.filter((word) => word.startsWith(initial));
  if (first.length > 0 && (fitting.length === 0 || random.chance(0.7)))
    return [random.pick(first), ...leading.slice(1), random.pick(subjects)];
  return fitting.length > 0 ? [random.pick(fitting)] : null;
};

const attempt = (random: Random, need: SentenceNeed, vocabulary: Vocabulary): string[] | null => {
  const forced = split(need.tail ?? '');
  const shape = fill(random, need.words - 3 - forced.length);
  const start = beginning(random, need, { vocabulary, adjectives: shape.adjectives });
  if (start === null || vocabulary.actions.length < 2) return null;
  return [
    ...start,
    ...(shape.adverb ? upTo(random, vocabulary.adverbs, 1) : []),
    ...split(random.pick(vocabulary.actions)),
    ...(shape.second && vocabulary.joining ? ['and', ...split(random.pick(vocabulary.actions))] : []),
    ...upTo(random, vocabulary.tails, shape.tails).flatMap(split),
    ...forced,
  ];
};

const attemptsMax = 60;

const repeatsItself = (words: readonly string[]): boolean => words.some((word, at) => word.length > 3 && words.indexOf(word) < at);

/** A sentence in small letters without its mark, or null where the words allow none of this length. */
export const sentenceOf = (random: Random, need: SentenceNeed, vocabulary: Vocabulary): string[] | null => {
  const pools = vocabulary.unique ? unusedOf(vocabulary) : vocabulary;
  for (let tried = 0; tried < attemptsMax; tried += 1) {
    const words = attempt(random, need, pools);
    if (words === null) return null;
    if (words.length !== need.words || repeatsItself(words)) continue;
    if (vocabulary.unique && new Set(words).size !== words.length) continue;
    for (const word of words) vocabulary.used.add(word);
    return words;
  }
  return null;
};
