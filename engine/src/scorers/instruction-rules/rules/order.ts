import { z } from 'zod';
import { wordsOf } from '../reading.ts';
import { defineRule, rangeFault, exactly, shown } from './define.ts';

const plainItem = (line: string): string =>
  line
    .toLowerCase()
    .replace(/[.,;]+$/, '')
    .trim();

/** The lines are exactly these items in this order; case and a closing mark do not matter. */
export const sequence = defineRule('sequence', {
  parameters: { items: z.array(z.string().min(1)).min(2) },
  check: ({ items }, { proseLines }) => {
    const wrong = items.findIndex((item, at) => plainItem(proseLines[at] ?? '') !== plainItem(item));
    if (wrong >= 0) return `line ${wrong + 1} is ${shown(proseLines[wrong])}, asked for ${shown(items[wrong])}`;
    return rangeFault(proseLines.length, 'lines', exactly(items.length));
  },
});

const firstWord = (line: string): string => (wordsOf(line)[0] ?? '').toLowerCase();

/** The first words of the lines stand in alphabetical order; equal ones may follow each other. */
export const alphabeticalLines = defineRule('alphabetical-lines', {
  parameters: {},
  check: (_rule, { proseLines }) => {
    if (proseLines.length < 2) return `found ${proseLines.length} lines, an order needs at least 2`;
    const first = proseLines.map(firstWord);
    const wrong = first.findIndex((word, at) => at > 0 && word < (first[at - 1] ?? ''));
    return wrong < 0 ? null : `line ${wrong + 1} begins with ${shown(first[wrong])}, which belongs before ${shown(first[wrong - 1])}`;
  },
});

/** Each line has more words than the one before it. */
export const growingLines = defineRule('growing-lines', {
  parameters: {},
  check: (_rule, { proseLines }) => {
    if (proseLines.length < 2) return `found ${proseLines.length} lines, an order needs at least 2`;
    const sizes = proseLines.map((line) => wordsOf(line).length);
    const wrong = sizes.findIndex((size, at) => at > 0 && size <= (sizes[at - 1] ?? 0));
    return wrong < 0 ? null : `line ${wrong + 1} has ${sizes[wrong]} words, the one before it has ${sizes[wrong - 1]}`;
  },
});
