import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { quantityAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { decimalText } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { durationText, names, towns } from '../words.ts';

type Instance =
  | { kind: 'ride'; who: string; from: string; kmPerHour: number; minutes: number }
  | { kind: 'together'; who: string[]; minutes: [number, number]; job: string }
  | { kind: 'meet'; towns: string[]; distanceKm: number; kmPerHour: [number, number]; delayMinutes: number }
  | { kind: 'tank'; litres: number; inflow: [number, number]; drain: number; secondAt: number; drainAt: number; place: string };

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({
    kind: 'ride',
    who: random.pick(names),
    from: random.pick(towns),
    kmPerHour: random.int(4, 16) * 6,
    minutes: random.int(5, 27) * 10,
  }),
  medium: (random) => ({
    kind: 'together',
    who: random.sample(names, 2),
    minutes: [random.int(18, 180), random.int(18, 180)],
    job: random.pick([
      'clears a snowed-in yard',
      'sorts the post of a village',
      'picks an orchard row',
      'paints a shed',
      'stacks a cord of wood',
      'washes a bus',
    ]),
  }),
  hard: (random) => ({
    kind: 'meet',
    towns: random.sample(towns, 2),
    distanceKm: random.int(80, 420),
    kmPerHour: [random.int(40, 110), random.int(40, 110)],
    delayMinutes: random.int(10, 59),
  }),
  extreme: (random) => ({
    kind: 'tank',
    litres: random.int(900, 4900),
    inflow: [random.int(13, 39), random.int(13, 39)],
    drain: random.int(7, 31),
    secondAt: random.int(6, 17),
    drainAt: random.int(21, 38),
    place: random.pick(['brewery', 'dairy', 'laundry', 'fish farm', 'greenhouse', 'swimming bath']),
  }),
};

const perHour = 60;

/** The result as an exact quotient: kilometres for the ride, minutes for the others. */
const quotient = (instance: Instance): [number, number] => {
  switch (instance.kind) {
    case 'ride':
      return [instance.kmPerHour * instance.minutes, perHour];
    case 'together':
      return [instance.minutes[0] * instance.minutes[1], instance.minutes[0] + instance.minutes[1]];
    case 'meet': {
      const [first, second] = instance.kmPerHour;
      // First alone for the delay, then both: distance·60 = first·t + second·(t − delay).
      return [instance.distanceKm * perHour + second * instance.delayMinutes, first + second];
    }
    case 'tank': {
      const [first, second] = instance.inflow;
      const atDrain = first * instance.drainAt + second * (instance.drainAt - instance.secondAt);
      const net = first + second - instance.drain;
      return [instance.litres - atDrain + net * instance.drainAt, net];
    }
  }
};

/** Steps through whole minutes (metres for the ride) until the job is done exactly; null when it never is. */
const simulate = (instance: Instance): number | null => {
  const longest = 3000;
  switch (instance.kind) {
    case 'ride': {
      let metres = 0;
      for (let minute = 0; minute < instance.minutes; minute += 1) metres += instance.kmPerHour * 1000;
      return metres / (perHour * 1000);
    }
    case 'together': {
      const [a, b] = instance.minutes;
      for (let minute = 1, done = b + a; minute < longest; minute += 1, done += b + a) if (done === a * b) return minute;
      return null;
    }
    case 'meet': {
      const [first, second] = instance.kmPerHour;
      let gap = instance.distanceKm * perHour;
      for (let minute = 0; minute < longest; minute += 1) {
        if (gap === 0) return minute;
        gap -= first + (minute >= instance.delayMinutes ? second : 0);
      }
      return null;
    }
    case 'tank': {
      let litres = 0;
      for (let minute = 0; minute < longest; minute += 1) {
        if (litres === instance.litres) return minute;
        litres +=
          instance.inflow[0] + (minute >= instance.secondAt ? instance.inflow[1] : 0) - (minute >= instance.drainAt ? instance.drain : 0);
      }
      return null;
    }
  }
};

const isFit = (instance: Instance): boolean => {
  const [top, bottom] = quotient(instance);
  if (bottom <= 0 || top % bottom !== 0) return false;
  const value = top / bottom;
  if (instance.kind === 'together') return value > 11 && value < Math.min(...instance.minutes);
  if (instance.kind === 'meet') return value > instance.delayMinutes;
  if (instance.kind === 'tank') return value > instance.drainAt + 5 && instance.inflow[0] + instance.inflow[1] > instance.drain + 7;
  return value > 11;
};

const cut = (top: number, bottom: number): string => decimalText(BigInt(Math.round(top)), BigInt(bottom), 2);

const present = (instance: Instance, key: string): Presentation => {
  const minutes = (wrongUnits: readonly string[] = ['h']) =>
    quantityAnswer(key, { unit: 'min', word: 'minutes', other: `${Math.floor(Number(key) / 60)} h ${Number(key) % 60} min`, wrongUnits });
  switch (instance.kind) {
    case 'ride':
      return {
        question: `${instance.who} rides out from ${instance.from} at a steady ${instance.kmPerHour} km/h for ${durationText(instance.minutes)}. How far is that?`,
        answer: quantityAnswer(key, { unit: 'km', word: 'kilometres', other: `${key}000 m`, wrongUnits: ['m', 'km/h', 'miles'] }),
        tags: ['rates', 'speed'],
        nearMisses: [
          {
            name: 'minutes taken as hundredths of an hour',
            text: `${cut(instance.kmPerHour * (Math.floor(instance.minutes / 60) * 100 + (instance.minutes % 60)), 100)} km`,
          },
        ],
      };
    case 'together': {
      const [a, b] = instance.minutes;
      return {
        question: `Alone, ${instance.who[0]} ${instance.job} in ${a} minutes and ${instance.who[1]} does the same in ${b} minutes. How long do they take when they work together, each at their own steady pace?`,
        answer: minutes(),
        tags: ['rates', 'work'],
        nearMisses: [
          { name: 'mean of the two times', text: `${cut(a + b, 2)} min` },
          { name: 'sum of the two times', text: `${a + b} min` },
          { name: 'half the shorter time', text: `${cut(Math.min(a, b), 2)} min` },
        ],
      };
    }
    case 'meet': {
      const [first, second] = instance.kmPerHour;
      return {
        question: `${instance.towns[0]} and ${instance.towns[1]} are ${instance.distanceKm} km apart by rail. A train leaves ${instance.towns[0]} for ${instance.towns[1]} at ${first} km/h. ${instance.delayMinutes} minutes later a train leaves ${instance.towns[1]} for ${instance.towns[0]} on the parallel track at ${second} km/h. How many minutes after the departure of the first train do they meet?`,
        answer: minutes(),
        tags: ['rates', 'speed', 'multi-step'],
        nearMisses: [
          { name: 'counted from the second departure', text: `${Number(key) - instance.delayMinutes} min` },
          { name: 'delay left out', text: `${cut(instance.distanceKm * perHour, first + second)} min` },
          {
            name: 'delay added at the end',
            text: `${cut(instance.distanceKm * perHour + instance.delayMinutes * (first + second), first + second)} min`,
          },
        ],
      };
    }
    case 'tank': {
      const [first, second] = instance.inflow;
      return {
        question: `An empty tank at a ${instance.place} holds ${instance.litres} litres. Pump A fills it with ${first} litres per minute from the start. After ${instance.secondAt} minutes pump B joins with ${second} litres per minute. ${instance.drainAt} minutes after the start a drain opens as well and takes ${instance.drain} litres per minute; both pumps go on. How many minutes after the start is the tank full?`,
        answer: minutes(),
        tags: ['rates', 'flow', 'multi-step'],
        nearMisses: [
          { name: 'counted from the opening of the drain', text: `${Number(key) - instance.drainAt} min` },
          { name: 'drain left out', text: `${cut(instance.litres + second * instance.secondAt, first + second)} min` },
          {
            name: 'both pumps from the start',
            text: `${cut(instance.litres - instance.drain * instance.drainAt, first + second - instance.drain)} min`,
          },
        ],
      };
    }
  }
};

export const rates = definePuzzle<Instance>({
  id: 'rates',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) => drawUntil(() => drawers[level](random), isFit),
  solve: (instance) => String(quotient(instance)[0] / quotient(instance)[1]),
  check: (instance) => String(simulate(instance)),
  present: (instance, [key = '']) => present(instance, key),
});
