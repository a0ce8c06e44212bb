import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { timeAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { durationText, names, towns } from '../words.ts';

type Instance =
  | { kind: 'shift'; who: string; start: number; parts: number[] }
  | { kind: 'flight'; who: string; towns: string[]; start: number; offsets: [number, number]; flight: number; stop: number };

const day = 1440;

const draw = (random: Random, level: Difficulty): Instance =>
  level === 'easy'
    ? { kind: 'shift', who: random.pick(names), start: random.int(60, 200) * 5, parts: [random.int(11, 39) * 5, random.int(3, 11) * 5] }
    : {
        kind: 'flight',
        who: random.pick(names),
        towns: random.sample(towns, 2),
        start: random.int(0, 287) * 5,
        offsets: [random.int(-9, 12) * 60, random.int(-18, 24) * 30],
        flight: random.int(101, 690),
        stop: random.int(35, 140),
      };

const textOf = (minutes: number): string => {
  const inDay = ((minutes % day) + day) % day;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

const travel = (instance: Instance): number =>
  instance.kind === 'shift' ? instance.parts.reduce((sum, part) => sum + part, 0) : instance.flight + instance.stop;
const zoneChange = (instance: Instance): number => (instance.kind === 'shift' ? 0 : instance.offsets[1] - instance.offsets[0]);

/** Moves the hands of a clock minute by minute, then changes its zone in steps of half an hour. */
const check = (instance: Instance): string => {
  let [hour, minute] = [Math.floor(instance.start / 60), instance.start % 60];
  const forward = () => {
    minute = (minute + 1) % 60;
    if (minute === 0) hour = (hour + 1) % 24;
  };
  for (let step = 0; step < travel(instance); step += 1) forward();
  const halfHours = zoneChange(instance) / 30;
  // Going back is going forward for the rest of the day.
  for (let step = 0; step < (halfHours < 0 ? day + halfHours * 30 : halfHours * 30); step += 1) forward();
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

const offsetText = (minutes: number): string => `UTC${minutes < 0 ? '−' : '+'}${textOf(Math.abs(minutes))}`;

const present = (instance: Instance, key: string): Presentation => {
  if (instance.kind === 'shift') {
    const [first = 0, second = 0] = instance.parts;
    return {
      question: `${instance.who} starts a shift at ${textOf(instance.start)}, works ${durationText(first)}, and then needs ${second} minutes to get home. At what time is ${instance.who} home?`,
      answer: timeAnswer(key),
      tags: ['clock'],
      nearMisses: [
        { name: 'way home left out', text: textOf(instance.start + first) },
        { name: 'the start', text: textOf(instance.start) },
      ],
    };
  }
  const [from, to] = instance.offsets;
  return {
    question: `${instance.who} takes off in ${instance.towns[0]} (${offsetText(from)}) at ${textOf(instance.start)} local time. The flight to ${instance.towns[1]} (${offsetText(to)}) takes ${durationText(instance.flight)} in the air, plus a stop of ${instance.stop} minutes on the way. What is the local time in ${instance.towns[1]} on landing?`,
    answer: timeAnswer(key),
    tags: ['clock', 'time-zones', 'multi-step'],
    nearMisses: [
      { name: 'time zones ignored', text: textOf(instance.start + travel(instance)) },
      { name: 'zone change with the wrong sign', text: textOf(instance.start + travel(instance) - zoneChange(instance)) },
      { name: 'stop left out', text: textOf(instance.start + instance.flight + zoneChange(instance)) },
    ],
  };
};

export const clock = definePuzzle<Instance>({
  id: 'clock',
  levels: ['easy', 'medium'],
  draw: (random, level) =>
    drawUntil(
      () => draw(random, level),
      (instance) => !['00:00', '12:00'].includes(textOf(instance.start + travel(instance) + zoneChange(instance))),
    ),
  solve: (instance) => textOf(instance.start + travel(instance) + zoneChange(instance)),
  check,
  present: (instance, [key = '']) => present(instance, key),
});
