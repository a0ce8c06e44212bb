import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { integerAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf, sumOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names, towns } from '../words.ts';

type Instance =
  | { kind: 'menu'; who: string; counts: number[]; parts: string[]; banned: number }
  | { kind: 'committee'; town: string; who: string; nurses: number; pilots: number; seats: number; least: number };

const menus = [
  ['starters', 'mains', 'desserts'],
  ['hats', 'coats', 'scarves'],
  ['frames', 'saddles', 'colours'],
  ['crusts', 'sauces', 'toppings'],
] as const;

const drawers: Partial<Record<Difficulty, (random: Random) => Instance>> = {
  easy: (random) => ({
    kind: 'menu',
    who: random.pick(names),
    counts: [random.int(3, 8), random.int(3, 9), random.int(3, 7)],
    parts: [...random.pick(menus)],
    banned: random.int(1, 3),
  }),
  hard: (random) => ({
    kind: 'committee',
    town: random.pick(towns),
    who: random.pick(names),
    nurses: random.int(5, 9),
    pilots: random.int(5, 9),
    seats: random.int(4, 6),
    least: random.int(2, 3),
  }),
};

const choose = (n: number, k: number): number =>
  k < 0 || k > n ? 0 : rangeOf(k).reduce((value, index) => (value * (n - index)) / (index + 1), 1);

const solve = (instance: Instance): number => {
  if (instance.kind === 'menu')
    return instance.counts.reduce((product, count) => product * count, 1) - instance.banned * (instance.counts[2] ?? 1);
  const { nurses, pilots, seats, least } = instance;
  return sumOf(
    rangeOf(seats + 1)
      .filter((count) => count >= least)
      .map((count) => choose(nurses, count) * choose(pilots, seats - count)),
  );
};

/** Goes through all choices one by one. */
const check = (instance: Instance): number => {
  if (instance.kind === 'menu') {
    const [a = 0, b = 0, c = 0] = instance.counts;
    // The banned pairs are (0, 0), (0, 1) and so on: first part 0 with so many of the second.
    return rangeOf(a * b * c).filter((code) => !(code % a === 0 && Math.floor(code / a) % b < instance.banned)).length;
  }
  const { nurses, pilots, seats, least } = instance;
  // People come one after the other; the first ones are the nurses. Each is taken or left.
  const crews = (person: number, taken: number, takenNurses: number): number => {
    if (taken === seats) return takenNurses >= least ? 1 : 0;
    if (person === nurses + pilots) return 0;
    return crews(person + 1, taken + 1, takenNurses + (person < nurses ? 1 : 0)) + crews(person + 1, taken, takenNurses);
  };
  return crews(0, 0, 0);
};

const present = (instance: Instance, key: string): Presentation => {
  if (instance.kind === 'menu') {
    const [a = 0, b = 0, c = 0] = instance.counts;
    const [first, second, third] = instance.parts;
    return {
      question: `${instance.who} may combine one of ${a} ${first}, one of ${b} ${second} and one of ${c} ${third}. One certain choice among the ${first} cannot go with ${instance.banned} certain ${instance.banned === 1 ? 'choice' : 'choices'} among the ${second}; everything else fits together. How many different combinations are possible?`,
      answer: integerAnswer(key),
      tags: ['counting'],
      nearMisses: [
        { name: 'ban left out', text: String(a * b * c) },
        { name: 'ban counted once', text: String(a * b * c - instance.banned) },
        { name: 'numbers added', text: String(a + b + c) },
      ],
    };
  }
  const { nurses, pilots, seats, least } = instance;
  return {
    question: `The rescue post of ${instance.town} has ${nurses} nurses and ${pilots} pilots. ${instance.who} chooses a crew of ${seats} people from them; it must have at least ${least} nurses. How many different crews are possible? (The order within a crew does not count.)`,
    answer: integerAnswer(key),
    tags: ['counting', 'combinatorics'],
    nearMisses: [
      { name: 'without the condition', text: String(choose(nurses + pilots, seats)) },
      { name: 'exactly instead of at least', text: String(choose(nurses, least) * choose(pilots, seats - least)) },
      { name: 'nurses first, then anyone', text: String(choose(nurses, least) * choose(nurses + pilots - least, seats - least)) },
    ],
  };
};

export const counting = definePuzzle<Instance>({
  id: 'counting',
  levels: ['easy', 'hard'],
  draw: (random, level) =>
    drawUntil(
      () => (drawers[level] ?? drawers.easy ?? (() => ({}) as Instance))(random),
      (instance) => solve(instance) > 42 && solve(instance) !== 100,
    ),
  solve: (instance) => String(solve(instance)),
  check: (instance) => String(check(instance)),
  present: (instance, [key = '']) => present(instance, key),
});
