import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { sequenceAnswer } from '../answers.ts';
import { permutationsOf, rangeOf } from '../numbers.ts';
import { definePuzzle } from '../puzzle.ts';
import { inWords, names } from '../words.ts';

/** One world: the pet and the drink of each person, as indices. */
type World = { pet: readonly number[]; drink: readonly number[] };
type Clue = { kind: 'has-pet' | 'not-pet' | 'not-drink' | 'pair' | 'not-pair' | 'one-of-two'; a: number; b: number; c: number };
type Instance = { people: string[]; pets: string[]; drinks: string[]; clues: Clue[] };

const allPets = ['cat', 'dog', 'goat', 'parrot', 'tortoise', 'hamster', 'pony'] as const;
const allDrinks = ['coffee', 'tea', 'milk', 'cocoa', 'juice', 'water', 'cider'] as const;

const holds = (clue: Clue, { pet, drink }: World): boolean => {
  switch (clue.kind) {
    case 'has-pet':
      return pet[clue.a] === clue.b;
    case 'not-pet':
      return pet[clue.a] !== clue.b;
    case 'not-drink':
      return drink[clue.a] !== clue.b;
    case 'pair':
      return drink[pet.indexOf(clue.a)] === clue.b;
    case 'not-pair':
      return drink[pet.indexOf(clue.a)] !== clue.b;
    case 'one-of-two':
      return drink[clue.a] === clue.c || drink[clue.b] === clue.c;
  }
};

const known = new Map<number, World[]>();
const worldsOf = (count: number): World[] => {
  const orders = permutationsOf(rangeOf(count));
  const found = known.get(count) ?? orders.flatMap((pet) => orders.map((drink) => ({ pet, drink })));
  known.set(count, found);
  return found;
};

const cluesFor = (world: World, random: Random): Clue[] => {
  const all = rangeOf(world.pet.length);
  const pairs = all.flatMap((a) => all.map((b) => ({ a, b, c: 0 })));
  const trios = pairs.filter(({ a, b }) => a < b).flatMap(({ a, b }) => all.map((c) => ({ a, b, c })));
  const candidates: Clue[] = [
    ...pairs.flatMap((pair): Clue[] => [
      { kind: 'not-pet', ...pair },
      { kind: 'not-drink', ...pair },
      { kind: 'pair', ...pair },
      { kind: 'not-pair', ...pair },
    ]),
    ...trios.map((trio): Clue => ({ kind: 'one-of-two', ...trio })),
  ];
  const single: Clue = { kind: 'has-pet', a: 0, b: world.pet[0] ?? 0, c: 0 };
  return [...random.shuffle(candidates.filter((clue) => holds(clue, world))), single];
};

const draw = (random: Random, level: Difficulty): Instance => {
  const count = level === 'hard' ? 4 : 5;
  const world: World = { pet: random.shuffle(rangeOf(count)), drink: random.shuffle(rangeOf(count)) };
  const clues: Clue[] = [];
  let left = worldsOf(count);
  for (const clue of cluesFor(world, random)) {
    const rest = left.filter((other) => holds(clue, other));
    if (rest.length < left.length * 0.8 || (rest.length < left.length && left.length < 12)) {
      clues.push(clue);
      left = rest;
    }
    if (left.length === 1) break;
  }
  if (left.length > 1) return draw(random, level);
  return {
    people: random.sample(names, count).toSorted(),
    pets: random.sample(allPets, count),
    drinks: random.sample(allDrinks, count),
    clues,
  };
};

const solve = ({ people, drinks, clues }: Instance): string[] =>
  worldsOf(people.length)
    .filter((world) => clues.every((clue) => holds(clue, world)))
    .flatMap((world) => world.drink.map((drink) => drinks[drink] ?? ''));

/** Keeps for every person the pets and drinks still possible, tries one person after the other, and tests clues early. */
const place = (instance: Instance, pet: number[] = [], drink: number[] = []): World[] => {
  const count = instance.people.length;
  const isOpen = ({ kind, a, b }: Clue): boolean =>
    kind === 'pair' || kind === 'not-pair' ? !pet.includes(a) : a >= pet.length || (kind === 'one-of-two' && b >= pet.length);
  if (instance.clues.some((clue) => !isOpen(clue) && !holds(clue, { pet, drink }))) return [];
  if (pet.length === count) return [{ pet, drink }];
  const freePets = rangeOf(count).filter((item) => !pet.includes(item));
  const freeDrinks = rangeOf(count).filter((item) => !drink.includes(item));
  return freePets.flatMap((nextPet) => freeDrinks.flatMap((nextDrink) => place(instance, [...pet, nextPet], [...drink, nextDrink])));
};

const textOf = ({ people, pets, drinks }: Instance, { kind, a, b, c }: Clue): string => {
  switch (kind) {
    case 'has-pet':
      return `${people[a]} keeps the ${pets[b]}.`;
    case 'not-pet':
      return `${people[a]} does not keep the ${pets[b]}.`;
    case 'not-drink':
      return `${people[a]} does not drink ${drinks[b]}.`;
    case 'pair':
      return `Whoever keeps the ${pets[a]} drinks ${drinks[b]}.`;
    case 'not-pair':
      return `Whoever keeps the ${pets[a]} does not drink ${drinks[b]}.`;
    case 'one-of-two':
      return `Either ${people[a]} or ${people[b]} drinks ${drinks[c]}.`;
  }
};

export const assignment = definePuzzle<Instance>({
  id: 'assignment',
  levels: ['hard', 'extreme'],
  draw,
  solve,
  check: (instance) => place(instance).flatMap(({ drink }) => drink.map((item) => instance.drinks[item] ?? '')),
  present: (instance, key) => ({
    question: `${inWords(instance.people)} each keep one animal (${inWords(instance.pets.toSorted())}) and each have one favourite drink (${inWords(instance.drinks.toSorted())}); no two share an animal or a drink. These facts are known:\n\n${instance.clues.map((clue) => `- ${textOf(instance, clue)}`).join('\n')}\n\nWhat do they drink? Give the drinks in this order of people: ${instance.people.join(', ')}.`,
    answer: sequenceAnswer(key, instance.drinks, 'drinks in the given order of people, separated by commas'),
    tags: ['logic', 'assignment'],
    nearMisses: [
      { name: 'drinks in the order of the list', text: instance.drinks.toSorted().join(', ') },
      { name: 'shifted by one person', text: [...key.slice(1), key[0]].join(', ') },
    ],
  }),
});
