import { z } from 'zod';
import { wordsOf } from '../reading.ts';
import { askedFor, defineRule, onlyLimits, outside, range, rangeFault, shown } from './define.ts';

export const words = defineRule('words', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => rangeFault(reading.words.length, 'words', rule),
});

export const sentences = defineRule('sentences', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => rangeFault(reading.sentences.length, 'sentences', rule),
});

export const paragraphs = defineRule('paragraphs', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => rangeFault(reading.paragraphs.length, 'paragraphs', rule),
});

/** Lines of a code fence are not counted. */
export const lines = defineRule('lines', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => rangeFault(reading.lines.filter((line) => !line.startsWith('```')).length, 'lines', rule),
});

/** Unicode code points, spaces and line breaks counted. */
export const characters = defineRule('characters', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => rangeFault([...reading.text].length, 'characters', rule),
});

export const sentenceWords = defineRule('sentence-words', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => {
    const wrong = reading.sentences.find((sentence) => outside(wordsOf(sentence).length, rule));
    return wrong === undefined ? null : `the sentence ${shown(wrong)} has ${wordsOf(wrong).length} words, asked for ${askedFor(rule)}`;
  },
});

export const lineWords = defineRule('line-words', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, reading) => {
    const wrong = reading.proseLines.find((line) => outside(wordsOf(line).length, rule));
    return wrong === undefined ? null : `the line ${shown(wrong)} has ${wordsOf(wrong).length} words, asked for ${askedFor(rule)}`;
  },
});

const lettersOf = (word: string): number => word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Every word has at most `max` letters; hyphens and apostrophes are not counted. */
export const wordLength = defineRule('word-length', {
  parameters: { max: z.number().int().positive() },
  restrains: () => true,
  check: ({ max }, reading) => {
    const wrong = reading.words.find((word) => lettersOf(word) > max);
    return wrong === undefined ? null : `the word ${shown(wrong)} has ${lettersOf(wrong)} letters, asked for at most ${max}`;
  },
});
