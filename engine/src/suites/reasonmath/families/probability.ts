import type { Random } from '../../../kit/random.ts';
import type { Difficulty } from '@benchloop/spec';
import { fractionAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf, reduced, sumOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { colours, names, towns } from '../words.ts';

type Instance =
  | { kind: 'not' | 'same'; counts: number[]; colours: string[]; container: string; who: string }
  | { kind: 'wheels'; sides: [number, number]; sum: number; who: string }
  | { kind: 'batch'; good: number; bad: number; drawn: number; least: number; thing: string; who: string; from: string };

const containers = ['bag', 'box', 'drawer', 'bowl', 'jar'] as const;

const bag = (random: Random, kind: 'not' | 'same', count: number): Instance => ({
  kind,
  counts: Array.from({ length: count }, () => random.int(3, 14)),
  colours: random.sample(colours, count),
  container: random.pick(containers),
  who: random.pick(names),
});

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => bag(random, 'not', 3),
  medium: (random) => bag(random, 'same', 3),
  hard: (random) => {
    const sides: [number, number] = [random.int(14, 36), random.int(14, 36)];
    return { kind: 'wheels', sides, sum: random.int(16, sides[0] + sides[1] - 8), who: random.pick(names) };
  },
  extreme: (random) => ({
    kind: 'batch',
    good: random.int(9, 16),
    bad: random.int(4, 7),
    drawn: random.int(4, 5),
    least: 2,
    thing: random.pick(['bulbs', 'fuses', 'valves', 'batteries', 'sensors', 'seals']),
    who: random.pick(names),
    from: random.pick(towns),
  }),
};

type Odds = [number, number];

const choose = (n: number, k: number): number => rangeOf(k).reduce((value, index) => (value * (n - index)) / (index + 1), 1);

const solve = (instance: Instance): Odds => {
  switch (instance.kind) {
    case 'not':
      return [sumOf(instance.counts) - (instance.counts[0] ?? 0), sumOf(instance.counts)];
    case 'same': {
      const total = sumOf(instance.counts);
      return [sumOf(instance.counts.map((count) => count * (count - 1))), total * (total - 1)];
    }
    case 'wheels': {
      const [a, b] = instance.sides;
      const ways = sumOf(rangeOf(a).map((index) => Math.max(0, b - Math.max(1, instance.sum - index - 1) + 1)));
      return [ways, a * b];
    }
    case 'batch': {
      const { good, bad, drawn, least } = instance;
      const few = sumOf(rangeOf(least).map((count) => choose(bad, count) * choose(good, drawn - count)));
      return [choose(good + bad, drawn) - few, choose(good + bad, drawn)];
    }
  }
};

/** Goes through all hands of `drawn` places and counts those with enough faulty ones; the first places are faulty. */
const hands = ({ good, bad, drawn, least }: Extract<Instance, { kind: 'batch' }>): Odds => {
  let [wanted, all] = [0, 0];
  const take = (from: number, left: number, faulty: number) => {
    if (left === 0) {
      all += 1;
      if (faulty >= least) wanted += 1;
      return;
    }
    for (let place = from; place <= good + bad - left; place += 1) take(place + 1, left - 1, faulty + (place < bad ? 1 : 0));
  };
  take(0, drawn, 0);
  return [wanted, all];
};

/** Lists all equally likely cases and counts. */
const check = (instance: Instance): Odds => {
  switch (instance.kind) {
    case 'not':
    case 'same': {
      const balls = instance.counts.flatMap((count, colour) => Array.from({ length: count }, () => colour));
      if (instance.kind === 'not') return [balls.filter((colour) => colour !== 0).length, balls.length];
      const pairs = balls.flatMap((first, x) => balls.filter((_, y) => y !== x).map((second) => first === second));
      return [pairs.filter(Boolean).length, pairs.length];
    }
    case 'wheels': {
      const [a, b] = instance.sides;
      const cases = rangeOf(a).flatMap((x) => rangeOf(b).map((y) => x + y + 2 >= instance.sum));
      return [cases.filter(Boolean).length, cases.length];
    }
    case 'batch':
      return hands(instance);
  }
};

const fractionText = ([top, bottom]: Odds): string => reduced(BigInt(top), BigInt(bottom)).join('/');

const bagText = (counts: readonly number[], shades: readonly string[]): string =>
  counts.map((count, index) => `${count} ${shades[index]}`).join(', ');

const present = (instance: Instance, key: string): Presentation => {
  const [top = '1', bottom = '1'] = key.split('/');
  const answer = fractionAnswer(BigInt(top), BigInt(bottom));
  switch (instance.kind) {
    case 'not':
      return {
        question: `A ${instance.container} holds balls of three colours: ${bagText(instance.counts, instance.colours)}. ${instance.who} draws one ball at random. What is the probability that it is not ${instance.colours[0]}?`,
        answer,
        tags: ['probability'],
        nearMisses: [{ name: 'only one of the other colours', text: fractionText([instance.counts[1] ?? 1, sumOf(instance.counts)]) }],
      };
    case 'same': {
      const total = sumOf(instance.counts);
      return {
        question: `A ${instance.container} holds balls of three colours: ${bagText(instance.counts, instance.colours)}. ${instance.who} draws two balls at random, one after the other and without putting the first one back. What is the probability that both have the same colour?`,
        answer,
        tags: ['probability', 'without-replacement'],
        nearMisses: [
          {
            name: 'with the first ball put back',
            text: fractionText([sumOf(instance.counts.map((count) => count * count)), total * total]),
          },
        ],
      };
    }
    case 'wheels':
      return {
        question: `${instance.who} spins two fair wheels. One shows a whole number from 1 to ${instance.sides[0]}, the other a whole number from 1 to ${instance.sides[1]}. What is the probability that the two numbers add up to at least ${instance.sum}?`,
        answer,
        tags: ['probability', 'counting'],
        nearMisses: [{ name: 'more than instead of at least', text: fractionText(solve({ ...instance, sum: instance.sum + 1 })) }],
      };
    case 'batch':
      return {
        question: `A crate from ${instance.from} holds ${instance.good + instance.bad} ${instance.thing}, of which ${instance.bad} are faulty. ${instance.who} picks ${instance.drawn} of them at random, without putting any back. What is the probability that at least ${instance.least} of the picked ones are faulty?`,
        answer,
        tags: ['probability', 'combinatorics'],
        nearMisses: [
          { name: 'at least one', text: fractionText(solve({ ...instance, least: 1 })) },
          { name: 'more than instead of at least', text: fractionText(solve({ ...instance, least: instance.least + 1 })) },
        ],
      };
  }
};

export const probability = definePuzzle<Instance>({
  id: 'probability',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => drawers[level](random),
      (instance) => Number(fractionText(solve(instance)).split('/')[1]) > 10,
    ),
  solve: (instance) => fractionText(solve(instance)),
  check: (instance) => fractionText(check(instance)),
  present: (instance, [key = '']) => present(instance, key),
});
