import type { Random } from '../../../../kit/random.ts';
import type { Plain } from '../../literal.ts';
import { defineProblem } from '../../problem.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';
import { check, solve, type Rule } from './solvers.ts';

/** Names of the signs in a plan: S start, G goal, # wall. A plan may be turned round and mirrored. */
const drawnPlan = (random: Random, rule: Rule, plan: string[]): Plain[] => {
  const signed = plan.map((row) =>
    [...row].map((sign) => (sign === 'S' ? rule.start : sign === 'G' ? rule.goal : sign === '#' ? rule.wall : sign)),
  );
  const mirrored = random.chance(0.5) ? signed.map((row) => row.toReversed()) : signed;
  const turned = random.chance(0.5) ? (mirrored[0] ?? []).map((_sign, x) => mirrored.map((row) => row[x] ?? '')) : mirrored;
  return [turned.map((row) => row.join(''))];
};

export const keyMaze = defineProblem<Rule>({
  id: 'key-maze',
  tags: ['graphs', 'search', 'edge-cases'],
  draw: (random) => {
    const [start, goal] = random.pick([
      ['S', 'G'],
      ['@', '$'],
      ['<', '>'],
      ['1', '2'],
    ] as const);
    return {
      name: random.pick(['maze steps', 'shortest way', 'fewest steps', 'escape maze']),
      start,
      goal,
      wall: random.pick(['#', '%', '=']),
      most: 2,
    };
  },
  name: ({ name }) => name,
  parameters: () => 'rows',
  brief: ({ start, goal, wall, most }, { list, none, text }) =>
    `\`rows\` is a ${list} of ${text}s of equal length, a plan seen from above. "${start}" is the start and "${goal}" the goal, each there exactly once; "${wall}" is a wall and "." is free. A small letter from a to d is a key that lies there, and the capital letter a door that only someone with that key can enter; one key opens all doors of its letter and is not used up, and there may be several keys of a letter. A step goes to one of the four neighbouring places that is no wall. Whoever enters the place of a key takes it, unless they hold it already or hold ${most} different keys already; keys can't be put down or left lying otherwise. Return the smallest number of steps from start to goal, or ${none} where there is no way.`,
  solve,
  check,
  tests: (random, rule) => {
    const plan = (...rows: string[]): Plain[] => drawnPlan(random, rule, rows);
    const dots = (least: number, most = least + 3) => '.'.repeat(random.int(least, most));
    const line = (...parts: string[]): Plain[] => plan(parts.join(''));
    return [
      { name: 'a free way', calls: [line('.', 'S', dots(2), 'G'), line('S', dots(6, 9), 'G.')] },
      { name: 'around walls', calls: [plan('S#G', '.#.', '.#.', '...'), plan('S..#.', '.#.#G', '.#...', '.....')] },
      { name: 'no way', calls: [plan('S#.', '##.', '..G'), line('S', dots(1, 4), '#G'), line('S..', dots(1, 3), 'G'), plan('S.#', '#.G')] },
      { name: 'a door and its key', calls: [line('a', dots(1, 3), 'S', dots(1, 3), 'A.G'), plan('S.AG', '.###', '..a.')] },
      {
        name: 'a door without a key',
        calls: [
          line('S', dots(1, 3), 'A.G'),
          line('b', dots(1, 3), 'SAG'),
          line('aS', dots(1, 2), 'AG'),
          line('b', dots(1, 3), 'SAG'.replace('A', '.')),
        ],
      },
      { name: 'a way around a door', calls: [plan('S.A.G', '.###.', '.....'), plan('aS.A.G', '######', '......')] },
      {
        name: 'one key leads to the next',
        calls: [line('bA', dots(1, 3), 'a.S', dots(1, 2), 'BG'), plan('S.A.b', '.###.', 'a...#', '.##..', '.B..G')],
      },
      {
        name: 'more keys than can be held',
        calls: [
          line('GC', dots(1, 2), 'Sabc.'),
          plan('GC.Sabc', '####.#.', '####...'),
          plan('a.S.b', '##C##', 'c.A.G'),
          line('GB', dots(1, 2), 'Sabc'),
        ],
      },
      { name: 'a key that is held already', calls: [line('G.BSa', dots(1, 2), 'aab'), line('GBSaab', dots(1, 3))] },
    ];
  },
  programs: (rule, entry) => ({ python: python(rule, entry), typescript: typescript(rule, entry) }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'typescript', kind: 'write', level: 'extreme' },
  ],
});
