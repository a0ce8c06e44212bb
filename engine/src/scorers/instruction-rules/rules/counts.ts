import { z } from 'zod';
import { defineRule, onlyLimits, range, rangeFault } from './define.ts';

/** How often a punctuation mark stands in the reply. */
export const punctuation = defineRule('punctuation', {
  parameters: { mark: z.enum([',', '!', '?', ';', ':']), ...range },
  restrains: onlyLimits,
  check: (rule, { text }) => rangeFault(text.split(rule.mark).length - 1, `"${rule.mark}" marks`, rule),
});

/** Digits of the text; the numbers of a numbered list are not counted. */
export const digits = defineRule('digits', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, { proseLines }) => rangeFault(proseLines.join('\n').match(/\p{Nd}/gu)?.length ?? 0, 'digits', rule),
});

/** The letters a, e, i, o, u, also with accents. */
export const vowels = defineRule('vowels', {
  parameters: range,
  restrains: onlyLimits,
  check: (rule, { proseLines }) =>
    rangeFault(
      proseLines
        .join('\n')
        .normalize('NFD')
        .match(/[aeiou]/gi)?.length ?? 0,
      'vowels',
      rule,
    ),
});
