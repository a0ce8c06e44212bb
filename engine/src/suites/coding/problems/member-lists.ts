import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; group: string; least: number };
type Row = [group: string, name: string];

const solve = ({ least }: Rule, args: Plain[]): Plain => {
  const lists: Record<string, string[]> = {};
  for (const [group, name] of args[0] as Row[]) {
    const members = (lists[group] ??= []);
    if (!members.includes(name)) members.push(name);
  }
  return Object.fromEntries(Object.entries(lists).filter(([, members]) => members.length >= least));
};

const check = ({ least }: Rule, args: Plain[]): Plain => {
  const rows = args[0] as Row[];
  const groups = [...new Set(rows.map(([group]) => group))];
  const membersOf = (wanted: string) => [...new Set(rows.filter(([group]) => group === wanted).map(([, name]) => name))];
  return Object.fromEntries(groups.map((group) => [group, membersOf(group)] as const).filter(([, members]) => members.length >= least));
};

const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ines', 'Jon', 'Kim', 'Lea'] as const;
const labels = ['red', 'blue', 'green', 'north', 'south', 'early', 'late'] as const;

export const memberLists = defineProblem<Rule>({
  id: 'member-lists',
  tags: ['dictionaries', 'grouping', 'aliasing'],
  draw: (random) => ({
    name: random.pick(['member lists', 'list members', 'who is where', 'sign up lists']),
    group: random.pick(['team', 'course', 'room', 'club', 'tour']),
    least: random.int(2, 3),
  }),
  name: ({ name }) => name,
  parameters: () => 'rows',
  brief: ({ group, least }, { list, dict }) =>
    `\`rows\` is a ${list} of pairs \`[${group}, name]\` of texts. Return a ${dict} from each ${group} to the ${list} of its names, each name once, in the order in which they first come. Leave out each ${group} with fewer than ${least} different names.`,
  solve,
  check,
  tests: (random, { least }) => {
    const groups = (count: number) => random.sample(labels, count);
    const rowsOf = (group: string, count: number): Row[] => random.sample(people, count).map((name): Row => [group, name]);
    const large = least + 1;
    const one = (): Plain[] => [rowsOf(random.pick(labels), random.int(large, large + 2))];
    const several = (): Plain[] => {
      const [a = '', b = '', c = ''] = groups(3);
      return [random.shuffle([...rowsOf(a, large), ...rowsOf(b, large + 1), ...rowsOf(c, large)])];
    };
    const twice = (): Plain[] => {
      const [a = '', b = ''] = groups(2);
      const [first, ...rest] = rowsOf(a, large);
      return [[first as Row, ...rest, first as Row, ...rowsOf(b, large)]];
    };
    const onlyTwice = (): Plain[] => {
      const [a = '', b = ''] = groups(2);
      const [row] = rowsOf(a, 1);
      return [[...Array.from({ length: least }, () => row as Row), ...rowsOf(b, large)]];
    };
    const small = (): Plain[] => {
      const [a = '', b = '', c = ''] = groups(3);
      return [random.shuffle([...rowsOf(a, least), ...rowsOf(b, least - 1), ...rowsOf(c, large)])];
    };
    return [
      { name: 'one list', calls: [one(), one()] },
      { name: 'several lists', calls: [several(), several()] },
      { name: 'names that come twice', calls: [twice(), onlyTwice()] },
      { name: 'lists that are too short', calls: [small(), small()] },
      { name: 'no rows', calls: [[[]], one()] },
    ];
  },
  trigger: (random, { least }) => {
    const [a = '', b = ''] = random.sample(labels, 2);
    const names = random.sample(people, 2 * least + 2);
    return [names.map((name, at): Row => [at <= least ? a : b, name])];
  },
  programs: ({ least, group }, entry) => ({
    python: {
      right: [
        `def join(name, members=None):
    if members is None:
        members = []
    if name not in members:
        members.append(name)
    return members


def ${entry}(rows):
    lists = {}
    for ${group}, name in rows:
        if ${group} in lists:
            join(name, lists[${group}])
        else:
            lists[${group}] = join(name)
    return {${group}: members for ${group}, members in lists.items() if len(members) >= ${least}}`,
        `from collections import defaultdict

def ${entry}(rows):
    found = defaultdict(dict)
    for ${group}, name in rows:
        found[${group}][name] = True
    return {${group}: list(names) for ${group}, names in found.items() if len(names) >= ${least}}`,
      ],
      faults: [
        {
          name: 'all share one list',
          edits: [
            ['members=None', 'members=[]'],
            ['    if members is None:\n        members = []\n', ''],
          ],
          fails: ['one list', 'several lists', 'names that come twice', 'lists that are too short', 'no rows'],
        },
        { name: 'names count twice', edits: [['    if name not in members:\n    ', '']], fails: ['names that come twice'] },
        { name: 'the limit itself is too short', edits: [['>= ', '> ']], fails: ['lists that are too short'] },
        {
          name: 'short lists are kept',
          edits: [[` if len(members) >= ${least}`, '']],
          fails: ['names that come twice', 'lists that are too short'],
        },
      ],
    },
  }),
  forms: () => [{ language: 'python', kind: 'repair', level: 'medium', plants: 'all share one list' }],
});
