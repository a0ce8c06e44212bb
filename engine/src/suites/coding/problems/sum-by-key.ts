import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; key: string; value: string; least: number };
type Row = { [key: string]: Plain };

const solve = ({ key, value, least }: Rule, args: Plain[]): Plain => {
  const sums: Record<string, number> = {};
  for (const row of args[0] as Row[]) sums[row[key] as string] = (sums[row[key] as string] ?? 0) + (row[value] as number);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum >= least));
};

const check = ({ key, value, least }: Rule, args: Plain[]): Plain => {
  const rows = args[0] as Row[];
  const names = rows.map((row) => row[key] as string).filter((name, index, all) => all.indexOf(name) === index);
  const sumOf = (name: string) => rows.filter((row) => row[key] === name).reduce((sum, row) => sum + (row[value] as number), 0);
  return Object.fromEntries(names.map((name): [string, number] => [name, sumOf(name)]).filter(([, sum]) => sum >= least));
};

const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana'] as const;

export const sumByKey = defineProblem<Rule>({
  id: 'sum-by-key',
  tags: ['dictionaries', 'grouping'],
  draw: (random) => ({
    name: random.pick(['sum by name', 'total per person', 'group points', 'add up orders']),
    key: random.pick(['name', 'person', 'owner', 'team']),
    value: random.pick(['points', 'hours', 'pieces', 'credits']),
    least: random.int(20, 40),
  }),
  name: ({ name }) => name,
  parameters: () => 'rows',
  brief: ({ key, value, least }, { list, dict, text }) =>
    `\`rows\` is a ${list}; each row is a ${dict} with the keys "${key}" (a ${text}) and "${value}" (a whole number). Return a ${dict} from each "${key}" to the sum of its "${value}" over all rows, but only where that sum is at least ${least}.`,
  solve,
  check,
  tests: (random, { key, value, least }) => {
    const row = (name: string, points: number): Row => ({ [key]: name, [value]: points });
    const two = () => random.sample(people, 2) as [string, string];
    const rows = (...pairs: [string, number][]): Plain[] => [pairs.map(([name, points]) => row(name, points))];
    const single = (): Plain[] => {
      const [a, b] = two();
      return rows([a, least + random.int(1, 9)], [b, least + random.int(10, 50)]);
    };
    const several = (): Plain[] => {
      const [a, b] = two();
      return rows([a, least - 3], [b, 5], [a, random.int(4, 9)], [b, least], [a, 1]);
    };
    const edge = (): Plain[] => {
      const [a, b] = two();
      return rows([a, least - 2], [b, least - 2], [a, 2], [b, 1]);
    };
    const negative = (): Plain[] => {
      const [a, b] = two();
      return rows([a, least + 5], [b, least + 20], [a, -random.int(6, 9)], [b, -random.int(3, 9)]);
    };
    return [
      { name: 'one row for each', calls: [single(), single()] },
      { name: 'several rows for each', calls: [several(), several()] },
      { name: 'sums at the limit', calls: [edge(), edge()] },
      { name: 'negative numbers', calls: [negative(), negative()] },
      { name: 'no rows', calls: [rows(), rows([random.pick(people), least]), rows([random.pick(people), least - 1])] },
    ];
  },
  programs: ({ key, value, least }, entry) => ({
    python: {
      right: [
        `def ${entry}(rows):
    sums = {}
    for row in rows:
        sums[row["${key}"]] = sums.get(row["${key}"], 0) + row["${value}"]
    return {name: total for name, total in sums.items() if total >= ${least}}`,
        `from collections import Counter

def ${entry}(rows):
    sums = Counter()
    for row in rows:
        sums[row["${key}"]] += row["${value}"]
    for name in list(sums):
        if sums[name] < ${least}:
            del sums[name]
    return sums`,
      ],
      faults: [
        {
          name: 'keeps the last row alone',
          edits: [[`sums.get(row["${key}"], 0) + `, '']],
          fails: ['several rows for each', 'sums at the limit', 'negative numbers'],
        },
        { name: 'the limit itself is left out', edits: [['>=', '>']], fails: ['sums at the limit', 'no rows'] },
        {
          name: 'small rows are left out',
          edits: [['    for row in rows:', `    for row in [r for r in rows if r["${value}"] >= ${least}]:`]],
          fails: ['several rows for each', 'sums at the limit', 'negative numbers'],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(rows) {
  const sums = {};
  for (const row of rows) {
    sums[row.${key}] = (sums[row.${key}] || 0) + row.${value};
  }
  for (const name of Object.keys(sums)) {
    if (sums[name] < ${least}) delete sums[name];
  }
  return sums;
}`,
        `const ${entry} = (rows) => {
  const sums = rows.reduce((map, { ${key}, ${value} }) => map.set(${key}, (map.get(${key}) ?? 0) + ${value}), new Map());
  return Object.fromEntries([...sums].filter(([, total]) => total >= ${least}));
};`,
      ],
      faults: [
        {
          name: 'keeps the last row alone',
          edits: [[`(sums[row.${key}] || 0) + `, '']],
          fails: ['several rows for each', 'sums at the limit', 'negative numbers'],
        },
        {
          name: 'the limit itself is left out',
          edits: [['] < ', '] <= ']],
          fails: ['sums at the limit', 'no rows'],
        },
        { name: 'nothing is left out', edits: [['delete sums[name];', '{}']], fails: ['sums at the limit', 'negative numbers', 'no rows'] },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'easy' },
    { language: 'javascript', kind: 'write', level: 'easy' },
  ],
});
