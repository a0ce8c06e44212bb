import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { sequenceAnswer } from '../answers.ts';
import { permutationsOf, rangeOf } from '../numbers.ts';
import { definePuzzle } from '../puzzle.ts';
import { inWords, names } from '../words.ts';

type Clue =
  | { kind: 'next' | 'before' | 'notNext'; a: number; b: number }
  | { kind: 'place' | 'notPlace'; a: number; place: number }
  | { kind: 'gap'; a: number; b: number; gap: number };
type Instance = { people: string[]; clues: Clue[]; scene: number };

const scenes: readonly { intro: (list: string) => string; unit: string }[] = [
  { intro: (list) => `${list} finish a race one after the other.`, unit: 'place' },
  { intro: (list) => `${list} stand in one line at a ticket window.`, unit: 'place' },
  { intro: (list) => `${list} give their talks one after the other.`, unit: 'place' },
];

/** Whether a clue holds; `places[person]` counts from 1. */
const holds = (clue: Clue, places: readonly number[]): boolean => {
  const at = (person: number) => places[person] ?? 0;
  switch (clue.kind) {
    case 'next':
      return at(clue.b) === at(clue.a) + 1;
    case 'before':
      return at(clue.a) < at(clue.b);
    case 'notNext':
      return Math.abs(at(clue.a) - at(clue.b)) !== 1;
    case 'place':
      return at(clue.a) === clue.place;
    case 'notPlace':
      return at(clue.a) !== clue.place;
    case 'gap':
      return Math.abs(at(clue.a) - at(clue.b)) === clue.gap + 1;
  }
};

const clueKinds: Record<Difficulty, readonly Clue['kind'][]> = {
  easy: ['next', 'place'],
  medium: ['next', 'before', 'place', 'gap'],
  hard: ['before', 'gap', 'notNext', 'notPlace'],
  extreme: ['before', 'gap', 'notNext', 'notPlace'],
};
const sizes: Record<Difficulty, number> = { easy: 5, medium: 5, hard: 6, extreme: 7 };

/** All clues of the wanted kinds that hold. */
const trueClues = (places: readonly number[], kinds: readonly Clue['kind'][]): Clue[] => {
  const people = rangeOf(places.length);
  const pairs = people.flatMap((a) => people.filter((b) => b !== a).map((b) => ({ a, b })));
  const all: Clue[] = [
    ...pairs.flatMap(({ a, b }): Clue[] => [
      { kind: 'next', a, b },
      { kind: 'before', a, b },
    ]),
    ...pairs
      .filter(({ a, b }) => a < b)
      .flatMap(({ a, b }): Clue[] => [
        { kind: 'notNext', a, b },
        { kind: 'gap', a, b, gap: Math.max(1, Math.abs((places[a] ?? 0) - (places[b] ?? 0)) - 1) },
      ]),
    ...people.flatMap((a) =>
      people.flatMap((index): Clue[] => [
        { kind: 'place', a, place: index + 1 },
        { kind: 'notPlace', a, place: index + 1 },
      ]),
    ),
  ];
  return all.filter((clue) => kinds.includes(clue.kind) && holds(clue, places));
};

const known = new Map<number, number[][]>();
/** Every way to give the places from 1 to `count` to as many people. */
const allPlaces = (count: number): number[][] => {
  const found = known.get(count) ?? permutationsOf(rangeOf(count).map((index) => index + 1));
  known.set(count, found);
  return found;
};

/** Takes clues until one order is left. */
const draw = (random: Random, level: Difficulty): Instance => {
  const people = random.sample(names, sizes[level]).toSorted();
  const places = random.shuffle(rangeOf(people.length).map((index) => index + 1));
  const chosen: Clue[] = [];
  let left = allPlaces(people.length);
  for (const clue of random.shuffle(trueClues(places, clueKinds[level]))) {
    const rest = left.filter((other) => holds(clue, other));
    if (rest.length < left.length) {
      chosen.push(clue);
      left = rest;
    }
    if (left.length === 1) break;
  }
  return { people, clues: random.shuffle(chosen), scene: random.int(0, scenes.length - 1) };
};

const namedOrder = (people: readonly string[], places: readonly number[]): string[] =>
  rangeOf(people.length).map((index) => people[places.indexOf(index + 1)] ?? '');

/** Fills the places from the front and drops a start as soon as it breaks a clue among those already placed. */
const fill = (instance: Instance, start: readonly number[] = []): string[][] => {
  const { people, clues } = instance;
  const places = people.map((_, person) => start.indexOf(person) + 1);
  const isSettled = (clue: Clue) => start.includes(clue.a) && (!('b' in clue) || start.includes(clue.b));
  if (!clues.filter(isSettled).every((clue) => holds(clue, places))) return [];
  if (start.length === people.length) return [start.map((person) => people[person] ?? '')];
  return rangeOf(people.length)
    .filter((person) => !start.includes(person))
    .flatMap((person) => fill(instance, [...start, person]));
};

const ordinal = (place: number): string => ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'][place - 1] ?? String(place);

const textOf = (people: readonly string[], clue: Clue): string => {
  const a = people[clue.a];
  switch (clue.kind) {
    case 'next':
      return `${people[clue.b]} comes directly after ${a}.`;
    case 'before':
      return `${a} comes somewhere before ${people[clue.b]}.`;
    case 'notNext':
      return `${a} and ${people[clue.b]} are not next to each other.`;
    case 'place':
      return `${a} comes ${ordinal(clue.place)}.`;
    case 'notPlace':
      return `${a} does not come ${ordinal(clue.place)}.`;
    case 'gap':
      return `Between ${a} and ${people[clue.b]} there ${clue.gap === 1 ? 'is exactly 1 other person' : `are exactly ${clue.gap} other people`}.`;
  }
};

export const ordering = definePuzzle<Instance>({
  id: 'ordering',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw,
  solve: ({ people, clues }) =>
    allPlaces(people.length)
      .filter((places) => clues.every((clue) => holds(clue, places)))
      .flatMap((places) => namedOrder(people, places)),
  check: (instance) => fill(instance).flat(),
  present: (instance, key) => ({
    question: `${scenes[instance.scene]?.intro(inWords(instance.people))} These facts are known:\n\n${instance.clues.map((clue) => `- ${textOf(instance.people, clue)}`).join('\n')}\n\nIn which order do they come, from first to last?`,
    answer: sequenceAnswer(key, instance.people, 'names from first to last, separated by commas'),
    tags: ['logic', 'ordering'],
    nearMisses: [
      { name: 'alphabetical order', text: instance.people.join(', ') },
      { name: 'last moved to the front', text: [key.at(-1), ...key.slice(0, -1)].join(', ') },
    ],
  }),
});
