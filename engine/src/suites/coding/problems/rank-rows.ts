import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; what: string; places: number; least: number };
type Row = [name: string, points: number];

const solve = ({ places, least }: Rule, args: Plain[]): Plain =>
  (args[0] as Row[])
    .filter(([, points]) => points >= least)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, places)
    .map(([name]) => name);

/** A name has the place that follows from how many rows come before it. */
const check = ({ places, least }: Rule, args: Plain[]): Plain => {
  const rows = (args[0] as Row[]).filter(([, points]) => points >= least);
  const placed: string[] = [];
  for (const [name, points] of rows) {
    const before = rows.filter(([other, more]) => more > points || (more === points && other < name)).length;
    if (before < places) placed[before] = name;
  }
  return placed;
};

const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ines', 'Jon', 'Kim', 'Lea'] as const;

/** Names from the last to the first of the alphabet. */
const backwards = (random: Random, count: number): string[] => random.sample(people, count).toSorted().toReversed();

export const rankRows = defineProblem<Rule>({
  id: 'rank-rows',
  tags: ['lists', 'sorting', 'ties'],
  draw: (random) => ({
    name: random.pick(['best names', 'rank players', 'top scorers', 'pick winners']),
    what: random.pick(['points', 'goals', 'votes', 'stars']),
    places: random.int(3, 5),
    least: random.int(5, 30),
  }),
  name: ({ name }) => name,
  parameters: () => 'rows',
  brief: ({ what, places, least }, { list }) =>
    `\`rows\` is a ${list} of pairs of a name and a whole number of ${what}; no name comes twice. Return a ${list} of the names of the first ${places}: the most ${what} come first, and equal ${what} are in alphabetical order. A row with fewer than ${least} ${what} never counts, and there may be fewer than ${places} names.`,
  solve,
  check,
  tests: (random, { places, least }) => {
    const above = (count: number): number[] =>
      random.sample(
        Array.from({ length: 60 }, (_, index) => least + 1 + index),
        count,
      );
    const distinct = (): Plain[] => {
      const points = above(places + 2);
      return [backwards(random, points.length).map((name, at): Row => [name, points[at] as number])];
    };
    const tied = (): Plain[] => {
      const [high, low] = above(2).toSorted((a, b) => b - a) as [number, number];
      return [backwards(random, places).map((name, at): Row => [name, at === 0 ? low : high])];
    };
    const tiedAtBorder = (): Plain[] => {
      const points = above(places).toSorted((a, b) => b - a);
      return [backwards(random, places + 1).map((name, at): Row => [name, points[Math.min(at, places - 1)] as number])];
    };
    const few = (): Plain[] => {
      const [a = '', b = '', c = ''] = random.shuffle(backwards(random, 3));
      const rows: Row[] = [
        [a, least - 1],
        [b, least],
        [c, least + random.int(1, 9)],
      ];
      return [random.shuffle(rows)];
    };
    return [
      { name: 'different numbers', calls: [distinct(), distinct()] },
      { name: 'equal numbers', calls: [tied(), tied()] },
      { name: 'equal numbers at the last place', calls: [tiedAtBorder(), tiedAtBorder()] },
      { name: 'numbers at the limit', calls: [few(), few()] },
      { name: 'no rows', calls: [[[]], [[[random.pick(people), least + 1]]]] },
    ];
  },
  // Equal numbers whose names are in alphabetical order already: a program that leaves them as they came is right here.
  trigger: (random, { least }) => {
    const points = least + random.int(1, 20);
    return [
      backwards(random, 2)
        .toReversed()
        .map((name): Row => [name, points]),
    ];
  },
  programs: ({ places, least }, entry) => ({
    python: {
      right: [
        `def ${entry}(rows):
    counted = [row for row in rows if row[1] >= ${least}]
    ranked = sorted(counted, key=lambda row: (-row[1], row[0]))
    return [name for name, number in ranked[:${places}]]`,
        `def ${entry}(rows):
    rows = sorted(rows)
    rows.sort(key=lambda row: row[1], reverse=True)
    result = []
    for name, number in rows:
        if number >= ${least} and len(result) < ${places}:
            result.append(name)
    return result`,
      ],
      faults: [
        {
          name: 'turns the names round too',
          edits: [['(-row[1], row[0]))', '(row[1], row[0]), reverse=True)']],
          fails: ['equal numbers', 'equal numbers at the last place'],
        },
        {
          name: 'leaves equal numbers as they came',
          edits: [['(-row[1], row[0])', '-row[1]']],
          fails: ['equal numbers', 'equal numbers at the last place'],
        },
        { name: 'the limit itself is too low', edits: [['>= ', '> ']], fails: ['numbers at the limit'] },
        {
          name: 'one place too few',
          edits: [[`[:${places}]`, `[:${places - 1}]`]],
          fails: ['different numbers', 'equal numbers', 'equal numbers at the last place'],
        },
      ],
    },
  }),
  forms: () => [{ language: 'python', kind: 'repair', level: 'easy', plants: 'turns the names round too' }],
});
