import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { dateAnswer, quantityAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names } from '../words.ts';

/** Days are counted from 1 March of year 0 of the Gregorian calendar. */
type Instance =
  | { kind: 'after'; who: string; start: number; days: number }
  | { kind: 'between'; who: string; start: number; end: number }
  | { kind: 'workdays'; who: string; start: number; days: number; closed: number[] };

const floor = Math.floor;

/** Day number of a date, with March as the first month so that the leap day comes last. */
const dayNumber = (year: number, month: number, day: number): number => {
  const shifted = month < 3 ? year - 1 : year;
  return (
    365 * shifted + floor(shifted / 4) - floor(shifted / 100) + floor(shifted / 400) + floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  );
};

/** The date of a day number: start from a near year and step back while it is too late. */
const dateOf = (number: number): { year: number; month: number; day: number } => {
  let year = floor(number / 365.2425) + 1;
  while (dayNumber(year, 1, 1) > number) year -= 1;
  let month = 12;
  while (dayNumber(year, month, 1) > number) month -= 1;
  return { year, month, day: number - dayNumber(year, month, 1) + 1 };
};

const isoOf = (number: number): string => {
  const { year, month, day } = dateOf(number);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

const weekdays = ['Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday'] as const;
const weekdayOf = (number: number): (typeof weekdays)[number] => weekdays[number % 7] ?? 'Monday';
const isWeekend = (number: number): boolean => weekdayOf(number) === 'Saturday' || weekdayOf(number) === 'Sunday';

const workdaysAfter = (start: number, days: number, closed: readonly number[]): number => {
  let [number, left] = [start, days];
  while (left > 0) {
    number += 1;
    if (!isWeekend(number) && !closed.includes(number)) left -= 1;
  }
  return number;
};

const drawDay = (random: Random): number => dayNumber(random.int(2019, 2032), random.int(1, 12), random.int(1, 28));

const workInstance = (random: Random, days: number, closedCount: number): Instance => {
  const start = drawUntil(
    () => drawDay(random),
    (day) => !isWeekend(day),
  );
  const open = Array.from({ length: days }, (_, index) => start + index + 1).filter((day) => !isWeekend(day));
  return { kind: 'workdays', who: random.pick(names), start, days, closed: random.sample(open, closedCount).toSorted((a, b) => a - b) };
};

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({ kind: 'after', who: random.pick(names), start: drawDay(random), days: random.int(12, 59) }),
  medium: (random) => {
    const start = drawDay(random);
    return { kind: 'between', who: random.pick(names), start, end: start + random.int(70, 420) };
  },
  hard: (random) => workInstance(random, random.int(17, 34), 2),
  extreme: (random) => workInstance(random, random.int(71, 139), 5),
};

const solve = (instance: Instance): string => {
  switch (instance.kind) {
    case 'after':
      return isoOf(instance.start + instance.days);
    case 'between':
      return String(instance.end - instance.start);
    case 'workdays':
      return isoOf(workdaysAfter(instance.start, instance.days, instance.closed));
  }
};

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const monthLength = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Turns the pages of a calendar one day at a time; the weekday comes from the platform's own calendar. */
const check = (instance: Instance): string => {
  const page = dateOf(instance.start);
  const turn = () => {
    page.day += 1;
    if (page.day > monthLength(page.year, page.month)) Object.assign(page, { day: 1, month: page.month + 1 });
    if (page.month > 12) Object.assign(page, { month: 1, year: page.year + 1 });
  };
  const shown = () => `${page.year}-${String(page.month).padStart(2, '0')}-${String(page.day).padStart(2, '0')}`;
  if (instance.kind === 'between') {
    let days = 0;
    for (const end = isoOf(instance.end); shown() !== end; days += 1) turn();
    return String(days);
  }
  const closed = instance.kind === 'workdays' ? instance.closed.map(isoOf) : [];
  for (let left = instance.days; left > 0;) {
    turn();
    const weekday = new Date(`${shown()}T00:00:00Z`).getUTCDay();
    const counts = instance.kind === 'after' || (weekday !== 0 && weekday !== 6 && !closed.includes(shown()));
    if (counts) left -= 1;
  }
  return shown();
};

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const spoken = (number: number): string => {
  const { year, month, day } = dateOf(number);
  return `${day} ${monthNames[month - 1]} ${year}`;
};

const present = (instance: Instance, key: string): Presentation => {
  switch (instance.kind) {
    case 'after':
      return {
        question: `${instance.who} borrows a drill on ${spoken(instance.start)}. It is due back exactly ${instance.days} days later (1 day later would be the next day). On which date is it due back?`,
        answer: dateAnswer(key),
        tags: ['calendar'],
        nearMisses: [
          { name: 'one day late', text: isoOf(instance.start + instance.days + 1) },
          { name: 'one day early', text: isoOf(instance.start + instance.days - 1) },
          { name: 'the start', text: isoOf(instance.start) },
          { name: 'months of 30 days', text: isoOf(instance.start + instance.days + 2) },
        ],
      };
    case 'between':
      return {
        question: `${instance.who} stops smoking on ${spoken(instance.start)}. How many days later is ${spoken(instance.end)}? (From one day to the next is 1 day.)`,
        answer: quantityAnswer(key, { unit: 'day', word: 'days', wrongUnits: ['weeks', 'h'] }, false),
        tags: ['calendar'],
        nearMisses: [
          { name: 'both ends counted', text: String(Number(key) + 1) },
          { name: 'no end counted', text: String(Number(key) - 1) },
          { name: 'weeks', text: String(floor(Number(key) / 7)) },
        ],
      };
    case 'workdays': {
      const { start, days, closed } = instance;
      return {
        question: `An office works from Monday to Friday and is closed on ${closed.map(spoken).join(', ')}. On ${weekdayOf(start)}, ${spoken(start)}, ${instance.who} hands in a request that is answered after ${days} working days; the next working day after that date is working day 1. On which date is the answer due?`,
        answer: dateAnswer(key),
        tags: ['calendar', 'business-days', 'multi-step'],
        nearMisses: [
          { name: 'closed days ignored', text: isoOf(workdaysAfter(start, days, [])) },
          { name: 'calendar days', text: isoOf(start + days) },
          { name: 'the start counted as day 1', text: isoOf(workdaysAfter(start, days - 1, closed)) },
          { name: 'one working day too many', text: isoOf(workdaysAfter(start, days + 1, closed)) },
        ],
      };
    }
  }
};

export const calendar = definePuzzle<Instance>({
  id: 'calendar',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => drawers[level](random),
      (instance) => solve(instance) !== '100',
    ),
  solve,
  check,
  present: (instance, [key = '']) => present(instance, key),
});
