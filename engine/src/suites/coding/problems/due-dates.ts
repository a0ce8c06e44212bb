import type { Plain } from '../literal.ts';
import { drawUntil } from '../draw-until.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; months: number; weekend: 'monday' | 'friday' | null };

const day = 86_400_000;
const textOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const moved = (time: number, { weekend }: Rule): number => {
  if (weekend === null) return time;
  const weekday = new Date(time).getUTCDay();
  if (weekday === 6) return time + (weekend === 'monday' ? 2 : -1) * day;
  return weekday === 0 ? time + (weekend === 'monday' ? 1 : -2) * day : time;
};

/** How a wrong solution slips: it stays on a day that it clipped, or runs over into the next month. */
type Slip = 'stays' | 'over';

const datesOf = (rule: Rule, args: Plain[], slip: Slip | null): string[] => {
  const [start, count] = args as [string, number];
  const [year = 0, month = 0, date = 0] = start.split('-').map(Number);
  let wanted = date;
  return Array.from({ length: count }, (_, index) => {
    const first = month - 1 + (index + 1) * rule.months;
    const last = new Date(Date.UTC(year, first + 1, 0)).getUTCDate();
    const clipped = slip === 'over' ? wanted : Math.min(wanted, last);
    if (slip === 'stays') wanted = clipped;
    return textOf(moved(Date.UTC(year, first, clipped), rule));
  });
};

const solve = (rule: Rule, args: Plain[]): Plain => datesOf(rule, args, null);

const daysIn = (year: number, month: number): number =>
  month === 2 ? (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Walks day by day with a calendar of its own. */
const check = (rule: Rule, args: Plain[]): Plain => {
  const [start, count] = args as [string, number];
  const [year = 0, month = 0, date = 0] = start.split('-').map(Number);
  const step = (at: number[], days: 1 | -1): number[] => {
    const [y = 0, m = 0, d = 0] = at;
    if (days === 1) return d < daysIn(y, m) ? [y, m, d + 1] : m < 12 ? [y, m + 1, 1] : [y + 1, 1, 1];
    if (d > 1) return [y, m, d - 1];
    return m > 1 ? [y, m - 1, daysIn(y, m - 1)] : [y - 1, 12, 31];
  };
  // Zeller's rule; 0 is Saturday, 1 is Sunday.
  const weekday = ([y = 0, m = 0, d = 0]: number[]): number => {
    const [shiftedYear, shiftedMonth] = m < 3 ? [y - 1, m + 12] : [y, m];
    const century = Math.floor(shiftedYear / 100);
    const inCentury = shiftedYear % 100;
    return (
      (d + Math.floor((13 * (shiftedMonth + 1)) / 5) + inCentury + Math.floor(inCentury / 4) + Math.floor(century / 4) + 5 * century) % 7
    );
  };
  const result: string[] = [];
  let [y, m] = [year, month];
  for (let index = 0; index < count; index += 1) {
    for (let months = 0; months < rule.months; months += 1) [y, m] = m === 12 ? [y + 1, 1] : [y, m + 1];
    let at = [y, m, Math.min(date, daysIn(y, m))];
    while (weekday(at) < 2) at = step(at, rule.weekend === 'monday' ? 1 : -1);
    result.push(at.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join('-'));
  }
  return result;
};

export const dueDates = defineProblem<Rule>({
  id: 'due-dates',
  tags: ['dates', 'calendar', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['due dates', 'payment days', 'renewal dates', 'billing days']),
    months: random.pick([1, 2, 5]),
    weekend: random.pick(['monday', 'friday']),
  }),
  name: ({ name }) => name,
  parameters: () => 'start, count',
  brief: ({ months, weekend }, { list, text }) =>
    `\`start\` is a date as a ${text} of the form "YYYY-MM-DD" in the Gregorian calendar, and \`count\` a whole number of at least 0. Return a ${list} with the next \`count\` due dates in the same form, the first of them ${months === 1 ? 'one month' : `${months} months`} after \`start\` and each further one ${months === 1 ? 'one month' : `${months} months`} later. A due date falls on the same day of the month as \`start\`; where the month has no such day, it falls on the month's last day, and later ones fall on the day of \`start\` again. A date that is then a Saturday or Sunday moves to ${weekend === 'monday' ? 'the next Monday' : 'the Friday before'}, which changes no later date.`,
  solve,
  check,
  tests: (random, rule) => {
    const { months } = rule;
    const year = () => random.int(2001, 2090);
    const pad = (value: number) => String(value).padStart(2, '0');
    const start = (y: number, m: number, d: number) => `${y}-${pad(m)}-${pad(d)}`;
    // The month from which a step leads to February.
    const before = ((2 - months + 11) % 12) + 1;
    const toFebruary = (y: number) => start(before > 2 ? y - 1 : y, before, 30);
    const isMoved = (args: Plain[]): boolean =>
      JSON.stringify(solve(rule, args)) !== JSON.stringify(solve({ ...rule, weekend: null }, args));
    const onWorkdays = (draw: () => Plain[]): Plain[] => drawUntil(draw, (args) => !isMoved(args));
    const isSlip = (args: Plain[], slip: Slip): boolean => datesOf(rule, args, slip).join() !== datesOf(rule, args, null).join();
    const shortMonth = (draw: () => Plain[]): Plain[] =>
      drawUntil(draw, (args) => !isMoved(args) && isSlip(args, 'over') && isSlip(args, 'stays'));
    // A day before or after the last of February must not be moved to it.
    const midweek = (draw: () => Plain[]): Plain[] =>
      drawUntil(draw, (args) => !isMoved(args) && [2, 3].includes(new Date((solve(rule, args) as string[])[0] ?? '').getUTCDay()));
    const onWeekend = (draw: () => Plain[]): Plain[] => drawUntil(draw, isMoved);
    const usual = (month: () => number, count: number) => () => [start(year(), month(), random.int(4, 24)), count];
    const leap = (): number =>
      drawUntil(
        () => 4 * random.int(450, 599),
        (y) => y % 100 !== 0 || y % 400 === 0,
      );
    return [
      { name: 'a few months', calls: [onWorkdays(usual(() => random.int(1, 2), 2)), onWorkdays(usual(() => 1, 2))] },
      { name: 'over the end of the year', calls: [onWorkdays(usual(() => 12, 2)), onWorkdays(usual(() => random.int(10, 12), 3))] },
      {
        name: 'months without such a day',
        calls: [shortMonth(() => [toFebruary(leap() + 1), 2]), shortMonth(() => [toFebruary(leap() + 2), 2])],
      },
      { name: 'the end of February', calls: [midweek(() => [toFebruary(leap()), 1]), midweek(() => [toFebruary(leap() + 1), 1])] },
      { name: 'weekends', calls: [onWeekend(usual(() => random.int(1, 4), 1)), onWeekend(usual(() => random.int(5, 6), 2))] },
      { name: 'no dates', calls: [[start(year(), 5, 6), 0], onWorkdays(usual(() => 5, 1))] },
    ];
  },
  programs: ({ months, weekend }, entry) => ({
    python: {
      right: [
        `import calendar
from datetime import date, timedelta

def ${entry}(start, count):
    year, month, day = map(int, start.split("-"))
    result = []
    for i in range(1, count + 1):
        index = month - 1 + i * ${months}
        y, m = year + index // 12, index % 12 + 1
        last = calendar.monthrange(y, m)[1]
        due = date(y, m, min(day, last))
        while due.weekday() >= 5:
            due ${weekend === 'monday' ? '+=' : '-='} timedelta(days=1)
        result.append(due.isoformat())
    return result`,
        `from datetime import date

def ${entry}(start, count):
    first = date.fromisoformat(start)
    y, m, out = first.year, first.month, []
    for _ in range(count):
        for _ in range(${months}):
            y, m = (y + 1, 1) if m == 12 else (y, m + 1)
        d = first.day
        while True:
            try:
                due = date(y, m, d)
                break
            except ValueError:
                d -= 1
        shift = {${weekend === 'monday' ? '5: 2, 6: 1' : '5: -1, 6: -2'}}.get(due.weekday(), 0)
        out.append(date.fromordinal(due.toordinal() + shift).strftime("%Y-%m-%d"))
    return out`,
      ],
      faults: [
        {
          name: 'stays on the clipped day',
          edits: [['min(day, last))', 'min(day, last))\n        day = due.day']],
          fails: ['months without such a day'],
        },
        {
          name: 'knows no weekend',
          edits: [['due.weekday() >= 5', 'False']],
          fails: ['weekends'],
        },
        {
          name: 'every February has 28 days',
          edits: [['        due = date', '        last = 28 if m == 2 else last\n        due = date']],
          fails: ['the end of February'],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(start, count) {
  const [year, month, day] = start.split('-').map(Number);
  const result = [];
  for (let i = 1; i <= count; i++) {
    const index = month - 1 + i * ${months};
    const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
    const due = new Date(Date.UTC(year, index, Math.min(day, last)));
    while (due.getUTCDay() === 0 || due.getUTCDay() === 6) {
      due.setUTCDate(due.getUTCDate() ${weekend === 'monday' ? '+' : '-'} 1);
    }
    result.push(due.toISOString().slice(0, 10));
  }
  return result;
}`,
        `const isLeap = (y) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
const lengths = (y) => [31, isLeap(y) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function ${entry}(start, count) {
  let [y, m, d] = start.split('-').map((part) => parseInt(part, 10));
  return Array.from({ length: count }, () => {
    m += ${months};
    if (m > 12) {
      m -= 12;
      y += 1;
    }
    const date = new Date(y + '-' + String(m).padStart(2, '0') + '-' + String(Math.min(d, lengths(y)[m - 1])).padStart(2, '0') + 'T00:00:00Z');
    const shift = { 6: ${weekend === 'monday' ? '2' : '-1'}, 0: ${weekend === 'monday' ? '1' : '-2'} }[date.getUTCDay()] ?? 0;
    return new Date(date.getTime() + shift * 86400000).toISOString().split('T')[0];
  });
}`,
      ],
      faults: [
        {
          name: 'runs over into the next month',
          edits: [['Math.min(day, last)', 'day']],
          fails: ['months without such a day', 'the end of February'],
        },
        {
          name: 'knows no weekend',
          edits: [['due.getUTCDay() === 0 || due.getUTCDay() === 6', 'false']],
          fails: ['weekends'],
        },
        {
          name: 'counts from the start itself',
          edits: [['let i = 1; i <= count', 'let i = 0; i < count']],
          fails: ['a few months', 'over the end of the year', 'months without such a day', 'the end of February', 'weekends', 'no dates'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'medium' },
    { language: 'javascript', kind: 'write', level: 'medium' },
  ],
});
