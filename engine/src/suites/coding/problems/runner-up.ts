import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; place: number; order: 'largest' | 'smallest' };

const solve = ({ place, order }: Rule, args: Plain[]): Plain => {
  const distinct = [...new Set(args[0] as number[])].toSorted((a, b) => (order === 'largest' ? b - a : a - b));
  return distinct[place - 1] ?? null;
};

/** The value with exactly `place - 1` different values before it. */
const check = ({ place, order }: Rule, args: Plain[]): Plain => {
  const values = args[0] as number[];
  const before = (one: number) => new Set(values.filter((value) => (order === 'largest' ? value > one : value < one))).size;
  return values.find((value) => before(value) === place - 1) ?? null;
};

export const runnerUp = defineProblem<Rule>({
  id: 'runner-up',
  tags: ['lists', 'sorting', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['runner up', 'ranked value', 'distinct rank', 'pick by rank']),
    place: random.int(2, 4),
    order: random.pick(['largest', 'smallest']),
  }),
  name: ({ name }) => name,
  parameters: () => 'numbers',
  brief: ({ place, order }, { list, none }) =>
    `\`numbers\` is a ${list} of whole numbers. Return the ${['', '', 'second', 'third', 'fourth'][place] ?? ''} ${order} of the different values in it: equal numbers count once. Where there are fewer than ${place} different values, return ${none}.`,
  solve,
  check,
  tests: (random, { place }) => {
    const distinct = (count: number, low = 1, high = 99): number[] => {
      const values = new Set<number>();
      while (values.size < count) values.add(random.int(low, high));
      return [...values];
    };
    const repeated = (values: number[]): Plain[] => {
      const sorted = values.toSorted((a, b) => a - b);
      const [least, most] = [sorted[0] as number, sorted.at(-1) as number];
      return [random.shuffle([...values, least, least, least, least, most, most, most, most])];
    };
    return [
      { name: 'different numbers', calls: [[distinct(6)], [distinct(7)]] },
      { name: 'equal numbers', calls: [repeated(distinct(5)), repeated(distinct(6))] },
      { name: 'negative numbers and zero', calls: [[[0, ...distinct(5, -99, -1)]], [distinct(6, -99, -1)]] },
      {
        name: 'numbers with more digits',
        calls: [
          [[...distinct(3, 2, 9), ...distinct(3, 10, 99), ...distinct(2, 100, 900)]],
          [[...distinct(3, 2, 9), ...distinct(4, 100, 999)]],
        ],
      },
      { name: 'too few different numbers', calls: [[Array.from({ length: place + 3 }, () => 7)], [[]], [distinct(place)]] },
    ];
  },
  programs: ({ place, order }, entry) => ({
    python: {
      right: [
        `def ${entry}(numbers):
    values = sorted(set(numbers), reverse=${order === 'largest' ? 'True' : 'False'})
    if len(values) < ${place}:
        return None
    return values[${place - 1}]`,
        `import heapq

def ${entry}(numbers):
    best = heapq.n${order}(${place}, set(numbers))
    return best[-1] if len(best) == ${place} else None`,
      ],
      faults: [
        { name: 'equal numbers count twice', edits: [['set(numbers)', 'numbers']], fails: ['equal numbers', 'too few different numbers'] },
        { name: 'fails where there are too few', edits: [['        return None', '        pass']], fails: ['too few different numbers'] },
        {
          name: 'the wrong end',
          edits: [[order === 'largest' ? 'True' : 'False', order === 'largest' ? 'False' : 'True']],
          fails: [
            'different numbers',
            'equal numbers',
            'negative numbers and zero',
            'numbers with more digits',
            ...(place > 1 ? ['too few different numbers'] : []),
          ],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(numbers) {
  const values = [...new Set(numbers)].sort((a, b) => ${order === 'largest' ? 'b - a' : 'a - b'});
  return values.length < ${place} ? null : values[${place - 1}];
}`,
        `function ${entry}(numbers) {
  let left = numbers.slice();
  for (let round = 1; left.length > 0; round++) {
    const best = left.reduce((a, b) => Math.${order === 'largest' ? 'max' : 'min'}(a, b));
    if (round === ${place}) return best;
    left = left.filter((n) => n !== best);
  }
  return null;
}`,
      ],
      faults: [
        {
          name: 'equal numbers count twice',
          edits: [['[...new Set(numbers)]', '[...numbers]']],
          fails: ['equal numbers', 'too few different numbers'],
        },
        {
          name: 'returns undefined where there are too few',
          edits: [[`values.length < ${place} ? null : `, '']],
          fails: ['too few different numbers'],
        },
        {
          name: 'skips one',
          edits: [[`values[${place - 1}]`, `(values[${place}] ?? null)`]],
          fails: [
            'different numbers',
            'equal numbers',
            'negative numbers and zero',
            'numbers with more digits',
            'too few different numbers',
          ],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'easy' },
    { language: 'javascript', kind: 'write', level: 'easy' },
  ],
});
