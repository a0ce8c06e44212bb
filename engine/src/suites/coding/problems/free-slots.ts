import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; opens: number; closes: number; pause: number };
type Span = [string, string];

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const solve = ({ opens, closes, pause }: Rule, args: Plain[]): Plain => {
  const [calendars, length] = args as unknown as [Span[][], number];
  const busy = calendars
    .flat()
    .map(([from, to]): [number, number] => [minutesOf(from) - pause, minutesOf(to) + pause])
    .toSorted((a, b) => a[0] - b[0]);
  const slots: string[][] = [];
  let at = opens * 60;
  for (const [from, to] of [...busy, [closes * 60, closes * 60] as const]) {
    const end = Math.min(from, closes * 60);
    if (end - at >= length) slots.push([timeOf(at), timeOf(end)]);
    at = Math.max(at, to);
  }
  return slots;
};

/** Marks every minute of the day. */
const check = ({ opens, closes, pause }: Rule, args: Plain[]): Plain => {
  const [calendars, length] = args as unknown as [Span[][], number];
  const isFree = Array.from({ length: 24 * 60 + 1 }, (_, minute) => minute >= opens * 60 && minute < closes * 60);
  for (const [from, to] of calendars.flat())
    for (let minute = Math.max(0, minutesOf(from) - pause); minute < minutesOf(to) + pause && minute < 1440; minute += 1)
      isFree[minute] = false;
  const slots: string[][] = [];
  let since: number | null = null;
  for (const [minute, free] of isFree.entries()) {
    if (free) since ??= minute;
    else if (since !== null) {
      if (minute - since >= length) slots.push([timeOf(since), timeOf(minute)]);
      since = null;
    }
  }
  return slots;
};

export const freeSlots = defineProblem<Rule>({
  id: 'free-slots',
  tags: ['intervals', 'time', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['free slots', 'common times', 'open hours', 'meeting times']),
    opens: random.int(7, 9),
    closes: random.int(16, 19),
    pause: random.pick([5, 10, 15]),
  }),
  name: ({ name }) => name,
  parameters: () => 'calendars, length',
  brief: ({ opens, closes, pause }, { list, text }) =>
    `\`calendars\` is a ${list} with one ${list} for each person: the appointments of one day as pairs \`[from, to]\` of ${text}s of the form "HH:MM", from before to, in any order; they may overlap and may lie outside the hours below. \`length\` is a whole number of minutes. Return all times at which everybody is free between ${timeOf(opens * 60)} and ${timeOf(closes * 60)} as a ${list} of pairs \`[from, to]\` of the same form, sorted by time and each as long as can be, but only those of at least \`length\` minutes. Everybody needs a pause of ${pause} minutes before and after each appointment, in which they are not free; no pause is needed at the start and the end of those hours.`,
  solve,
  check,
  tests: (random: Random, { opens, closes, pause }) => {
    const at = (hour: number, minute = 0) => timeOf(hour * 60 + minute);
    const m = () => random.int(1, 11) * 5;
    const later = (time: string, minutes: number) => timeOf(minutesOf(time) + minutes);
    const one = (): Span => [at(opens + 2, m()), at(opens + 4, m())];
    const two = (): Span => [at(opens + 5, m()), at(opens + 6, m())];
    const exact = (more: number): Plain[] => {
      const [from, to] = one();
      const length = random.int(7, 10) * 5;
      const next = later(to, length + 2 * pause + more);
      return [
        [
          [
            [at(0), from],
            [from, to],
          ],
          [[next, at(23)]],
        ],
        length,
      ];
    };
    return [
      {
        name: 'one person',
        calls: [
          [[[one(), two()]], 13],
          [[[one()]], 30],
        ],
      },
      {
        name: 'several persons',
        calls: [
          [[[one()], [two()]], 13],
          [[[two()], [one()], []], 13],
        ],
      },
      {
        name: 'appointments in any order',
        calls: [
          [[[two(), one()]], 13],
          [[[[at(closes - 1, 58), at(closes, 30)], two(), one()]], 13],
        ],
      },
      {
        name: 'an appointment inside another',
        calls: [
          [[[[at(opens + 1), at(opens + 6)]], [[at(opens + 2), at(opens + 3)]]], 10],
          [
            [
              [
                [at(opens + 1), at(opens + 5, m())],
                [at(opens + 2), at(opens + 2, 30)],
              ],
            ],
            15,
          ],
        ],
      },
      {
        name: 'outside the hours',
        calls: [
          [
            [
              [
                [at(opens - 3), at(opens - 2)],
                [at(closes + 1), at(closes + 2)],
              ],
            ],
            10,
          ],
          [
            [
              [
                [at(opens - 1), at(opens, m())],
                [at(closes - 1, m()), at(closes + 1)],
              ],
            ],
            10,
          ],
          [[[[at(closes), at(closes + 1)]]], 10],
        ],
      },
      { name: 'just long enough', calls: [exact(0), exact(0)] },
      { name: 'just too short', calls: [exact(-1), exact(0)] },
      {
        name: 'all free and never free',
        calls: [
          [[], 30],
          [[[[at(opens - 2), at(closes + 1)]]], 5],
          [[[]], 60 * (closes - opens)],
          [[[]], 60 * (closes - opens) + 1],
        ],
      },
    ];
  },
  programs: ({ opens, closes, pause }, entry) => ({
    python: {
      right: [
        `OPENS = ${opens * 60}
CLOSES = ${closes * 60}
PAUSE = ${pause}

def minutes(time):
    hours, rest = time.split(":")
    return int(hours) * 60 + int(rest)

def clock(value):
    return f"{value // 60:02d}:{value % 60:02d}"

def ${entry}(calendars, length):
    busy = []
    for calendar in calendars:
        for start, end in calendar:
            busy.append((minutes(start) - PAUSE, minutes(end) + PAUSE))
    busy.sort()
    slots = []
    at = OPENS
    for start, end in busy:
        until = min(start, CLOSES)
        if until - at >= length:
            slots.append([clock(at), clock(until)])
        at = max(at, end)
    if CLOSES - at >= length:
        slots.append([clock(at), clock(CLOSES)])
    return slots`,
        `from itertools import groupby

def ${entry}(calendars, length):
    def number(time):
        return int(time[:2]) * 60 + int(time[3:])

    taken = set()
    for calendar in calendars:
        for start, end in calendar:
            taken.update(range(number(start) - ${pause}, number(end) + ${pause}))
    result = []
    for free, group in groupby(range(${opens * 60}, ${closes * 60}), key=lambda minute: minute not in taken):
        part = list(group)
        if free and len(part) >= length:
            times = (part[0], part[-1] + 1)
            result.append(["%02d:%02d" % divmod(time, 60) for time in times])
    return result`,
      ],
      faults: [
        {
          name: 'the end of the last appointment counts',
          edits: [['at = max(at, end)', 'at = end']],
          fails: ['an appointment inside another', 'outside the hours'],
        },
        {
          name: 'just long enough is too short',
          edits: [['until - at >= length', 'until - at > length']],
          fails: ['just long enough', 'just too short'],
        },
        {
          name: 'no pause before',
          edits: [['minutes(start) - PAUSE', 'minutes(start)']],
          fails: [
            'one person',
            'several persons',
            'appointments in any order',
            'an appointment inside another',
            'outside the hours',
            'just long enough',
            'just too short',
          ],
        },
        { name: 'does not sort', edits: [['    busy.sort()\n', '']], fails: ['several persons', 'appointments in any order'] },
      ],
    },
    javascript: {
      right: [
        `const OPENS = ${opens * 60};
const CLOSES = ${closes * 60};
const PAUSE = ${pause};

function minutes(time) {
  const [hours, rest] = time.split(':').map(Number);
  return hours * 60 + rest;
}

function clock(value) {
  return String(Math.floor(value / 60)).padStart(2, '0') + ':' + String(value % 60).padStart(2, '0');
}

function ${entry}(calendars, length) {
  const busy = calendars
    .flat()
    .map(([start, end]) => [minutes(start) - PAUSE, minutes(end) + PAUSE])
    .sort((a, b) => a[0] - b[0]);
  const slots = [];
  let at = OPENS;
  for (const [start, end] of busy) {
    const until = Math.min(start, CLOSES);
    if (until - at >= length) slots.push([clock(at), clock(until)]);
    at = Math.max(at, end);
  }
  if (CLOSES - at >= length) slots.push([clock(at), clock(CLOSES)]);
  return slots;
}`,
        `const ${entry} = (calendars, length) => {
  const number = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const text = (minute) => new Date(minute * 60000).toISOString().slice(11, 16);
  const free = new Array(1441).fill(false).fill(true, ${opens * 60}, ${closes * 60});
  for (const calendar of calendars) {
    for (const [start, end] of calendar) free.fill(false, Math.max(0, number(start) - ${pause}), number(end) + ${pause});
  }
  const result = [];
  for (let from = 0; from < free.length; from++) {
    if (!free[from]) continue;
    const to = free.indexOf(false, from);
    if (to - from >= length) result.push([text(from), text(to)]);
    from = to;
  }
  return result;
};`,
      ],
      faults: [
        {
          name: 'the end of the last appointment counts',
          edits: [['at = Math.max(at, end)', 'at = end']],
          fails: ['an appointment inside another', 'outside the hours'],
        },
        {
          name: 'just long enough is too short',
          edits: [['until - at >= length', 'until - at > length']],
          fails: ['just long enough', 'just too short'],
        },
        {
          name: 'forgets the last slot',
          edits: [['  if (CLOSES - at >= length) slots.push([clock(at), clock(CLOSES)]);\n', '']],
          fails: [
            'one person',
            'several persons',
            'appointments in any order',
            'an appointment inside another',

            'all free and never free',
          ],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'javascript', kind: 'write', level: 'extreme' },
  ],
});
