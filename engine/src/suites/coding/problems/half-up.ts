import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; many: number };
type Marks = { [name: string]: number[] };

const counted = ({ many }: Rule, values: readonly number[]): number[] => {
  const rising = values.toSorted((a, b) => a - b);
  return rising.length > many ? rising.slice(1) : rising;
};

const solve = (rule: Rule, args: Plain[]): Plain =>
  Object.fromEntries(
    Object.entries(args[0] as Marks)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => {
        const list = counted(rule, values);
        const sum = list.reduce((total, value) => total + value, 0);
        return [name, Math.floor((2 * sum + list.length) / (2 * list.length))];
      }),
  );

/** Counts up from below until the average is less than half a step above. */
const check = ({ many }: Rule, args: Plain[]): Plain => {
  const result: Record<string, number> = {};
  for (const [name, values] of Object.entries(args[0] as Marks)) {
    if (values.length === 0) continue;
    const skipped = values.length > many ? 1 : 0;
    const sum = values.reduce((total, value) => total + value, 0) - skipped * Math.min(...values);
    const size = values.length - skipped;
    let rounded = Math.min(...values) - 1;
    while (2 * sum >= size * (2 * rounded + 1)) rounded += 1;
    result[name] = rounded;
  }
  return result;
};

const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana'] as const;

const named = (random: Random, lists: readonly number[][]): Plain[] => {
  const names = random.sample(people, lists.length);
  return [Object.fromEntries(lists.map((list, at) => [names[at] as string, random.shuffle(list)]))];
};

export const halfUp = defineProblem<Rule>({
  id: 'half-up',
  tags: ['numbers', 'rounding', 'dictionaries'],
  draw: (random) => ({ name: random.pick(['mean marks', 'round means', 'average marks', 'whole averages']), many: random.int(4, 7) }),
  name: ({ name }) => name,
  parameters: () => 'marks',
  brief: ({ many }, { list, dict, text }) =>
    `\`marks\` is a ${dict} from a name (a ${text}) to a ${list} of whole numbers. Return a ${dict} from each name to the average of its numbers, rounded to the nearest whole number; an average just between two whole numbers is rounded up (2.5 to 3, -2.5 to -2). Where a name has more than ${many} numbers, its lowest one does not count (just one of them where several are lowest). A name without numbers is left out.`,
  solve,
  check,
  tests: (random, { many }) => {
    const around = (middle: number, ...steps: number[]): number[] => steps.map((step) => middle + step);
    const positive = () => random.int(5, 40);
    const whole = (): Plain[] => named(random, [around(positive(), -2, 0, 2), around(positive(), 0), around(positive(), -4, 4)]);
    const halves = (): Plain[] => named(random, [around(2 * positive(), 0, 1), around(2 * positive() + 1, 0, 1)]);
    const thirds = (): Plain[] => named(random, [around(positive(), 0, 0, 1), around(positive(), 0, 1, 1)]);
    const negative = (): Plain[] =>
      named(random, [around(-2 * positive(), 0, 1), around(-positive(), 0, 0, 1), around(-positive(), 0, 1, 1)]);
    const long = (): Plain[] => {
      const [one, other] = [positive(), positive()];
      const level = (middle: number, count: number) => Array.from({ length: count }, () => middle);
      return named(random, [
        [one - 3 * many, ...level(one, many)],
        [other - 2 * many, ...level(other, many - 1)],
      ]);
    };
    return [
      { name: 'whole averages', calls: [whole(), whole()] },
      { name: 'just between two numbers', calls: [halves(), halves()] },
      { name: 'other fractions', calls: [thirds(), thirds()] },
      { name: 'negative numbers', calls: [negative(), negative()] },
      { name: 'many numbers', calls: [long(), long()] },
      { name: 'names without numbers', calls: [named(random, [[], around(positive(), 0)]), named(random, [[]]), [{}]] },
    ];
  },
  trigger: (random) => {
    const even = 2 * random.int(3, 20);
    return named(random, [[even, even + 1]]);
  },
  programs: ({ many }, entry) => ({
    python: {
      right: [
        `def ${entry}(marks):
    result = {}
    for name, values in marks.items():
        if not values:
            continue
        if len(values) > ${many}:
            values = sorted(values)[1:]
        total, count = sum(values), len(values)
        result[name] = (2 * total + count) // (2 * count)
    return result`,
        `from fractions import Fraction
from math import floor

def ${entry}(marks):
    def mean(values):
        if len(values) > ${many}:
            values = list(values)
            values.remove(min(values))
        return Fraction(sum(values), len(values))
    return {name: floor(mean(values) + Fraction(1, 2)) for name, values in marks.items() if values}`,
      ],
      faults: [
        {
          name: 'rounds to the even number',
          edits: [['(2 * total + count) // (2 * count)', 'round(total / count)']],
          fails: ['just between two numbers', 'negative numbers'],
        },
        {
          name: 'cuts the fraction off',
          edits: [['(2 * total + count) // (2 * count)', 'total // count']],
          fails: ['just between two numbers', 'other fractions', 'negative numbers'],
          isTriggered: true,
        },
        {
          name: 'cuts towards zero',
          edits: [['(2 * total + count) // (2 * count)', 'int(total / count + 0.5)']],
          fails: ['negative numbers'],
        },
        { name: 'drops one too soon', edits: [['> ', '>= ']], fails: ['many numbers'] },
        { name: 'the average of nothing is 0', edits: [['continue', 'values = [0]']], fails: ['names without numbers'] },
      ],
    },
  }),
  forms: () => [{ language: 'python', kind: 'repair', level: 'medium', plants: 'rounds to the even number' }],
});
