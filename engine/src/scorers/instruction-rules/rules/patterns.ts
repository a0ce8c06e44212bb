import { z } from 'zod';
import { plainText, wordsOf } from '../reading.ts';
import { defineRule, exactly, rangeFault, shown } from './define.ts';

const firstLetter = (text: string): string => /\p{L}/u.exec(text)?.[0]?.toLowerCase() ?? '';

/** The first letters of the lines spell the word. */
export const acrostic = defineRule('acrostic', {
  parameters: { word: z.string().regex(/^[a-z]+$/) },
  check: ({ word }, { proseLines }) => {
    const spelt = proseLines.map(firstLetter).join('');
    return spelt === word ? null : `the first letters of the ${proseLines.length} lines spell ${shown(spelt)}, asked for ${shown(word)}`;
  },
});

export const sentenceInitial = defineRule('sentence-initial', {
  parameters: { letter: z.string().regex(/^[a-z]$/) },
  check: ({ letter }, { sentences }) => {
    const wrong = sentences.find((sentence) => firstLetter(sentence) !== letter);
    if (sentences.length === 0) return 'found 0 sentences';
    return wrong === undefined ? null : `the sentence ${shown(wrong)} does not begin with the letter "${letter}"`;
  },
});

export const noRepeatedWord = defineRule('no-repeated-word', {
  parameters: {},
  restrains: () => true,
  check: (_rule, reading) => {
    const words = reading.words.map((word) => word.toLowerCase());
    const repeated = words.find((word, at) => words.indexOf(word) < at);
    return repeated === undefined
      ? null
      : `found the word ${shown(repeated)} ${words.filter((word) => word === repeated).length} times, asked for once`;
  },
});

const isPalindrome = (word: string): boolean => {
  const letters = [...word.toLowerCase()];
  return letters.length >= 3 && letters.every((letter) => /\p{L}/u.test(letter)) && letters.join('') === letters.reverse().join('');
};

/** Words of three or more letters that read the same in both directions. */
export const palindromes = defineRule('palindromes', {
  parameters: { count: z.number().int().positive() },
  check: ({ count }, { words }) => rangeFault(words.filter(isPalindrome).length, 'palindromes', exactly(count)),
});

/** The last line is `<label>: <n>`, where n is the number of words of all lines before it. */
export const selfCount = defineRule('self-count', {
  parameters: { label: z.string().regex(/^[A-Za-z]+$/) },
  check: ({ label }, { proseLines }) => {
    const last = proseLines.at(-1) ?? '';
    const stated = new RegExp(`^${label}: ?(\\d{1,6})\\.?$`, 'i').exec(last)?.[1];
    if (stated === undefined) return `the last line ${shown(last)} is not "${label}: " and a number`;
    const counted = proseLines.slice(0, -1).flatMap(wordsOf).length;
    return Number(stated) === counted ? null : `the last line states ${stated} words, found ${counted} before it`;
  },
});

export const firstLast = defineRule('first-last', {
  parameters: {},
  check: (_rule, { words }) => {
    const [first, last] = [words[0]?.toLowerCase(), words.at(-1)?.toLowerCase()];
    return words.length > 1 && first === last ? null : `the first word is ${shown(first)}, the last word is ${shown(last)}`;
  },
});

const plainLine = (line: string): string => line.toLowerCase().replace(/\.$/, '').replaceAll(/\s+/g, ' ').trim();

/** One line of the reply is this text; case and a full stop at its end do not matter. */
export const statesLine = defineRule('states-line', {
  parameters: { text: z.string().min(1), place: z.enum(['first', 'last']) },
  check: ({ text, place }, { proseLines }) => {
    const line = (place === 'first' ? proseLines[0] : proseLines.at(-1)) ?? '';
    return plainLine(line) === plainLine(plainText(text)) ? null : `the ${place} line is ${shown(line)}, asked for ${shown(text)}`;
  },
});
