import type { Random } from '../../../kit/random.ts';
import type { Difficulty } from '@benchloop/spec';
import { fractionAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { reduced } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names } from '../words.ts';

type Fraction = readonly [bigint, bigint];
type Instance =
  | { kind: 'sum'; terms: Fraction[]; signs: (1 | -1)[]; story: { who: string; deed: (typeof deeds)[number] } | null }
  | { kind: 'shares'; who: string; thing: string; parts: Fraction[] }
  | { kind: 'ladder'; steps: bigint[] };

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced(a * d + c * b, b * d);

const proper = (random: Random, max: number): Fraction => {
  const bottom = random.int(3, max);
  return reduced(BigInt(random.int(1, bottom - 1)), BigInt(bottom));
};

const sumInstance = (random: Random, count: number, max: number): Instance => ({
  kind: 'sum',
  story: null,
  terms: Array.from({ length: count }, () => proper(random, max)),
  signs: Array.from({ length: count }, (_, index) => (index > 0 && count > 2 && random.chance(0.4) ? -1 : 1)),
});

/** What is measured, its unit, and when the two parts happen. */
const deeds = [
  ['pours', 'a jug of juice', 'first', 'then', 'jugs of juice'],
  ['paints', 'a fence', 'on Monday', 'on Tuesday', 'fences'],
  ['ploughs', 'an acre', 'before lunch', 'after lunch', 'acres'],
  ['knits', 'a scarf', 'in March', 'in April', 'scarves'],
  ['mows', 'a meadow', 'in the morning', 'in the evening', 'meadows'],
  ['bakes', 'a sack of flour', 'into bread', 'into cake', 'sacks of flour'],
  ['saws', 'a pile of logs', 'today', 'tomorrow', 'piles of logs'],
  ['fills', 'a barrel', 'from the well', 'from the stream', 'barrels'],
] as const;

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({ ...sumInstance(random, 2, 16), story: { who: random.pick(names), deed: random.pick(deeds) } }),
  medium: (random) => ({
    kind: 'shares',
    who: random.pick(names),
    thing: random.pick(['a sack of rice', 'a roll of ribbon', 'a jar of honey', 'a tank of paint', 'a pile of gravel']),
    parts: Array.from({ length: 3 }, () => proper(random, 9)),
  }),
  hard: (random) => sumInstance(random, 4, 24),
  extreme: (random) => ({ kind: 'ladder', steps: Array.from({ length: 6 }, () => BigInt(random.int(2, 9))) }),
};

const ladder = (steps: readonly bigint[]): Fraction =>
  steps.slice(0, -1).reduceRight<Fraction>(([top, bottom], step) => [step * top + bottom, top], [steps.at(-1) ?? 1n, 1n]);

const solve = (instance: Instance): Fraction => {
  switch (instance.kind) {
    case 'sum':
      return instance.terms.map(([top, bottom], index): Fraction => [top * BigInt(instance.signs[index] ?? 1), bottom]).reduce(add);
    case 'shares':
      return reduced(...instance.parts.reduce<Fraction>(([top, bottom], [a, b]) => [top * (b - a), bottom * b], [1n, 1n]));
    case 'ladder':
      return reduced(...ladder(instance.steps));
  }
};

/** Sum over one common denominator; shares by cutting a whole into pieces; the ladder by its convergents. */
const check = (instance: Instance): Fraction => {
  switch (instance.kind) {
    case 'sum': {
      const whole = instance.terms.reduce((product, [, bottom]) => product * bottom, 1n);
      const pieces = instance.terms.reduce(
        (sum, [top, bottom], index) => sum + BigInt(instance.signs[index] ?? 1) * top * (whole / bottom),
        0n,
      );
      return reduced(pieces, whole);
    }
    case 'shares': {
      const whole = instance.parts.reduce((product, [, bottom]) => product * bottom, 1n);
      return reduced(
        instance.parts.reduce((pieces, [a, b]) => pieces - (pieces / b) * a, whole),
        whole,
      );
    }
    case 'ladder': {
      let [before, now]: [Fraction, Fraction] = [
        [0n, 1n],
        [1n, 0n],
      ];
      for (const step of instance.steps) [before, now] = [now, [step * now[0] + before[0], step * now[1] + before[1]]];
      return reduced(...now);
    }
  }
};

const text = ([top, bottom]: Fraction): string => `${top}/${bottom}`;

const sumText = ({ terms, signs }: { terms: readonly Fraction[]; signs: readonly (1 | -1)[] }): string =>
  terms.map((term, index) => `${index === 0 ? '' : signs[index] === -1 ? ' − ' : ' + '}${text(term)}`).join('');

const storyText = (
  { who, deed }: { who: string; deed: (typeof deeds)[number] },
  [first = [0n, 1n], second = [0n, 1n]]: readonly Fraction[],
): string => {
  const [verb, unit, when, later, units] = deed;
  return `${who} ${verb} ${text(first)} of ${unit} ${when} and ${text(second)} of ${unit} ${later}. How many ${units} is that, as one fraction?`;
};

const present = (instance: Instance, key: Fraction): Presentation => {
  const answer = fractionAnswer(...key);
  switch (instance.kind) {
    case 'sum':
      return {
        question: instance.story === null ? `Work out ${sumText(instance)}.` : storyText(instance.story, instance.terms),
        answer,
        tags: ['fractions'],
        nearMisses: [
          {
            name: 'numerators and denominators added',
            text: reduced(
              instance.terms.reduce((sum, [top], index) => sum + top * BigInt(instance.signs[index] ?? 1), 0n),
              instance.terms.reduce((sum, [, bottom]) => sum + bottom, 0n),
            ).join('/'),
          },
        ],
      };
    case 'shares': {
      const [first = [1n, 2n], second = [1n, 2n], third = [1n, 2n]] = instance.parts;
      return {
        question: `${instance.who} has ${instance.thing}. First ${text(first)} of it is given away, then ${text(second)} of what is left, and then ${text(third)} of what is left after that. What fraction of the original amount remains?`,
        answer,
        tags: ['fractions', 'multi-step'],
        nearMisses: [
          { name: 'last step left out', text: reduced((first[1] - first[0]) * (second[1] - second[0]), first[1] * second[1]).join('/') },
          { name: 'parts multiplied', text: reduced(first[0] * second[0] * third[0], first[1] * second[1] * third[1]).join('/') },
        ],
      };
    }
    case 'ladder': {
      const shown = instance.steps.slice(0, -1).reduceRight((inner, step) => `${step} + 1/(${inner})`, String(instance.steps.at(-1)));
      return {
        question: `Write this continued fraction as one fraction: ${shown}`,
        answer,
        tags: ['fractions', 'continued-fraction'],
        nearMisses: [{ name: 'last step left out', text: reduced(...ladder(instance.steps.slice(0, -1))).join('/') }],
      };
    }
  }
};

export const fractions = definePuzzle<Instance>({
  id: 'fractions',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => drawers[level](random),
      (instance) => solve(instance)[0] > 0n && solve(instance)[1] > 11n - (level === 'extreme' ? 0n : 1n),
    ),
  solve: (instance) => text(solve(instance)),
  check: (instance) => text(check(instance)),
  present: (instance, [key = '1/1']) => {
    const [top = '1', bottom = '1'] = key.split('/');
    return present(instance, [BigInt(top), BigInt(bottom)]);
  },
});
