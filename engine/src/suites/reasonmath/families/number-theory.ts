import type { Random } from '../../../kit/random.ts';
import type { Difficulty } from '@benchloop/spec';
import { integerAnswer, quantityAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { commonDivisor, rangeOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names } from '../words.ts';

type Instance =
  | { kind: 'lights'; periods: number[]; place: string; who: string }
  | { kind: 'tiles'; length: number; width: number; room: string; who: string }
  | { kind: 'remainders'; groups: number[]; left: number[]; thing: string }
  | { kind: 'power'; base: number; exponent: number; modulus: number };

const gcd = (a: number, b: number): number => Number(commonDivisor(BigInt(a), BigInt(b)));
const lcm = (numbers: readonly number[]): number => numbers.reduce((sofar, number) => (sofar * number) / gcd(sofar, number), 1);

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({
    kind: 'lights',
    periods: random.sample([6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 25, 28, 30, 32, 35, 36, 40, 42, 45, 48], 2),
    who: random.pick(names),
    place: random.pick([
      'a lighthouse pier',
      'a stage',
      'a harbour wall',
      'a ski lift',
      'an airfield',
      'a funfair',
      'a lock',
      'a bridge',
      'a tunnel',
      'a market square',
      'a radio mast',
      'a wind farm',
      'a ferry dock',
      'a railway crossing',
      'a film set',
    ]),
  }),
  medium: (random) => {
    const side = random.int(12, 90);
    return {
      kind: 'tiles',
      length: side * random.int(11, 40),
      width: side * random.int(5, 10),
      who: random.pick(names),
      room: random.pick(['hall', 'courtyard', 'kitchen', 'workshop', 'terrace']),
    };
  },
  hard: (random) => {
    const groups = random.sample([7, 9, 11, 13, 16, 17, 19, 23], 3);
    return {
      kind: 'remainders',
      groups,
      left: groups.map((group) => random.int(1, group - 1)),
      thing: random.pick(['crates', 'chairs', 'lanterns', 'seedlings', 'parcels']),
    };
  },
  extreme: (random) => ({ kind: 'power', base: random.int(23, 96), exponent: random.int(41, 199), modulus: random.int(211, 997) }),
};

/** Chinese remainder by stepping: keep what holds, step by the product of the groups already met. */
const sieve = (groups: readonly number[], left: readonly number[]): number => {
  let [value, step] = [left[0] ?? 0, groups[0] ?? 1];
  groups.slice(1).forEach((group, index) => {
    while (value % group !== left[index + 1]) value += step;
    step *= group;
  });
  return value;
};

const powerByRepetition = (base: number, exponent: number, modulus: number): number =>
  rangeOf(exponent).reduce((value) => (value * base) % modulus, 1);

const solve = (instance: Instance): number => {
  switch (instance.kind) {
    case 'lights':
      return lcm(instance.periods);
    case 'tiles': {
      const side = gcd(instance.length, instance.width);
      return (instance.length / side) * (instance.width / side);
    }
    case 'remainders':
      return sieve(instance.groups, instance.left);
    case 'power':
      return powerByRepetition(instance.base, instance.exponent, instance.modulus);
  }
};

const firstFrom = (start: number, holds: (value: number) => boolean): number => {
  let value = start;
  while (!holds(value)) value += 1;
  return value;
};

/** Tries every value; the power is taken exactly and divided once. */
const check = (instance: Instance): number => {
  switch (instance.kind) {
    case 'lights':
      return firstFrom(1, (time) => instance.periods.every((period) => time % period === 0));
    case 'tiles': {
      const { length, width } = instance;
      const side =
        rangeOf(width)
          .map((smaller) => width - smaller)
          .find((size) => length % size === 0 && width % size === 0) ?? 1;
      return (length * width) / side ** 2;
    }
    case 'remainders':
      return firstFrom(1, (count) => instance.groups.every((group, index) => count % group === instance.left[index]));
    case 'power':
      return Number(BigInt(instance.base) ** BigInt(instance.exponent) % BigInt(instance.modulus));
  }
};

const present = (instance: Instance, key: string): Presentation => {
  const answer = integerAnswer(key);
  switch (instance.kind) {
    case 'lights': {
      const [a = 1, b = 1] = instance.periods;
      return {
        question: `${instance.who} watches two lamps at ${instance.place}. They flash together at this moment. One flashes every ${a} seconds, the other every ${b} seconds. After how many seconds do they next flash together?`,
        answer: quantityAnswer(key, { unit: 's', word: 'seconds', other: `${key} seconds`, wrongUnits: ['min', 'h'] }, false),
        tags: ['number-theory', 'lcm'],
        nearMisses: [
          { name: 'product of the periods', text: String(a * b) },
          { name: 'common divisor', text: String(gcd(a, b)) },
          { name: 'sum of the periods', text: String(a + b) },
          { name: 'twice the time', text: String(Number(key) * 2) },
        ],
      };
    }
    case 'tiles':
      return {
        question: `${instance.who} plans the floor of a rectangular ${instance.room} that measures ${instance.length} cm by ${instance.width} cm. It is to be covered completely with equal square tiles, as large as possible, without cutting any. How many tiles are needed?`,
        answer,
        tags: ['number-theory', 'gcd'],
        nearMisses: [
          { name: 'side of a tile', text: String(gcd(instance.length, instance.width)) },
          {
            name: 'tiles along the two sides added',
            text: String((instance.length + instance.width) / gcd(instance.length, instance.width)),
          },
        ],
      };
    case 'remainders':
      return {
        question: `A storekeeper counts fewer than ${lcm(instance.groups)} ${instance.thing}. ${instance.groups.map((group, index) => `In rows of ${group}, ${instance.left[index]} ${instance.left[index] === 1 ? 'is' : 'are'} left over.`).join(' ')} How many ${instance.thing} are there?`,
        answer,
        tags: ['number-theory', 'remainders'],
        nearMisses: [
          { name: 'fits the first two rows only', text: String(sieve(instance.groups.slice(0, 2), instance.left)) },
          { name: 'product of the rows added', text: String(Number(key) + lcm(instance.groups)) },
        ],
      };
    case 'power':
      return {
        question: `What is the remainder when ${instance.base}^${instance.exponent} (${instance.base} to the power of ${instance.exponent}) is divided by ${instance.modulus}?`,
        answer,
        tags: ['number-theory', 'modular'],
        nearMisses: [
          { name: 'one power too few', text: String(powerByRepetition(instance.base, instance.exponent - 1, instance.modulus)) },
          { name: 'product instead of power', text: String((instance.base * instance.exponent) % instance.modulus) },
        ],
      };
  }
};

export const numberTheory = definePuzzle<Instance>({
  id: 'number-theory',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => drawers[level](random),
      (instance) => solve(instance) > 25 && solve(instance) !== 42 && solve(instance) !== 100,
    ),
  solve: (instance) => String(solve(instance)),
  check: (instance) => String(check(instance)),
  present: (instance, [key = '']) => present(instance, key),
});
