import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; first: 'a' | 'z' };
type Needs = Record<string, string[]>;

const namesIn = (needs: Needs): string[] => [...new Set([...Object.keys(needs), ...Object.values(needs).flat()])];

const solve = ({ first }: Rule, args: Plain[]): Plain => {
  const needs = args[0] as Needs;
  const left = new Set(namesIn(needs).toSorted());
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((task) => (needs[task] ?? []).every((need) => !left.has(need)));
    const next = first === 'a' ? free[0] : free.at(-1);
    if (next === undefined) return null;
    order.push(next);
    left.delete(next);
  }
  return order;
};

/** Counts what is still open before each task. */
const check = ({ first }: Rule, args: Plain[]): Plain => {
  const needs = args[0] as Needs;
  const open = new Map(namesIn(needs).map((task) => [task, new Set(needs[task] ?? []).size]));
  const order: string[] = [];
  for (let ready = [...open].filter(([, count]) => count === 0).map(([task]) => task); ready.length > 0;) {
    const next = ready.reduce((a, b) => (a < b === (first === 'a') ? a : b));
    order.push(next);
    ready = ready.filter((task) => task !== next);
    for (const [task, list] of Object.entries(needs)) {
      if (!list.includes(next)) continue;
      open.set(task, (open.get(task) ?? 0) - 1);
      if (open.get(task) === 0) ready.push(task);
    }
  }
  return order.length === open.size ? order : null;
};

const taskNames = ['bake', 'clean', 'draw', 'edit', 'fetch', 'grind', 'hang', 'iron', 'knit', 'load', 'mend', 'notch'] as const;

export const taskOrder = defineProblem<Rule>({
  id: 'task-order',
  tags: ['graphs', 'sorting', 'edge-cases'],
  draw: (random) => ({ name: random.pick(['task order', 'plan tasks', 'order jobs', 'build order']), first: random.pick(['a', 'z']) }),
  name: ({ name }) => name,
  parameters: () => 'needs',
  brief: ({ first }, { dict, list, none }) =>
    `\`needs\` is a ${dict} from the name of a task to the ${list} of names of the tasks that must be done before it. A name may stand there more than once, and a task that stands only in such a ${list} needs nothing. Return all tasks as a ${list} in the order in which they are done, one after the other: of all tasks that can be done next, the one whose name comes ${first === 'a' ? 'first' : 'last'} in the alphabet is done. Where not all tasks can be done, because some need each other, return ${none}. Names are small letters. No tasks give an empty ${list}.`,
  solve,
  check,
  tests: (random, { first }) => {
    // In the order in which they are done where all are free.
    const names = (count: number): string[] => {
      const sorted = random.sample(taskNames, count).toSorted();
      return first === 'a' ? sorted : sorted.toReversed();
    };
    const chain = (): Plain[] => {
      const [a = '', b = '', c = '', d = ''] = random.shuffle(names(4));
      return [{ [a]: [b], [b]: [c], [c]: [d], [d]: [] }];
    };
    const freed = (): Plain[] => {
      const [a = '', b = '', c = '', d = '', e = ''] = names(5);
      // Doing `c` frees one that comes before and one that comes after those that were free all along.
      return [{ [e]: [c], [b]: [], [a]: [c], [c]: [], [d]: [] }];
    };
    const onlyNeeded = (): Plain[] => {
      const [a = '', b = '', c = '', d = ''] = names(4);
      return [{ [c]: [a, b], [d]: [b] }];
    };
    const twice = (): Plain[] => {
      const [a = '', b = '', c = ''] = random.shuffle(names(3));
      return [{ [a]: [b, b, c], [b]: [], [c]: [b] }];
    };
    const circle = (): Plain[] => {
      const [a = '', b = '', c = '', d = ''] = names(4);
      return [{ [a]: [], [b]: [c], [c]: [d], [d]: [b] }];
    };
    const [self = ''] = names(1);
    return [
      { name: 'a chain', calls: [chain(), chain()] },
      { name: 'tasks that become free', calls: [freed(), freed()] },
      { name: 'tasks that are only needed', calls: [onlyNeeded(), onlyNeeded()] },
      { name: 'a need that is named twice', calls: [twice(), twice()] },
      { name: 'tasks that need each other', calls: [circle(), [{ [self]: [self] }], chain()] },
      { name: 'no tasks', calls: [[{}], [{ [self]: [] }]] },
    ];
  },
  programs: ({ first }, entry) => ({
    python: {
      right: [
        `def ${entry}(needs):
    waiting = {}
    for task, before in needs.items():
        waiting[task] = set(before)
    for before in needs.values():
        for task in before:
            waiting.setdefault(task, set())
    order = []
    while waiting:
        free = [task for task, before in waiting.items() if not before]
        if not free:
            return None
        task = ${first === 'a' ? 'min' : 'max'}(free)
        order.append(task)
        del waiting[task]
        for before in waiting.values():
            before.discard(task)
    return order`,
        `import bisect
from collections import defaultdict

def ${entry}(needs):
    after, count = defaultdict(list), {}
    for task, before in needs.items():
        count.setdefault(task, 0)
        for other in dict.fromkeys(before):
            after[other].append(task)
            count[task] += 1
            count.setdefault(other, 0)
    ready = sorted(task for task, open_needs in count.items() if open_needs == 0)
    order = []
    while ready:
        task = ready.pop(${first === 'a' ? '0' : ''})
        order.append(task)
        for other in after[task]:
            count[other] -= 1
            if count[other] == 0:
                bisect.insort(ready, other)
    return order if len(order) == len(count) else None`,
      ],
      faults: [
        { name: 'takes any free task', edits: [[`${first === 'a' ? 'min' : 'max'}(free)`, 'free[0]']], fails: ['tasks that become free'] },
        {
          name: 'does all free tasks before it looks again',
          edits: [
            [
              `        task = ${first === 'a' ? 'min' : 'max'}(free)
        order.append(task)
        del waiting[task]
        for before in waiting.values():
            before.discard(task)`,
              `        for task in sorted(free${first === 'a' ? '' : ', reverse=True'}):
            order.append(task)
            del waiting[task]
            for before in waiting.values():
                before.discard(task)`,
            ],
          ],
          fails: ['tasks that become free'],
        },
        {
          name: 'knows only tasks with needs of their own',
          edits: [['            waiting.setdefault(task, set())', '            pass']],
          fails: ['tasks that are only needed'],
        },
        { name: 'returns what could be done', edits: [['return None', 'return order']], fails: ['tasks that need each other'] },
      ],
    },
    typescript: {
      right: [
        `function ${entry}(needs: Record<string, string[]>): string[] | null {
  const waiting = new Map<string, Set<string>>();
  for (const [task, before] of Object.entries(needs)) {
    waiting.set(task, new Set(before));
  }
  for (const before of Object.values(needs)) {
    for (const task of before) {
      if (!waiting.has(task)) waiting.set(task, new Set());
    }
  }
  const order: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.keys()].filter((task) => waiting.get(task)!.size === 0).sort();
    if (free.length === 0) return null;
    const next = free[${first === 'a' ? '0' : 'free.length - 1'}];
    order.push(next);
    waiting.delete(next);
    for (const before of waiting.values()) before.delete(next);
  }
  return order;
}`,
        `type Needs = { [task: string]: readonly string[] };

export function ${entry}(needs: Needs): string[] | null {
  const all: string[] = [...new Set<string>(Object.entries(needs).flatMap(([task, before]) => [task, ...before]))].sort();
${first === 'a' ? '' : '  all.reverse();\n'}  const done: string[] = [];
  for (;;) {
    const next: string | undefined = all.find(
      (task) => !done.includes(task) && (needs[task] ?? []).every((need) => done.includes(need)),
    );
    if (next === undefined) break;
    done.push(next as string);
  }
  return done.length === all.length ? done : null;
}`,
      ],
      faults: [
        {
          name: 'takes any free task',
          edits: [
            ['.size === 0).sort()', '.size === 0)'],
            [`free[${first === 'a' ? '0' : 'free.length - 1'}]`, 'free[0]'],
          ],
          fails: ['tasks that become free'],
        },
        {
          name: 'knows only tasks with needs of their own',
          edits: [['if (!waiting.has(task)) waiting.set(task, new Set());', '']],
          fails: ['tasks that are only needed'],
        },
        { name: 'returns what could be done', edits: [['return null', 'return order']], fails: ['tasks that need each other'] },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'hard' },
    { language: 'typescript', kind: 'write', level: 'hard' },
  ],
});
