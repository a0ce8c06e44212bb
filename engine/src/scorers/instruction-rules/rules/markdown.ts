import { z } from 'zod';
import { defineRule, exactly, rangeFault, shown } from './define.ts';

const count = z.number().int().positive();
const isBullet = (line: string): boolean => /^\s*[-*+•]\s+\S/.test(line);
const numberOf = (line: string): number | null => {
  const digits = /^\s*(\d{1,3})[.)]\s+\S/.exec(line)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** `only`: no other line stands beside the items. */
const listParameters = { count, only: z.boolean().default(true) };

export const bullets = defineRule('bullets', {
  parameters: listParameters,
  check: (rule, reading) => {
    const found = reading.lines.filter(isBullet).length;
    if (found !== rule.count) return rangeFault(found, 'bullet points', exactly(rule.count));
    return rule.only ? rangeFault(reading.lines.length - found, 'lines that are no bullet point', exactly(0)) : null;
  },
});

export const numbered = defineRule('numbered', {
  parameters: listParameters,
  check: (rule, reading) => {
    const numbers = reading.lines.map(numberOf).filter((number) => number !== null);
    if (numbers.length !== rule.count) return rangeFault(numbers.length, 'numbered items', exactly(rule.count));
    const wrong = numbers.findIndex((number, at) => number !== at + 1);
    if (wrong >= 0) return `item ${wrong + 1} has the number ${numbers[wrong]}`;
    return rule.only ? rangeFault(reading.lines.length - numbers.length, 'lines that are no numbered item', exactly(0)) : null;
  },
});

/** A list in a list: each outer bullet point is followed by inner ones, indented by two or more spaces. */
export const nestedList = defineRule('nested-list', {
  parameters: { outer: count, inner: count },
  check: ({ outer, inner }, { lines }) => {
    const stray = lines.find((line) => !isBullet(line));
    if (stray !== undefined) return `the line ${shown(stray)} is no bullet point`;
    const sizes: number[] = [];
    for (const line of lines) {
      if (!/^(?: {2}|\t)/.test(line)) sizes.push(0);
      else if (sizes.length > 0) sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
    }
    if (sizes.length !== outer) return rangeFault(sizes.length, 'outer bullet points', exactly(outer));
    const wrong = sizes.findIndex((size) => size !== inner);
    return wrong < 0 ? null : `outer bullet point ${wrong + 1} holds ${sizes[wrong]} inner ones, asked for exactly ${inner}`;
  },
});

export const headings = defineRule('headings', {
  parameters: { count, level: z.number().int().min(1).max(6) },
  check: (rule, reading) => {
    const levels = reading.lines.map((line) => /^(#{1,6})\s+\S/.exec(line)?.[1]?.length).filter((level) => level !== undefined);
    const other = levels.find((level) => level !== rule.level);
    return other === undefined
      ? rangeFault(levels.length, `headings of level ${rule.level}`, exactly(rule.count))
      : `found a heading of level ${other}, asked for level ${rule.level} only`;
  },
});

export const bold = defineRule('bold', {
  parameters: { count },
  check: (rule, { text }) => rangeFault(text.match(/\*\*[^*\n]*[^*\s][^*\n]*\*\*/g)?.length ?? 0, 'parts in bold', exactly(rule.count)),
});

/** Parts with text between lines that hold only the mark. */
export const separator = defineRule('separator', {
  parameters: { mark: z.string().min(1), parts: count },
  check: ({ mark, parts }, reading) => {
    const blocks = reading.text
      .split('\n')
      .reduce<string[]>(
        (made, line) => (line.trim() === mark ? [...made, ''] : [...made.slice(0, -1), `${made.at(-1) ?? ''}${line}`]),
        [''],
      );
    const empty = blocks.findIndex((block) => !/[\p{L}\p{N}]/u.test(block));
    if (empty >= 0) return `part ${empty + 1} of the reply is empty`;
    return rangeFault(blocks.length, `parts with ${shown(mark)} between them`, exactly(parts));
  },
});

const marks: readonly (readonly [string, RegExp])[] = [
  ['a heading', /^#{1,6}\s/m],
  ['a bullet point', /^\s*[-*+•]\s+\S/m],
  ['a numbered item', /^\s*\d{1,3}[.)]\s+\S/m],
  ['an asterisk for emphasis', /\*[^*\n]+\*/],
  ['a backtick', /`/],
  ['a table', /^\s*\|.*\|\s*$/m],
  ['a link', /\[[^\]\n]+\]\([^)\n]+\)/],
];

export const noMarkdown = defineRule('no-markdown', {
  parameters: {},
  restrains: () => true,
  check: (_rule, { text }) => {
    const found = marks.find(([, pattern]) => pattern.test(text));
    return found === undefined ? null : `found ${found[0]}, asked for text without Markdown`;
  },
});

/** The whole reply is one fenced code block, with this word after the opening fence where one is given. */
export const codeFence = defineRule('code-fence', {
  parameters: { language: z.string().optional() },
  check: ({ language }, { lines }) => {
    const fences = lines.filter((line) => /^\s*```/.test(line)).length;
    if (fences !== 2) return `found ${fences} lines with a code fence, asked for one opening and one closing`;
    if (!/^```[\w-]*$/.test(lines[0] ?? '') || lines.at(-1) !== '```') return 'there is text outside of the code block';
    const given = lines[0]?.slice(3) ?? '';
    return language === undefined || given === language ? null : `the code fence is marked ${shown(given)}, asked for ${shown(language)}`;
  },
});
