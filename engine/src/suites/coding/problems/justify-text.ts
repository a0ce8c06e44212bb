import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; width: number; from: 'left' | 'right' };

const linesOf = (text: string, width: number): string[][] => {
  const lines: string[][] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && [...last, word].join(' ').length <= width) last.push(word);
    else lines.push([word]);
  }
  return lines;
};

const spread = (words: readonly string[], { width, from }: Rule): string => {
  const gaps = words.length - 1;
  if (gaps === 0) return words[0] ?? '';
  const spaces = width - words.join('').length;
  const [each, more] = [Math.floor(spaces / gaps), spaces % gaps];
  const isWide = (index: number) => (from === 'left' ? index < more : index >= gaps - more);
  return words.map((word, index) => (index === gaps ? word : word + ' '.repeat(each + (isWide(index) ? 1 : 0)))).join('');
};

const solve = (rule: Rule, args: Plain[]): Plain => {
  const lines = linesOf(args[0] as string, rule.width);
  return lines.map((words, index) => (index === lines.length - 1 ? words.join(' ') : spread(words, rule)));
};

/** Cuts the longest start off the words, and hands out the spaces one by one. */
const check = ({ width, from }: Rule, args: Plain[]): Plain => {
  let left = (args[0] as string).trim() === '' ? [] : (args[0] as string).trim().split(/ +/);
  const result: string[] = [];
  while (left.length > 0) {
    let count = left.length;
    while (count > 1 && left.slice(0, count).join(' ').length > width) count -= 1;
    const words = left.slice(0, count);
    left = left.slice(count);
    const gaps = words.slice(1).map(() => 1);
    const total = () => words.join('').length + gaps.reduce((sum, gap) => sum + gap, 0);
    for (let turn = 0; left.length > 0 && gaps.length > 0 && total() < width; turn += 1) {
      const place = turn % gaps.length;
      const index = from === 'left' ? place : gaps.length - 1 - place;
      gaps[index] = (gaps[index] ?? 0) + 1;
    }
    result.push(words.map((word, index) => word + ' '.repeat(gaps[index] ?? 0)).join(''));
  }
  return result;
};

const word = (random: Random, length: number): string => Array.from({ length }, () => random.pick([...'abcdeghiklmnoprstu'])).join('');

export const justifyText = defineProblem<Rule>({
  id: 'justify-text',
  tags: ['text', 'arithmetic', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['justify text', 'set lines', 'fill lines', 'block text']),
    width: random.int(15, 19),
    from: random.pick(['left', 'right']),
  }),
  name: ({ name }) => name,
  parameters: () => 'text',
  brief: ({ width, from }, { list }) =>
    `\`text\` holds words with one or more spaces between them and perhaps around them; no word is longer than ${width} characters. Set it in lines of ${width} characters and return the ${list} of lines. Each line takes as many words as fit with single spaces between them. Then the spaces of each line except the last are widened until it is exactly ${width} characters long: all gaps of a line get equally many spaces, and where that does not come out even, the gaps on the ${from} get one more each. A line with one word, and the last line, are not widened and have no spaces at their ends. A text without words gives an empty ${list}.`,
  solve,
  check,
  tests: (random, { width }) => {
    const line = (lengths: number[]) => lengths.map((length) => word(random, length)).join(' ');
    const tail = () => word(random, random.int(3, 5));
    // Three gaps that need 3 k + 1 or 3 k + 2 spaces, and a long word that starts the next line.
    const uneven = (more: number): string => `${line([3, 3, 2, width - 8 - 3 - more])} ${word(random, width - 1)} ${tail()}`;
    const even = (): string => `${line([width - 10, 4, 2])} ${line([3, width - 5])} ${tail()}`;
    const full = (): string => `${line([width - 5, 4])} ${line([width - 3, 2])} ${tail()}`;
    const lone = (): string => `${word(random, width - 1)} ${word(random, width - 2)} ${line([4, 3])}`;
    return [
      { name: 'spaces that come out even', calls: [[even()], [even()]] },
      { name: 'spaces that do not come out even', calls: [[uneven(1)], [uneven(2)]] },
      { name: 'lines that are full', calls: [[full()], [full()]] },
      { name: 'one word in a line', calls: [[lone()], [lone()]] },
      { name: 'several spaces between words', calls: [[`  ${full().replaceAll(' ', '   ')} `], [`${tail()}    ${tail()}`]] },
      { name: 'short text and none', calls: [[''], ['   '], [line([3, 4])], [word(random, width)]] },
    ];
  },
  trigger: (random, { width }) => [
    `${word(random, 3)} ${word(random, 3)} ${word(random, 2)} ${word(random, width - 12)} ${word(random, width - 1)}`,
  ],
  programs: ({ width, from }, entry) => ({
    python: {
      right: [
        `WIDTH = ${width}

def widen(words):
    if len(words) == 1:
        return words[0]
    gaps = len(words) - 1
    spaces = WIDTH - sum(len(word) for word in words)
    each, more = divmod(spaces, gaps)
    line = words[0]
    for i, word in enumerate(words[1:]):
        wide = ${from === 'left' ? 'i < more' : 'i >= gaps - more'}
        line += " " * (each + wide) + word
    return line

def ${entry}(text):
    lines = []
    current = []
    for word in text.split():
        if current and len(" ".join(current + [word])) > WIDTH:
            lines.append(widen(current))
            current = []
        current.append(word)
    if current:
        lines.append(" ".join(current))
    return lines`,
        `import textwrap

def ${entry}(text):
    lines = textwrap.wrap(" ".join(text.split()), ${width}, break_long_words=False, break_on_hyphens=False)
    for n, line in enumerate(lines[:-1]):
        parts = line.split(" ")
        i = 0
        while len(parts) > 1 and len("".join(parts)) + len(parts) - 1 < ${width}:
            place = i % (len(parts) - 1)
            parts[${from === 'left' ? 'place' : 'len(parts) - 2 - place'}] += " "
            i += 1
        lines[n] = " ".join(parts)
    return lines`,
      ],
      faults: [
        {
          name: 'the other gaps get one more',
          edits: [[from === 'left' ? 'i < more' : 'i >= gaps - more', from === 'left' ? 'i >= gaps - more' : 'i < more']],
          fails: ['spaces that do not come out even'],
          isTriggered: true,
        },
        {
          name: 'widens the last line',
          edits: [['lines.append(" ".join(current))', 'lines.append(widen(current))']],
          fails: ['one word in a line', 'several spaces between words', 'short text and none'],
        },
        {
          name: 'a full line is too long',
          edits: [['> WIDTH', '>= WIDTH']],
          fails: ['lines that are full', 'several spaces between words'],
        },
        {
          name: 'counts no gaps when it fills',
          edits: [['" ".join(current + [word])', '"".join(current + [word])']],
          fails: ['spaces that come out even'],
        },
      ],
    },
    javascript: {
      right: [
        String.raw`const WIDTH = ${width};

function widen(words) {
  if (words.length === 1) return words[0];
  const gaps = words.length - 1;
  const spaces = WIDTH - words.join('').length;
  const each = Math.floor(spaces / gaps);
  const more = spaces % gaps;
  let line = words[0];
  for (let i = 0; i < gaps; i++) {
    const wide = ${from === 'left' ? 'i < more' : 'i >= gaps - more'} ? 1 : 0;
    line += ' '.repeat(each + wide) + words[i + 1];
  }
  return line;
}

function ${entry}(text) {
  const lines = [];
  let current = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (current.length > 0 && [...current, word].join(' ').length > WIDTH) {
      lines.push(widen(current));
      current = [];
    }
    current.push(word);
  }
  if (current.length > 0) lines.push(current.join(' '));
  return lines;
}`,
        String.raw`const ${entry} = (text) => {
  const lines = text.trim().match(/(?:\S+)(?: +\S+)*/) ? text.trim().replace(/ +/g, ' ').match(/(?:\S.{0,${width - 2}}\S|\S)(?= |$)/g) : [];
  const stretch = (line) => {
    const parts = line.trim().split(' ');
    for (let i = 0; parts.length > 1 && parts.join(' ').length < ${width}; i++) {
      const place = i % (parts.length - 1);
      parts[${from === 'left' ? 'place' : 'parts.length - 2 - place'}] += ' ';
    }
    return parts.join(' ');
  };
  return lines.map((line, i) => (i === lines.length - 1 ? line.trim() : stretch(line)));
};`,
      ],
      faults: [
        {
          name: 'the other gaps get one more',
          edits: [[from === 'left' ? 'i < more' : 'i >= gaps - more', from === 'left' ? 'i >= gaps - more' : 'i < more']],
          fails: ['spaces that do not come out even'],
        },
        {
          name: 'widens the last line',
          edits: [["lines.push(current.join(' '))", 'lines.push(widen(current))']],
          fails: ['one word in a line', 'several spaces between words', 'short text and none'],
        },
        { name: 'an empty line for no words', edits: [['if (current.length > 0) lines', 'lines']], fails: ['short text and none'] },
        {
          name: 'splits at single spaces',
          edits: [[String.raw`split(/\s+/).filter(Boolean)`, "split(' ')"]],
          fails: ['several spaces between words', 'short text and none'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'repair', level: 'hard', plants: 'the other gaps get one more' },
    { language: 'javascript', kind: 'write', level: 'hard' },
  ],
});
