import { z } from 'zod';
import { defineRule, exactly, rangeFault, shown } from './define.ts';

const isCapital = (word: string): boolean => (word.match(/\p{L}/gu)?.length ?? 0) >= 2 && !/\p{Ll}/u.test(word);

export const lowerCase = defineRule('lower-case', {
  parameters: {},
  check: (_rule, reading) => {
    const found = reading.words.filter((word) => /\p{Lu}/u.test(word));
    return found.length === 0 ? null : `found ${found.length} words with a capital letter, the first is ${shown(found[0])}`;
  },
});

export const upperCase = defineRule('upper-case', {
  parameters: {},
  check: (_rule, reading) => {
    const found = reading.words.filter((word) => /\p{Ll}/u.test(word));
    if (found.length > 0) return `found ${found.length} words with a small letter, the first is ${shown(found[0])}`;
    return reading.words.some((word) => /\p{Lu}/u.test(word)) ? null : 'found 0 words in capital letters';
  },
});

/** Every word that begins with a letter begins with a capital one. */
export const titleCase = defineRule('title-case', {
  parameters: {},
  check: (_rule, reading) => {
    const found = reading.words.filter((word) => /^\p{Ll}/u.test(word));
    return found.length === 0 ? null : `found ${found.length} words that begin with a small letter, the first is ${shown(found[0])}`;
  },
});

/** Words of two or more letters that are all capital. */
export const capitalWords = defineRule('capital-words', {
  parameters: { count: z.number().int().positive() },
  check: ({ count }, reading) => rangeFault(reading.words.filter(isCapital).length, 'words in capital letters', exactly(count)),
});
