import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; weight: number; most: number };
type Item = [string, number];

const solve = ({ weight, most }: Rule, args: Plain[]): Plain => {
  const boxes: string[][] = [];
  let [load, isOpen] = [0, false];
  for (const [name, heavy] of args[0] as Item[]) {
    const last = boxes.at(-1);
    if (isOpen && last !== undefined && heavy <= weight && load + heavy <= weight && last.length < most) {
      last.push(name);
      load += heavy;
    } else {
      boxes.push([name]);
      load = heavy;
    }
    isOpen = heavy <= weight;
  }
  return boxes;
};

/** Cuts off the longest start that fits into one box. */
const check = ({ weight, most }: Rule, args: Plain[]): Plain => {
  const boxes: string[][] = [];
  let left = args[0] as Item[];
  while (left.length > 0) {
    let fitting = 1;
    for (let size = 2; size <= Math.min(most, left.length); size += 1)
      if (left.slice(0, size).reduce((sum, [, heavy]) => sum + heavy, 0) <= weight) fitting = size;
    boxes.push(left.slice(0, fitting).map(([name]) => name));
    left = left.slice(fitting);
  }
  return boxes;
};

const nameIt = (random: Random, index: number): string => `${random.pick(['box', 'bag', 'urn', 'cup', 'pan', 'jar'])}${index}`;

export const packBoxes = defineProblem<Rule>({
  id: 'pack-boxes',
  tags: ['lists', 'greedy', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['pack boxes', 'fill crates', 'load carts', 'batch items']),
    weight: random.int(20, 40),
    most: random.int(3, 4),
  }),
  name: ({ name }) => name,
  parameters: () => 'items',
  brief: ({ weight, most }, { list }) =>
    `\`items\` is a ${list} of pairs \`[name, weight]\`; weights are whole numbers of at least 1. Pack them into boxes in the given order: an item goes into the current box, unless the box would then weigh more than ${weight} or hold more than ${most} items; then the box is closed and the item is the first in a new one. An item that alone weighs more than ${weight} is packed all the same, in a box of its own that takes nothing else. Return a ${list} of boxes, each a ${list} of the names in it. No items give an empty ${list}.`,
  solve,
  check,
  tests: (random, { weight, most }) => {
    const items = (...weights: number[]): Plain[] => [weights.map((heavy, index): Item => [nameIt(random, index), heavy])];
    const some = (low = 4, high = Math.floor(weight / 2)) => random.int(low, high);
    const light = (count: number) => Array.from({ length: count }, () => random.int(1, 2));
    return [
      { name: 'several boxes by weight', calls: [items(weight - 5, some(6), weight - 4, some(7)), items(weight - 6, some(7), weight - 3)] },
      { name: 'box that is just full', calls: [items(weight - 4, 4, some()), items(weight - 9, 5, 4, 1)] },
      { name: 'too many light items', calls: [items(...light(most + 1)), items(...light(2 * most + 2))] },
      { name: 'item heavier than a box', calls: [items(2, weight + some(), 1, 3), items(weight + 1, weight + 1, 2)] },
      { name: 'one item and none', calls: [items(), items(some()), items(weight)] },
    ];
  },
  programs: ({ weight, most }, entry) => ({
    python: {
      right: [
        `def ${entry}(items):
    boxes = []
    box = []
    load = 0
    for name, weight in items:
        if box and (load + weight > ${weight} or len(box) >= ${most}):
            boxes.append(box)
            box = []
            load = 0
        box.append(name)
        load += weight
    if box:
        boxes.append(box)
    return boxes`,
        `def ${entry}(items):
    if not items:
        return []
    size, load = 1, items[0][1]
    while size < len(items) and size < ${most} and load + items[size][1] <= ${weight}:
        load += items[size][1]
        size += 1
    return [[name for name, _ in items[:size]]] + ${entry}(items[size:])`,
      ],
      faults: [
        { name: 'a full box is too heavy', edits: [['> ', '>= ']], fails: ['box that is just full'] },
        { name: 'counts no items', edits: [[` or len(box) >= ${most}`, '']], fails: ['too many light items'] },
        {
          name: 'forgets the last box',
          edits: [['    if box:\n        boxes.append(box)\n    return', '    return']],
          fails: [
            'several boxes by weight',
            'box that is just full',
            'too many light items',
            'item heavier than a box',
            'one item and none',
          ],
        },
        {
          name: 'an empty box for no items',
          edits: [['    if box:\n        boxes', '    if True:\n        boxes']],
          fails: ['one item and none'],
        },
        { name: 'an empty box before a heavy item', edits: [['if box and (', 'if (']], fails: ['item heavier than a box'] },
      ],
    },
    typescript: {
      right: [
        `type Item = [name: string, weight: number];

function ${entry}(items: Item[]): string[][] {
  const boxes: string[][] = [];
  let load = 0;
  for (const [name, weight] of items) {
    const box = boxes[boxes.length - 1];
    if (box !== undefined && load + weight <= ${weight} && box.length < ${most}) {
      box.push(name);
      load += weight;
    } else {
      boxes.push([name]);
      load = weight;
    }
  }
  return boxes;
}`,
        `interface Box { names: string[]; load: number }
enum Limit { Weight = ${weight}, Items = ${most} }

const ${entry} = (items: [string, number][]): string[][] =>
  items
    .reduce<Box[]>((done, [name, weight]) => {
      const last = done.at(-1);
      const fits = last && last.names.length < Limit.Items && last.load + weight <= Limit.Weight;
      return fits
        ? [...done.slice(0, -1), { names: [...last!.names, name], load: last!.load + weight }]
        : [...done, { names: [name], load: weight }];
    }, [])
    .map(({ names }: Box) => names);`,
      ],
      faults: [
        { name: 'a full box is too heavy', edits: [['<= ', '< ']], fails: ['box that is just full'] },
        { name: 'counts no items', edits: [[` && box.length < ${most}`, '']], fails: ['too many light items'] },
        {
          name: 'forgets the weight of the first item',
          edits: [['load = weight;', 'load = 0;']],
          fails: ['several boxes by weight', 'box that is just full', 'item heavier than a box'],
        },
        {
          name: 'leaves out what is too heavy',
          edits: [['    const box', `    if (weight > ${weight}) continue;\n    const box`]],
          fails: ['item heavier than a box'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'medium' },
    { language: 'typescript', kind: 'write', level: 'medium' },
  ],
});
