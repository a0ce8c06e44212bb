import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; first: number; second: number; one: string; two: string };

const solve = ({ first, second, one, two }: Rule, args: Plain[]): Plain => {
  const [from, to] = args as [number, number];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => {
    const number = from + index;
    const said = `${number % first === 0 ? one : ''}${number % second === 0 ? two : ''}`;
    return said === '' ? String(number) : said;
  });
};

/** Marks the multiples by stepping over them. */
const check = ({ first, second, one, two }: Rule, args: Plain[]): Plain => {
  const [from, to] = args as [number, number];
  const said = new Map<number, string>();
  for (const [step, word] of [
    [first, one],
    [second, two],
  ] as const)
    for (let number = Math.ceil(from / step) * step; number <= to; number += step) said.set(number, (said.get(number) ?? '') + word);
  const result: string[] = [];
  for (let number = from; number <= to; number += 1) result.push(said.get(number) ?? String(number));
  return result;
};

export const numberWords = defineProblem<Rule>({
  id: 'number-words',
  tags: ['loops', 'conditions'],
  draw: (random) => {
    const [first, second] = random.pick([
      [3, 4],
      [3, 5],
      [4, 5],
      [2, 7],
      [3, 7],
      [2, 5],
    ] as const);
    const [one, two] = random.sample(['Tick', 'Tock', 'Ping', 'Pong', 'Hop', 'Zip', 'Bim', 'Bam', 'Dot', 'Dash'], 2) as [string, string];
    return { name: random.pick(['number words', 'speak numbers', 'count aloud', 'say range']), first, second, one, two };
  },
  name: ({ name }) => name,
  parameters: () => 'first, last',
  brief: ({ first, second, one, two }, { list, text }) =>
    `Return a ${list} with one ${text} for each whole number from \`first\` to \`last\`, both included, in rising order: "${one}" for a multiple of ${first}, "${two}" for a multiple of ${second}, "${one}${two}" for a multiple of both, and otherwise the number itself in digits. Where \`last\` is smaller than \`first\` the ${list} is empty. Zero is a multiple of every number.`,
  solve,
  check,
  tests: (random, { first, second }) => {
    const both = first * second;
    const near = (at: number): Plain[] => [at - random.int(1, 2), at + random.int(1, 3)];
    const plain = (): Plain[] => {
      const start = both * random.int(1, 9);
      return [start + random.int(1, 2), start + both - 1];
    };
    return [
      { name: 'a short range', calls: [plain(), [1, both - 1]] },
      { name: 'multiples of both', calls: [near(both * random.int(1, 3)), near(both * random.int(4, 6))] },
      {
        name: 'the last number',
        calls: [
          [both - 1, both * 2],
          [1, first],
        ],
      },
      {
        name: 'zero and negative numbers',
        calls: [
          [-first - 1, 1],
          [-random.int(2, 9), 0],
        ],
      },
      {
        name: 'one number and none',
        calls: [
          [both + 1, both + 1],
          [second, second],
          [5, 4 - random.int(0, 3)],
        ],
      },
    ];
  },
  programs: ({ first, second, one, two }, entry) => ({
    python: {
      right: [
        `def ${entry}(first, last):
    result = []
    for number in range(first, last + 1):
        if number % ${first} == 0 and number % ${second} == 0:
            result.append("${one}${two}")
        elif number % ${first} == 0:
            result.append("${one}")
        elif number % ${second} == 0:
            result.append("${two}")
        else:
            result.append(str(number))
    return result`,
        `def ${entry}(first, last):
    return [("${one}" * (n % ${first} == 0) + "${two}" * (n % ${second} == 0)) or str(n) for n in range(first, last + 1)]`,
      ],
      faults: [
        {
          name: 'stops one too early',
          edits: [['last + 1', 'last']],
          fails: ['a short range', 'multiples of both', 'the last number', 'zero and negative numbers', 'one number and none'],
        },
        {
          name: 'both is never seen',
          edits: [[`number % ${first} == 0 and number % ${second} == 0`, 'False']],
          fails: ['multiples of both', 'the last number', 'zero and negative numbers'],
        },
        {
          name: 'zero is no multiple',
          edits: [
            [`        if number % ${first}`, `        if number == 0:\n            result.append("0")\n        elif number % ${first}`],
          ],
          fails: ['zero and negative numbers'],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(first, last) {
  const result = [];
  for (let n = first; n <= last; n++) {
    let word = '';
    if (n % ${first} === 0) word += '${one}';
    if (n % ${second} === 0) word += '${two}';
    result.push(word || String(n));
  }
  return result;
}`,
        `function word(n) {
  if (n % ${first * second} === 0) return '${one}${two}';
  if (n % ${first} === 0) return '${one}';
  if (n % ${second} === 0) return '${two}';
  return n.toString();
}
function ${entry}(first, last) {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => word(first + i));
}`,
      ],
      faults: [
        {
          name: 'stops one too early',
          edits: [['<= last', '< last']],
          fails: ['a short range', 'multiples of both', 'the last number', 'zero and negative numbers', 'one number and none'],
        },
        {
          name: 'numbers stay numbers',
          edits: [['String(n)', 'n']],
          fails: ['a short range', 'multiples of both', 'the last number', 'zero and negative numbers', 'one number and none'],
        },
        {
          name: 'the second word replaces the first',
          edits: [[`word += '${two}'`, `word = '${two}'`]],
          fails: ['multiples of both', 'the last number', 'zero and negative numbers'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'easy' },
    { language: 'javascript', kind: 'write', level: 'easy' },
  ],
});
