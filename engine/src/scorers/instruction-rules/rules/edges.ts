import { z } from 'zod';
import { plainText, wordsOf } from '../reading.ts';
import { defineRule, shown } from './define.ts';

const text = { text: z.string().min(1) };

export const startsWith = defineRule('starts-with', {
  parameters: text,
  check: (rule, reading) =>
    reading.text.startsWith(plainText(rule.text)) ? null : `the reply begins with ${shown(reading.text)}, asked for ${shown(rule.text)}`,
});

export const endsWith = defineRule('ends-with', {
  parameters: text,
  check: (rule, reading) =>
    reading.text.endsWith(plainText(rule.text))
      ? null
      : `the reply ends with ${shown(reading.text.slice(-rule.text.length))}, asked for ${shown(rule.text)}`,
});

/** The whole reply is this text. */
export const exactReply = defineRule('exact-reply', {
  parameters: text,
  check: (rule, reading) =>
    reading.text === plainText(rule.text) ? null : `the reply is ${shown(reading.text)}, asked for exactly ${shown(rule.text)}`,
});

/** The first line is this text, and more follows. */
export const repeatFirst = defineRule('repeat-first', {
  parameters: text,
  check: (rule, reading) => {
    if (reading.lines[0]?.trim() !== plainText(rule.text))
      return `the first line is ${shown(reading.lines[0])}, asked for ${shown(rule.text)}`;
    return reading.lines.length > 1 ? null : 'found 0 lines after the repeated one';
  },
});

/** The last line begins with the marker and says something. */
export const postscript = defineRule('postscript', {
  parameters: { marker: z.string().min(1) },
  check: ({ marker }, reading) => {
    const last = reading.lines.at(-1)?.trim() ?? '';
    if (reading.lines.length < 2 || !last.startsWith(marker))
      return `the last line ${shown(last)} is no postscript that begins with ${shown(marker)}`;
    return wordsOf(last.slice(marker.length)).length > 0 ? null : 'found 0 words in the postscript';
  },
});

const occurrences = (hay: string, needle: string): number => hay.split(needle).length - 1;

/** The whole reply stands between one opening and one closing tag. */
export const wrap = defineRule('wrap', {
  parameters: { tag: z.string().regex(/^[a-z][a-z-]*$/) },
  check: ({ tag }, { text: reply }) => {
    const [open, close] = [`<${tag}>`, `</${tag}>`];
    const counts = [occurrences(reply, open), occurrences(reply, close)];
    if (counts.some((count) => count !== 1))
      return `found ${counts[0]} opening and ${counts[1]} closing tags of ${shown(tag)}, asked for one each`;
    return reply.startsWith(open) && reply.endsWith(close) ? null : `there is text outside of ${open} and ${close}`;
  },
});

/** The whole reply stands in double quotation marks, with no other inside. */
export const quoted = defineRule('quoted', {
  parameters: {},
  check: (_rule, { text: reply }) => {
    const marks = occurrences(reply, '"');
    if (marks !== 2) return `found ${marks} double quotation marks, asked for 2 around the reply`;
    return reply.startsWith('"') && reply.endsWith('"') ? null : 'there is text outside of the quotation marks';
  },
});

export const lineEnd = defineRule('line-end', {
  parameters: { mark: z.string().min(1) },
  check: ({ mark }, reading) => {
    const wrong = reading.lines.find((line) => !line.endsWith(mark));
    return wrong === undefined ? null : `the line ${shown(wrong)} does not end with ${shown(mark)}`;
  },
});
