import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; due: string; back: string; fee: number; most: number };

const msPerDay = 86_400_000;

const solve = ({ fee, most }: Rule, args: Plain[]): Plain => {
  const [due, back] = (args as string[]).map((day) => Date.parse(day)) as [number, number];
  return Math.min(most, Math.max(0, (back - due) / msPerDay) * fee);
};

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Counts the days of the calendar one by one. */
const check = ({ fee, most }: Rule, args: Plain[]): Plain => {
  const [due, back] = args as [string, string];
  let [year, month, day] = due.split('-').map(Number) as [number, number, number];
  const two = (value: number): string => String(value).padStart(2, '0');
  let cost = 0;
  while (`${year}-${two(month)}-${two(day)}` < back && cost < most) {
    cost += fee;
    day += 1;
    const isLeap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    if (day > (lengths[month - 1] ?? 0) + (isLeap ? 1 : 0)) [month, day] = [month + 1, 1];
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return Math.min(cost, most);
};

const dayText = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

export const lateFee = defineProblem<Rule>({
  id: 'late-fee',
  tags: ['dates', 'edge-cases'],
  draw: (random) => {
    const fee = random.int(15, 95);
    const [due = '', back = ''] = random.pick([
      ['due', 'returned'],
      ['until', 'brought'],
      ['deadline', 'received'],
    ]);
    return { name: random.pick(['late fee', 'fine for', 'overdue cents', 'extra charge']), due, back, fee, most: fee * random.int(40, 60) };
  },
  name: ({ name }) => name,
  parameters: ({ due, back }) => `${due}, ${back}`,
  brief: ({ due, back, fee, most }, { text }) =>
    `\`${due}\` and \`${back}\` are days, each a ${text} such as "2026-03-05" (year, month, day). Something that was due on the first came back on the second. Return the fee in cents: ${fee} for each day that it came later, but never more than ${most}, and 0 where it was not late.`,
  solve,
  check,
  tests: (random, { fee, most }) => {
    const year = () => random.int(2021, 2035);
    const common = () => random.pick([2021, 2022, 2023, 2025, 2026, 2027, 2029, 2030]);
    const leap = () => random.pick([2024, 2028, 2032]);
    const inside = (): Plain[] => {
      const [at, month, first] = [year(), random.int(1, 12), random.int(1, 10)];
      return [dayText(at, month, first), dayText(at, month, first + random.int(1, 17))];
    };
    const over = (at: number, month: number): Plain[] => [dayText(at, month, random.int(23, 28)), dayText(at, month + 1, random.int(1, 9))];
    const early = (): Plain[] => {
      const [at, month] = [year(), random.int(1, 12)];
      return [dayText(at, month, random.int(15, 20)), dayText(at, month, random.int(1, 14))];
    };
    const same = (): Plain[] => {
      const day = dayText(year(), random.int(1, 12), random.int(1, 28));
      return [day, day];
    };
    const long = (): Plain[] => {
      const at = year();
      return [dayText(at, 2, random.int(1, 28)), dayText(at, 2, 28 + most / fee + random.int(30, 300))];
    };
    return [
      { name: 'within a month', calls: [inside(), inside()] },
      { name: 'over the end of a month', calls: [over(year(), random.pick([3, 5, 7, 8, 10])), over(year(), random.pick([3, 5, 7]))] },
      { name: 'over the end of February', calls: [over(common(), 2), over(leap(), 2)] },
      { name: 'over the end of a year', calls: [over(year(), 12), over(year(), 12)] },
      { name: 'not late', calls: [inside(), early(), same()] },
      { name: 'very late', calls: [long(), inside()] },
    ];
  },
  trigger: (random) => {
    const at = random.int(2021, 2035);
    return [dayText(at, 1, random.int(25, 28)), dayText(at, 2, random.int(1, 8))];
  },
  programs: ({ due, back, fee, most }, entry) => ({
    javascript: {
      right: [
        `function dayNumber(text) {
  const [year, month, day] = text.split('-').map(Number);
  return Date.UTC(year, month - 1, day) / 86400000;
}

function ${entry}(${due}, ${back}) {
  const days = dayNumber(${back}) - dayNumber(${due});
  if (days <= 0) return 0;
  return Math.min(days * ${fee}, ${most});
}`,
        `const ${entry} = (${due}, ${back}) => {
  const day = new Date(${due} + 'T00:00:00Z');
  const end = new Date(${back} + 'T00:00:00Z');
  let fee = 0;
  while (day < end && fee < ${most}) {
    day.setUTCDate(day.getUTCDate() + 1);
    fee += ${fee};
  }
  return Math.min(fee, ${most});
};`,
      ],
      faults: [
        {
          name: 'counts months from 1',
          edits: [['month - 1', 'month']],
          fails: ['over the end of a month', 'over the end of February', 'over the end of a year'],
        },
        {
          name: 'gives each month 30 days',
          edits: [['Date.UTC(year, month - 1, day) / 86400000', '(year * 12 + month) * 30 + day']],
          fails: ['over the end of a month', 'over the end of February', 'over the end of a year'],
          isTriggered: true,
        },
        { name: 'pays back what came early', edits: [['if (days <= 0) return 0;', '']], fails: ['not late'] },
        { name: 'has no upper limit', edits: [[`Math.min(days * ${fee}, ${most})`, `days * ${fee}`]], fails: ['very late'] },
        {
          name: 'counts the first day too',
          edits: [['days * ', '(days + 1) * ']],
          fails: [
            'within a month',
            'over the end of a month',
            'over the end of February',
            'over the end of a year',
            'not late',
            'very late',
          ],
          isTriggered: true,
        },
      ],
    },
  }),
  forms: () => [{ language: 'javascript', kind: 'repair', level: 'easy', plants: 'counts months from 1' }],
});
