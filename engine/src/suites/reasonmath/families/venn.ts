import type { Random } from '../../../kit/random.ts';
import type { Difficulty } from '@benchloop/spec';
import { integerAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { sumOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';

/** `cells[mask]`: how many belong to exactly the circles of the mask; `asked` says what is wanted. */
type Instance = { cells: number[]; circles: string[]; group: string; asked: 'both' | 'neither' | 'exactly-one' | 'all-three' };

const topics: readonly { group: string; circles: readonly string[]; verb: string }[] = [
  { group: 'members of a club', circles: ['chess', 'rowing', 'painting', 'fencing'], verb: 'do' },
  { group: 'pupils of a school', circles: ['French', 'music', 'chemistry', 'history'], verb: 'take' },
  { group: 'guests of a hotel', circles: ['breakfast', 'parking', 'the sauna', 'a late check-out'], verb: 'book' },
  { group: 'readers of a library', circles: ['novels', 'comics', 'magazines', 'maps'], verb: 'borrow' },
];

const asked: Record<Difficulty, Instance['asked']> = { easy: 'both', medium: 'neither', hard: 'exactly-one', extreme: 'all-three' };

const draw = (random: Random, level: Difficulty): Instance => {
  const topic = random.pick(topics);
  const count = level === 'easy' || level === 'medium' ? 2 : 3;
  return {
    cells: Array.from({ length: 2 ** count }, () => random.int(12, 89)),
    circles: random.sample(topic.circles, count),
    group: topic.group,
    asked: asked[level],
  };
};

const total = (instance: Instance): number => sumOf(instance.cells);
/** Size of the intersection of the circles in `mask`. */
const size = (instance: Instance, mask: number): number => sumOf(instance.cells.filter((_, cell) => (cell & mask) === mask));

/** Uses only the sums that the question tells, by inclusion and exclusion. */
const solve = (instance: Instance): number => {
  const [a, b, c] = [size(instance, 1), size(instance, 2), size(instance, 4)];
  const outside = instance.cells[0] ?? 0;
  switch (instance.asked) {
    case 'both':
      return a + b - (total(instance) - outside);
    case 'neither':
      return total(instance) - (a + b - size(instance, 3));
    case 'exactly-one':
      return a + b + c - 2 * (size(instance, 3) + size(instance, 5) + size(instance, 6)) + 3 * size(instance, 7);
    case 'all-three': {
      const exactlyTwo = sumOf([3, 5, 6].map((cell) => instance.cells[cell] ?? 0));
      return (a + b + c - (total(instance) - outside) - exactlyTwo) / 2;
    }
  }
};

/** Lists every person with their circles and counts. */
const check = (instance: Instance): number => {
  const people = instance.cells.flatMap((count, cell) => Array.from({ length: count }, () => cell));
  const circlesOf = (cell: number) => [1, 2, 4].filter((bit) => (cell & bit) !== 0).length;
  const wanted = { both: 2, neither: 0, 'exactly-one': 1, 'all-three': 3 }[instance.asked];
  return people.filter((cell) => circlesOf(cell) === wanted).length;
};

const factsOf = (instance: Instance): string => {
  const { circles } = instance;
  const verb = topics.find(({ group }) => group === instance.group)?.verb ?? 'do';
  const outside = instance.cells[0] ?? 0;
  const singles = circles.map((circle, index) => `${size(instance, 2 ** index)} ${verb} ${circle}`).join(', ');
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ]
    .map(([x = 0, y = 0]) => `${size(instance, 2 ** x + 2 ** y)} ${verb} both ${circles[x]} and ${circles[y]}`)
    .join(', ');
  switch (instance.asked) {
    case 'both':
      return `${singles}, and ${outside} ${verb} neither. How many ${verb} both?`;
    case 'neither':
      return `${singles}; of these, ${size(instance, 3)} ${verb} both. How many ${verb} neither?`;
    case 'exactly-one':
      return `${singles}. ${pairs} (each of these counts includes those who ${verb} all three), and ${size(instance, 7)} ${verb} all three. How many ${verb} exactly one of the three?`;
    case 'all-three':
      return `${singles}. Exactly two of the three: ${sumOf([3, 5, 6].map((cell) => instance.cells[cell] ?? 0))}. None of the three: ${outside}. How many ${verb} all three?`;
  }
};

const present = (instance: Instance, key: string): Presentation => ({
  question: `Of ${total(instance)} ${instance.group}, ${factsOf(instance)}`,
  answer: integerAnswer(key),
  tags: ['sets', 'venn'],
  nearMisses: [
    { name: 'overlap not taken out', text: String(sumOf(instance.circles.map((_, index) => size(instance, 2 ** index)))) },
    { name: 'the outsiders', text: String(instance.cells[0]) },
    { name: 'only the first circle', text: String(instance.cells[1]) },
    { name: 'twice the value', text: String(Number(key) * 2) },
  ],
});

export const venn = definePuzzle<Instance>({
  id: 'venn',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => draw(random, level),
      (instance) => solve(instance) !== 42,
    ),
  solve: (instance) => String(solve(instance)),
  check: (instance) => String(check(instance)),
  present: (instance, [key = '']) => present(instance, key),
});
