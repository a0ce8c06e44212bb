import { z } from 'zod';
import { countPhrase } from '../reading.ts';
import { defineRule, exactly, rangeFault, shown } from './define.ts';

const wordList = z.array(z.string().min(1)).min(1);

export const contains = defineRule('contains', {
  parameters: { words: wordList },
  check: (rule, reading) => {
    const missing = rule.words.find((word) => countPhrase(reading.text, word) === 0);
    return missing === undefined ? null : `found ${shown(missing)} 0 times, asked for at least once`;
  },
});

export const containsTimes = defineRule('contains-times', {
  parameters: { word: z.string().min(1), times: z.number().int().positive() },
  check: ({ word, times }, reading) => rangeFault(countPhrase(reading.text, word), `uses of ${shown(word)}`, exactly(times)),
});

export const avoids = defineRule('avoids', {
  parameters: { words: wordList },
  restrains: () => true,
  check: (rule, reading) => {
    const found = rule.words.find((word) => countPhrase(reading.text, word) > 0);
    return found === undefined ? null : `found ${shown(found)} ${countPhrase(reading.text, found)} times, asked for none`;
  },
});

/** Accented forms count as the letter. */
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const avoidsLetter = defineRule('avoids-letter', {
  parameters: { letter: z.string().regex(/^[a-z]$/) },
  restrains: () => true,
  check: ({ letter }, reading) => {
    const found = reading.words.filter((word) => withoutAccents(word).includes(letter));
    return found.length === 0 ? null : `found ${found.length} words with the letter "${letter}", the first is ${shown(found[0])}`;
  },
});

/** Placeholders in square brackets, such as `[name]`; a Markdown link is none. */
export const placeholders = defineRule('placeholders', {
  parameters: { count: z.number().int().positive() },
  check: ({ count }, { text }) => rangeFault(text.match(/\[[^[\]\n]+\](?!\()/g)?.length ?? 0, 'placeholders', exactly(count)),
});
