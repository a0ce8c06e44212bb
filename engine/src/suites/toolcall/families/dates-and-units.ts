import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { addDays, clockOf, firstAfter, fullDay, lastOfNextMonth, weekdayOf, type Day } from '../days.ts';
import { amount, exactly, isoDay, option, rounded, word, type PlannedCall } from '../planned.ts';
import { cities, dayOf, firstNames, idOf, minuteOf, subjects } from '../pools.ts';

type Computed = { ask: string; call: PlannedCall; without?: string[] };

const tomorrow = (random: Random, today: Day): Computed => {
  const message = `ring ${random.pick(firstNames)}`;
  const minute = minuteOf(random);
  return {
    ask: `Remind me tomorrow at ${clockOf(minute)} with the text "${message}".`,
    call: {
      tool: 'set_reminder',
      arguments: { message: word(message), date: isoDay(addDays(today, 1), today), time: exactly(clockOf(minute)) },
    },
    without: ['create_task', 'create_event', 'set_alarm'],
  };
};

const inSomeDays = (random: Random, today: Day): Computed => {
  const title = `${random.pick(subjects)} ${random.int(2, 99)}`;
  const days = random.int(8, 45);
  return {
    ask: `Add the task "${title}" to my list, due in ${days} days from today.`,
    call: { tool: 'create_task', arguments: { title: word(title), due_date: isoDay(addDays(today, days), addDays(today, days - 1)) } },
    without: ['set_reminder', 'create_event', 'create_note'],
  };
};

const firstWeekday = (random: Random, today: Day): Computed => {
  const weekday = weekdayOf(addDays(today, random.int(1, 7)));
  const day = firstAfter(today, weekday);
  return {
    ask: `What is in my calendar on the first ${weekday} after today?`,
    call: { tool: 'list_events', arguments: { date: isoDay(day, addDays(day, 7), addDays(day, -1)) } },
    without: ['create_event', 'move_event'],
  };
};

const longTimer = (random: Random): Computed => {
  const [hours, minutes, seconds] = [random.int(1, 9), random.int(2, 59), random.int(2, 59)];
  const total = hours * 3_600 + minutes * 60 + seconds;
  return {
    ask: `Set a countdown of ${hours === 1 ? '1 hour' : `${hours} hours`}, ${minutes} minutes and ${seconds} seconds.`,
    call: { tool: 'start_timer', arguments: { seconds: amount(total, total - seconds, hours * 60 + minutes) } },
    without: ['set_alarm', 'set_reminder'],
  };
};

const milesRun = (random: Random): Computed => {
  const miles = random.int(21, 260) / 10;
  const [hours, minutes] = [random.int(1, 3), random.int(2, 59)];
  return {
    ask: `I cycled ${miles} miles in ${hours === 1 ? '1 hour' : `${hours} hours`} and ${minutes} minutes. Note the workout; one mile is 1.609344 kilometres, round the distance to two decimals.`,
    call: {
      tool: 'log_workout',
      arguments: {
        activity: option('cycling', 'running'),
        distance_km: rounded(miles * 1.609344, 2, miles),
        duration_minutes: amount(hours * 60 + minutes, minutes),
      },
    },
    without: ['create_note'],
  };
};

const monthEndStay = (random: Random, today: Day): Computed => {
  const city = random.pick(cities);
  const [nights, adults, children] = [random.int(2, 12), random.int(2, 5), random.int(2, 4)];
  const from = lastOfNextMonth(today);
  return {
    ask: `We come to ${city} on the last day of next month and stay for ${nights} nights: ${adults} adults and ${children} children, and every child counts as a guest. Which hotels are free?`,
    call: {
      tool: 'search_hotels',
      arguments: {
        city: word(city),
        check_in: isoDay(from, addDays(from, -1)),
        check_out: isoDay(addDays(from, nights), addDays(from, nights - 1)),
        guests: amount(adults + children, adults),
      },
    },
    without: ['book_hotel'],
  };
};

const settle = (random: Random, today: Day): Computed => {
  const [from, to] = [idOf(random, 'ACC'), idOf(random, 'ACC')];
  const parts = Array.from({ length: 4 }, () => random.int(1_001, 29_999));
  const credit = random.int(101, 999);
  const total = parts.reduce((sum, part) => sum + part, 0) - credit;
  const before = random.int(3, 12);
  const due = addDays(lastOfNextMonth(today), -before);
  const euros = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return {
    ask: `I owe ${parts.map(euros).join(', ')} euros, and ${euros(credit)} euros of the sum have been paid. Let the rest go from ${from} to ${to} in one transfer that is carried out ${before} days before the last day of next month.`,
    call: {
      tool: 'schedule_transfer',
      arguments: {
        from_account: exactly(from, to),
        to_account: exactly(to, from),
        amount_cents: amount(total, total + credit, total / 100),
        date: isoDay(due, addDays(due, before)),
      },
    },
    without: ['transfer_money', 'create_invoice'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random, today: Day) => Computed }[] = [
  { difficulty: 'easy', tools: 2, make: tomorrow },
  { difficulty: 'medium', tools: 3, make: inSomeDays },
  { difficulty: 'hard', tools: 4, make: firstWeekday },
  { difficulty: 'hard', tools: 4, make: longTimer },
  { difficulty: 'extreme', tools: 5, make: milesRun },
  { difficulty: 'extreme', tools: 5, make: monthEndStay },
  { difficulty: 'extreme', tools: 6, make: settle },
];

/** Arguments that must be computed: days from a stated today, units, sums. */
export const datesAndUnits: Family = {
  id: 'dates-and-units',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const today = dayOf(random);
    const { ask, call, without = [] } = make(random, today);
    return callTask({
      difficulty,
      tags: ['arguments', 'computed', 'single-call'],
      system: `Today is ${fullDay(today)}.`,
      conversation: ask,
      tools: offer(random, [call.tool], tools, without),
      results: [{ tool: call.tool, result: '{"ok": true}' }],
      groups: [[call]],
    });
  },
};
