import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; letters: number; digits: number; sign: string };

const solve = ({ letters, digits, sign }: Rule, args: Plain[]): Plain => {
  const form = new RegExp(`^[A-Z]{${letters}}${sign}[0-9]{${digits}}$`);
  return (args[0] as string[]).map((text) => text.trim()).filter((text) => form.test(text));
};

/** Looks at each character at its place. */
const check = ({ letters, digits, sign }: Rule, args: Plain[]): Plain => {
  const isBetween = (character: string, low: string, high: string) => character >= low && character <= high;
  const fits = (character: string, at: number): boolean =>
    at < letters ? isBetween(character, 'A', 'Z') : at === letters ? character === sign : isBetween(character, '0', '9');
  return (args[0] as string[]).flatMap((text) => {
    const code = text.replaceAll(/^ +| +$/g, '');
    return code.length === letters + 1 + digits && [...code].every(fits) ? [code] : [];
  });
};

const drawn = (random: Random, from: string, count: number): string => Array.from({ length: count }, () => random.pick([...from])).join('');
const words = ['none', 'later', 'unknown', 'see above'] as const;
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

export const validCodes = defineProblem<Rule>({
  id: 'valid-codes',
  tags: ['text', 'patterns', 'state'],
  draw: (random) => ({
    name: random.pick(['valid codes', 'keep codes', 'good labels', 'pick labels']),
    letters: random.int(2, 4),
    digits: random.int(3, 6),
    sign: random.pick(['-', '_', ':', '#']),
  }),
  name: ({ name }) => name,
  parameters: () => 'texts',
  brief: ({ letters, digits, sign }, { list, text }) =>
    `\`texts\` is a ${list} of ${text}s. Each may have spaces before and after it, which do not count. Return a ${list} of those, without these spaces and in the same order, that are a code: ${letters} capital letters from A to Z, then "${sign}", then ${digits} digits, and nothing else.`,
  solve,
  check,
  tests: (random, { letters, digits, sign }) => {
    const made = (many: number, few: number): string => `${drawn(random, capitals, many)}${sign}${drawn(random, '0123456789', few)}`;
    const code = () => made(letters, digits);
    const mixed = (...texts: string[]): Plain[] => [random.shuffle([code(), ...texts])];
    return [
      { name: 'codes and words', calls: [mixed(code(), code(), random.pick(words)), mixed(code(), random.pick(words))] },
      { name: 'too few letters or digits', calls: [mixed(made(letters, digits - 1)), mixed(made(letters - 1, digits), code())] },
      { name: 'small letters', calls: [mixed(code().toLowerCase()), mixed(code().toLowerCase(), code())] },
      { name: 'longer texts', calls: [mixed(`${code()}0`), mixed(`X${code()}`, `new ${code()}`)] },
      { name: 'spaces around', calls: [mixed(` ${code()}`, `${code()}  `), mixed(`  ${code()} `)] },
      { name: 'nothing', calls: [[[]], [['', ' ', code()]], [[sign]]] },
    ];
  },
  trigger: (random, { letters, digits, sign }) => [
    Array.from({ length: 3 }, () => `${drawn(random, capitals, letters)}${sign}${drawn(random, '0123456789', digits)}`),
  ],
  programs: ({ letters, digits, sign }, entry) => ({
    javascript: {
      right: [
        `const form = /^[A-Z]{${letters}}${sign}\\d{${digits}}$/;

function ${entry}(texts) {
  const trimmed = texts.map((text) => text.trim());
  return trimmed.filter((text) => form.test(text));
}`,
        `function isCode(text) {
  const [letters, digits, ...rest] = text.split('${sign}');
  if (digits === undefined || rest.length > 0) return false;
  if (letters.length !== ${letters} || digits.length !== ${digits}) return false;
  return [...letters].every((c) => c >= 'A' && c <= 'Z') && [...digits].every((c) => c >= '0' && c <= '9');
}

function ${entry}(texts) {
  const result = [];
  for (const text of texts) {
    if (isCode(text.trim())) result.push(text.trim());
  }
  return result;
}`,
      ],
      faults: [
        {
          name: 'the pattern keeps its place from text to text',
          edits: [['$/;', '$/g;']],
          fails: ['codes and words', 'too few letters or digits', 'small letters', 'spaces around'],
        },
        {
          name: 'finds a code inside of a longer text',
          edits: [
            ['/^', '/'],
            ['$/', '/'],
          ],
          fails: ['longer texts'],
        },
        { name: 'small letters count too', edits: [['$/', '$/i']], fails: ['small letters'] },
        { name: 'spaces make a code wrong', edits: [['text.trim()', 'text']], fails: ['spaces around'] },
      ],
    },
  }),
  forms: () => [{ language: 'javascript', kind: 'repair', level: 'hard', plants: 'the pattern keeps its place from text to text' }],
});
