import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { integerAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names } from '../words.ts';

type Instance =
  | { kind: 'even'; who: string; first: number; step: number; place: number }
  | { kind: 'square'; a: number; b: number; c: number; shown: number }
  | { kind: 'recurrence'; first: number; factor: number; plus: number; place: number }
  | { kind: 'pairs'; first: number; second: number; p: number; q: number; place: number; modulus: number };

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({
    kind: 'even',
    who: random.pick(names),
    first: random.int(11, 60),
    step: random.int(3, 19),
    place: random.int(6, 15),
  }),
  medium: (random) => ({ kind: 'square', a: random.int(2, 12), b: random.int(-9, 60), c: random.int(11, 200), shown: 5 }),
  hard: (random) => ({
    kind: 'recurrence',
    first: random.int(3, 79),
    factor: random.int(3, 5),
    plus: random.int(2, 89),
    place: random.int(8, 9),
  }),
  extreme: (random) => ({
    kind: 'pairs',
    first: random.int(2, 29),
    second: random.int(2, 29),
    p: random.int(2, 7),
    q: random.int(2, 7),
    place: random.int(14, 19),
    modulus: random.int(311, 997),
  }),
};

const steps = (instance: Extract<Instance, { kind: 'pairs' }>, place: number): number => {
  let [before, now] = [instance.first, instance.second];
  for (let index = 2; index < place; index += 1) [before, now] = [now, (instance.p * now + instance.q * before) % instance.modulus];
  return now;
};

const term = (instance: Instance, place: number): number => {
  switch (instance.kind) {
    case 'even':
      return instance.first + instance.step * (place - 1);
    case 'square':
      return instance.a * place ** 2 + instance.b * place + instance.c;
    case 'recurrence':
      return rangeOf(place - 1).reduce((value) => value * instance.factor + instance.plus, instance.first);
    case 'pairs':
      return steps(instance, place);
  }
};

const placeOf = (instance: Instance): number => (instance.kind === 'square' ? instance.shown + 3 : instance.place);

/** By repeated addition, by a table of differences, by the closed form, by exact big numbers divided once. */
const check = (instance: Instance): string => {
  const place = placeOf(instance);
  switch (instance.kind) {
    case 'even': {
      let value = instance.first;
      for (let index = 1; index < place; index += 1) value += instance.step;
      return String(value);
    }
    case 'square': {
      const shown = rangeOf(instance.shown).map((index) => term(instance, index + 1));
      let [last, difference] = [shown.at(-1) ?? 0, (shown.at(-1) ?? 0) - (shown.at(-2) ?? 0)];
      const second = difference - ((shown.at(-2) ?? 0) - (shown.at(-3) ?? 0));
      for (let index = instance.shown; index < place; index += 1) [last, difference] = [last + difference + second, difference + second];
      return String(last);
    }
    case 'recurrence': {
      const [factor, plus, power] = [BigInt(instance.factor), BigInt(instance.plus), BigInt(instance.factor) ** BigInt(place - 1)];
      return String(BigInt(instance.first) * power + (plus * (power - 1n)) / (factor - 1n));
    }
    case 'pairs': {
      const terms = [BigInt(instance.first), BigInt(instance.second)];
      while (terms.length < place) terms.push(BigInt(instance.p) * (terms.at(-1) ?? 0n) + BigInt(instance.q) * (terms.at(-2) ?? 0n));
      return String((terms.at(-1) ?? 0n) % BigInt(instance.modulus));
    }
  }
};

const present = (instance: Instance, key: string): Presentation => {
  const place = placeOf(instance);
  const neighbours = [
    { name: 'one place too early', text: String(term(instance, place - 1)) },
    { name: 'one place too late', text: String(term(instance, place + 1)) },
  ];
  const answer = integerAnswer(key);
  switch (instance.kind) {
    case 'even':
      return {
        question: `${instance.who} saves stamps: ${instance.first} in week 1, ${instance.first + instance.step} in week 2, ${instance.first + 2 * instance.step} in week 3, always the same number more than the week before. How many stamps are saved in week ${place}?`,
        answer,
        tags: ['progressions'],
        nearMisses: neighbours,
      };
    case 'square':
      return {
        question: `The differences between neighbouring numbers of this list grow by the same amount each time: ${rangeOf(instance.shown)
          .map((index) => term(instance, index + 1))
          .join(', ')}. Going on like this, which number stands at place ${place} of the list?`,
        answer,
        tags: ['progressions', 'patterns'],
        nearMisses: neighbours,
      };
    case 'recurrence':
      return {
        question: `A list of numbers starts with ${instance.first}. Each further number is the one before multiplied by ${instance.factor}, plus ${instance.plus}. Which number stands at place ${place}, counting the first as place 1?`,
        answer,
        tags: ['progressions', 'recurrence'],
        nearMisses: neighbours,
      };
    case 'pairs':
      return {
        question: `A list of numbers starts with ${instance.first} and ${instance.second}. Each further number is found so: multiply the number before by ${instance.p}, add ${instance.q} times the number before that, and keep the remainder on division by ${instance.modulus}. Which number stands at place ${place}, counting the first as place 1?`,
        answer,
        tags: ['progressions', 'recurrence', 'modular'],
        nearMisses: [...neighbours, { name: 'factors swapped', text: String(steps({ ...instance, p: instance.q, q: instance.p }, place)) }],
      };
  }
};

export const progressions = definePuzzle<Instance>({
  id: 'progressions',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => drawers[level](random),
      (instance) => term(instance, placeOf(instance)) > 42 && term(instance, placeOf(instance)) !== 100,
    ),
  solve: (instance) => String(term(instance, placeOf(instance))),
  check,
  present: (instance, [key = '']) => present(instance, key),
});
