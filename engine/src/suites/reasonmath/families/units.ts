import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { decimalAnswer, quantityAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { decimalText, roundedHalfUp } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names, towns } from '../words.ts';

type Instance =
  | { kind: 'laps'; who: string; metres: number; laps: number; extraKm: number }
  | { kind: 'bottles'; who: string; drink: string; centilitres: number; bottles: number; glassMl: number; glasses: number }
  | { kind: 'sound'; who: string; metresPerSecond: number; minutes: number; seconds: number }
  | { kind: 'rain'; town: string; tenthsMm: number; hectares: number; keptPercent: number; truckLitres: number };

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({
    kind: 'laps',
    who: random.pick(names),
    metres: random.int(12, 48) * 25,
    laps: random.int(4, 12),
    extraKm: random.int(2, 9),
  }),
  medium: (random) => ({
    kind: 'bottles',
    who: random.pick(names),
    drink: random.pick(['cider', 'apple juice', 'lemonade', 'iced tea']),
    centilitres: random.pick([33, 50, 70, 75]),
    bottles: random.int(12, 60),
    glassMl: random.int(12, 25) * 10,
    glasses: random.int(15, 60),
  }),
  hard: (random) => ({
    kind: 'sound',
    who: random.pick(names),
    metresPerSecond: random.int(11, 89),
    minutes: random.int(6, 48),
    seconds: random.int(5, 55),
  }),
  extreme: (random) => ({
    kind: 'rain',
    town: random.pick(towns),
    tenthsMm: random.int(61, 389),
    hectares: random.int(3, 29),
    keptPercent: random.int(31, 88),
    truckLitres: random.int(7, 24) * 1000 + random.int(1, 9) * 100,
  }),
};

/** The exact quotient in the asked unit, by one multiplication per unit. */
const quotient = (instance: Instance): [bigint, bigint] => {
  switch (instance.kind) {
    case 'laps':
      return [BigInt(instance.metres * instance.laps + instance.extraKm * 1000), 1000n];
    case 'bottles':
      return [BigInt(instance.centilitres * 10 * instance.bottles - instance.glassMl * instance.glasses), 1000n];
    case 'sound':
      return [BigInt(instance.metresPerSecond * (instance.minutes * 60 + instance.seconds)), 1000n];
    case 'rain':
      // mm over m² is litres: 1 ha = 10,000 m².
      return [BigInt(instance.tenthsMm * instance.hectares * instance.keptPercent) * 10_000n, 1000n * BigInt(instance.truckLitres)];
  }
};

const decimals = { laps: 3, bottles: 2, sound: 3, rain: 2 } as const;

const keyOf = (instance: Instance): string => {
  const [top, bottom] = quotient(instance);
  if (instance.kind !== 'rain') return decimalText(top, bottom);
  const hundredths = roundedHalfUp(top * 100n, bottom);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
};

/** Goes through the smallest unit piece by piece and counts; the rain goes through cubic metres and an even split. */
const check = (instance: Instance): string => {
  switch (instance.kind) {
    case 'laps': {
      let centimetres = instance.extraKm * 100_000;
      for (let lap = 0; lap < instance.laps; lap += 1) centimetres += instance.metres * 100;
      return String(centimetres / 100_000);
    }
    case 'bottles': {
      let millilitres = 0;
      for (let bottle = 0; bottle < instance.bottles; bottle += 1) millilitres += instance.centilitres * 10;
      for (let glass = 0; glass < instance.glasses; glass += 1) millilitres -= instance.glassMl;
      return String(millilitres / 1000);
    }
    case 'sound': {
      let metres = 0;
      for (let second = 0; second < instance.minutes * 60 + instance.seconds; second += 1) metres += instance.metresPerSecond;
      return String(metres / 1000);
    }
    case 'rain': {
      const microlitres = BigInt(instance.tenthsMm) * 100_000n * 10_000n * BigInt(instance.hectares);
      const kept = (microlitres * BigInt(instance.keptPercent)) / 100n;
      const perHundredth = BigInt(instance.truckLitres) * 10_000n;
      const count = kept / perHundredth + ((kept % perHundredth) * 2n >= perHundredth ? 1n : 0n);
      const text = String(count).padStart(3, '0');
      return `${text.slice(0, -2)}.${text.slice(-2)}`;
    }
  }
};

const isFit = (instance: Instance): boolean => {
  const [top, bottom] = quotient(instance);
  if (top <= 0n) return false;
  if (instance.kind === 'bottles') return top > 2000n && top % 1000n !== 0n;
  if (instance.kind === 'rain') return top / bottom > 11n && (top * 200n) % bottom !== 0n && (top * 100n) % bottom > bottom / 2n;
  return top % 1000n !== 0n;
};

const tenthsText = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`;

const present = (instance: Instance, key: string): Presentation => {
  switch (instance.kind) {
    case 'laps':
      return {
        question: `${instance.who} runs ${instance.laps} laps of ${instance.metres} m each and then another ${instance.extraKm} km. How many kilometres is that in all?`,
        answer: quantityAnswer(key, {
          unit: 'km',
          word: 'kilometres',
          other: `${(instance.metres * instance.laps + instance.extraKm * 1000).toString()} m`,
          wrongUnits: ['m', 'cm'],
        }),
        tags: ['units', 'length'],
        nearMisses: [
          { name: 'metres and kilometres added', text: `${instance.metres * instance.laps + instance.extraKm} km` },
          { name: 'extra stretch left out', text: `${(instance.metres * instance.laps) / 1000} km` },
        ],
      };
    case 'bottles':
      return {
        question: `${instance.who} has ${instance.bottles} bottles of ${instance.drink}, ${instance.centilitres} cl each, and fills ${instance.glasses} glasses with ${instance.glassMl} ml each. How many litres of ${instance.drink} are left?`,
        answer: quantityAnswer(key, {
          unit: 'l',
          word: 'litres',
          other: `${instance.centilitres * 10 * instance.bottles - instance.glassMl * instance.glasses} ml`,
          wrongUnits: ['ml', 'cl', 'kg'],
        }),
        tags: ['units', 'volume'],
        nearMisses: [
          { name: 'before pouring', text: `${decimalText(BigInt(instance.centilitres * instance.bottles), 100n)} l` },
          { name: 'what was poured', text: `${decimalText(BigInt(instance.glassMl * instance.glasses), 1000n)} l` },
        ],
      };
    case 'sound':
      return {
        question: `A survey drone of ${instance.who} flies at a steady ${instance.metresPerSecond} m/s for ${instance.minutes} minutes and ${instance.seconds} seconds. How many kilometres does it cover?`,
        answer: quantityAnswer(key, {
          unit: 'km',
          word: 'kilometres',
          other: `${instance.metresPerSecond * (instance.minutes * 60 + instance.seconds)} m`,
          wrongUnits: ['m', 'miles'],
        }),
        tags: ['units', 'speed'],
        nearMisses: [
          { name: 'seconds left out', text: `${decimalText(BigInt(instance.metresPerSecond * instance.minutes * 60), 1000n)} km` },
          {
            name: 'seconds taken as hundredths of a minute',
            text: `${decimalText(BigInt(instance.metresPerSecond * (instance.minutes * 100 + instance.seconds) * 60), 100_000n)} km`,
          },
        ],
      };
    case 'rain': {
      const [top, bottom] = quotient(instance);
      return {
        question: `In one night ${tenthsText(instance.tenthsMm)} mm of rain fall on ${instance.hectares} hectares of fields near ${instance.town}. A basin collects ${instance.keptPercent} % of that water. How many tank trucks of ${instance.truckLitres} litres would the collected water fill? (1 mm of rain is 1 litre per square metre.)`,
        answer: decimalAnswer(key, decimals.rain, decimalText(top, bottom)),
        tags: ['units', 'area', 'volume', 'rounding'],
        nearMisses: [
          { name: 'all of the rain', text: decimalText((top * 100n) / BigInt(instance.keptPercent), bottom, 2) },
          { name: 'hectare taken as 1,000 square metres', text: decimalText(top, bottom * 10n, 2) },
        ],
      };
    }
  }
};

export const units = definePuzzle<Instance>({
  id: 'units',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) => drawUntil(() => drawers[level](random), isFit),
  solve: keyOf,
  check,
  present: (instance, [key = '']) => present(instance, key),
});
