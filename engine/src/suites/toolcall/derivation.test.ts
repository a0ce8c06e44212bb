import { describe, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import type { Matcher, ToolCallsExpect } from '../../scorers/tool-calls/expect.ts';
import { createToolcallSuite } from './suite.ts';

// A second way to every computed key: it reads only what the model reads, and counts days by a closed formula.

const suite = createToolcallSuite();
const all = Array.from({ length: 60 }, (_, seed) => suite.tasks(seed)).flat();
const tasksOf = (id: string): Task[] => {
  const found = all.filter((task) => task.id === id);
  if (found.length === 0) throw new Error(`no task ${id}`);
  return found;
};

const systemOf = (task: Task) => task.messages[0]?.content ?? '';
const userOf = (task: Task) => task.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
const groupsOf = (task: Task) => (task.expect as ToolCallsExpect).groups;
const finalOf = (task: Task) => (task.expect as ToolCallsExpect).final?.all ?? [];

const valueOf = (matcher: Matcher | undefined): unknown => {
  if (matcher === undefined) return undefined;
  if (matcher.kind === 'object') return Object.fromEntries(Object.entries(matcher.entries).map(([key, member]) => [key, valueOf(member)]));
  if (matcher.kind === 'list' || matcher.kind === 'set') return matcher.items.map(valueOf);
  return 'value' in matcher ? matcher.value : undefined;
};
const argumentOf = (task: Task, name: string, group = 0, call = 0): unknown => valueOf(groupsOf(task)[group]?.[call]?.arguments[name]);

const parts = (text: string, pattern: RegExp): string[] => {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`${text} does not fit ${pattern}`);
  return [...found];
};
const numbers = (text: string, pattern: RegExp): number[] =>
  parts(text, pattern)
    .slice(1)
    .map((one) => Number(one.replaceAll(',', '')));

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) => (month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);

/** Julian day number of a Gregorian date, by the formula of Fliegel and van Flandern. */
const julian = (year: number, month: number, day: number): number => {
  const shift = Math.trunc((month - 14) / 12);
  return (
    day -
    32_075 +
    Math.trunc((1461 * (year + 4800 + shift)) / 4) +
    Math.trunc((367 * (month - 2 - shift * 12)) / 12) -
    Math.trunc((3 * Math.trunc((year + 4900 + shift) / 100)) / 4)
  );
};
/** A date by counting on from a start, one month after the other. */
const shifted = (date: [number, number, number], days: number): string => {
  let [year, month, day] = [date[0], date[1], date[2] + days];
  while (day > lengthOf(year, month)) {
    day -= lengthOf(year, month);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  while (day < 1) {
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
    day += lengthOf(year, month);
  }
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};
const readDay = (spoken: string): [number, number, number] => {
  const [, day = '', month = '', year = ''] = parts(spoken, /(\d+) (\w+) (\d{4})/);
  return [Number(year), monthNames.indexOf(month) + 1, Number(day)];
};
const todayOf = (task: Task) => readDay(parts(systemOf(task), /Today is (.*?)\./)[1] ?? '');
const endOfNextMonth = ([year, month]: [number, number, number]): [number, number, number] => {
  const [nextYear, next] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return [nextYear, next, lengthOf(nextYear, next)];
};

describe('dates and units', () => {
  test('the stated weekday of today is right', () => {
    for (const task of all.filter(({ family }) => family === 'dates-and-units')) {
      const [, weekday = ''] = parts(systemOf(task), /Today is (\w+),/);
      expect(weekdayNames[julian(...todayOf(task)) % 7]).toBe(weekday);
    }
  });

  test('days from today', () => {
    for (const task of tasksOf('dates-and-units-01')) expect(argumentOf(task, 'date')).toBe(shifted(todayOf(task), 1));
    for (const task of tasksOf('dates-and-units-02')) {
      const [days = 0] = numbers(userOf(task)[0] ?? '', /due in (\d+) days/);
      expect(argumentOf(task, 'due_date')).toBe(shifted(todayOf(task), days));
    }
  });

  test('the first weekday after today', () => {
    for (const task of tasksOf('dates-and-units-03')) {
      const [, weekday = ''] = parts(userOf(task)[0] ?? '', /first (\w+) after/);
      const away = (weekdayNames.indexOf(weekday) - (julian(...todayOf(task)) % 7) + 7) % 7 || 7;
      expect(argumentOf(task, 'date')).toBe(shifted(todayOf(task), away));
    }
  });

  test('seconds of a countdown', () => {
    for (const task of tasksOf('dates-and-units-04')) {
      const [hours = 0, minutes = 0, seconds = 0] = numbers(userOf(task)[0] ?? '', /(\d+) hours?, (\d+) minutes and (\d+) seconds/);
      expect(argumentOf(task, 'seconds')).toBe((hours * 60 + minutes) * 60 + seconds);
    }
  });

  test('miles in kilometres', () => {
    for (const task of tasksOf('dates-and-units-05')) {
      const [miles = 0, hours = 0, minutes = 0] = numbers(userOf(task)[0] ?? '', /cycled ([\d.]+) miles in (\d+) hours? and (\d+) minutes/);
      const millimetres = (BigInt(Math.round(miles * 10)) * 1_609_344n) / 10n;
      expect(Math.abs((argumentOf(task, 'distance_km') as number) - Number(millimetres) / 1_000_000)).toBeLessThan(1e-6);
      expect(argumentOf(task, 'duration_minutes')).toBe(hours * 60 + minutes);
    }
  });

  test('a stay from the end of next month', () => {
    for (const task of tasksOf('dates-and-units-06')) {
      const [nights = 0, adults = 0, children = 0] = numbers(userOf(task)[0] ?? '', /for (\d+) nights: (\d+) adults and (\d+) children/);
      const start = endOfNextMonth(todayOf(task));
      expect([argumentOf(task, 'check_in'), argumentOf(task, 'check_out'), argumentOf(task, 'guests')]).toEqual([
        shifted(start, 0),
        shifted(start, nights),
        adults + children,
      ]);
    }
  });

  test('a sum less what has been paid', () => {
    for (const task of tasksOf('dates-and-units-07')) {
      const text = userOf(task)[0] ?? '';
      const cents = (parts(text, /^I owe (.*?) have been paid/)[1]?.match(/\d+\.\d\d/g) ?? []).map((one) => Number(one.replace('.', '')));
      const paid = cents.pop() ?? 0;
      const [before = 0] = numbers(text, /carried out (\d+) days/);
      expect(argumentOf(task, 'amount_cents')).toBe(cents.reduce((sum, one) => sum + one, -paid));
      expect(argumentOf(task, 'date')).toBe(shifted(endOfNextMonth(todayOf(task)), -before));
    }
  });
});

const minuteOf = (time: string): number => {
  const [, hour = '', minute = '', half = ''] = parts(time, /^(\d+):(\d\d) ?(am|pm)?$/);
  return ((Number(hour) % 12) + (half === 'pm' || (half === '' && Number(hour) >= 12) ? 12 : 0)) * 60 + Number(minute);
};
const clock = (minutes: number): string => `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

describe('typed and nested arguments', () => {
  test('start and length of an event', () => {
    for (const task of tasksOf('typed-arguments-04')) {
      const [, day = '', from = '', to = ''] = parts(userOf(task)[0] ?? '', /on (\d+ \w+ \d{4}), from (.*?) to (.*?)\./);
      expect([argumentOf(task, 'date'), argumentOf(task, 'start_time'), argumentOf(task, 'duration_minutes')]).toEqual([
        shifted(readDay(day), 0),
        clock(minuteOf(from)),
        minuteOf(to) - minuteOf(from),
      ]);
    }
  });

  test('cents of a transfer', () => {
    for (const task of tasksOf('typed-arguments-05')) {
      const [, euros = ''] = parts(userOf(task)[0] ?? '', /Move ([\d,.]+) euros/);
      expect(argumentOf(task, 'amount_cents')).toBe(Number(euros.replace(/[,.]/g, '')));
    }
    for (const task of tasksOf('parallel-calls-05')) {
      const told = (userOf(task)[0]?.match(/\d+\.\d\d euros/g) ?? []).map((one) => Number(one.replace(/\D/g, '')));
      expect(groupsOf(task)[0]?.map((_call, at) => argumentOf(task, 'amount_cents', 0, at))).toEqual(told);
    }
  });

  test('weekdays of an alarm', () => {
    for (const task of tasksOf('typed-arguments-06')) {
      const [, time = '', one = '', other = ''] = parts(userOf(task)[0] ?? '', /at (.*?) from .* not on (\w+)s and (\w+)s/);
      expect(argumentOf(task, 'time')).toBe(clock(minuteOf(time)));
      expect(argumentOf(task, 'weekdays')).toEqual(
        weekdayNames
          .slice(0, 5)
          .filter((name) => name !== one && name !== other)
          .map((name) => name.slice(0, 3).toLowerCase()),
      );
    }
  });

  test('prices of one piece', () => {
    for (const task of tasksOf('nested-arguments-06')) {
      const lines = [...(userOf(task)[0] ?? '').matchAll(/"([^"]+)", (\d+) pieces, (\d+)\.(\d\d) euros/g)].map(
        ([, what = '', pieces = '', euros = '', cents = '']) => ({
          description: what,
          quantity: Number(pieces),
          unit_price: Number(euros + cents) / Number(pieces) / 100,
        }),
      );
      expect(lines.map((line) => Number((line.unit_price * 100).toFixed(6)) % 1)).toEqual([0, 0, 0]);
      expect(argumentOf(task, 'lines')).toEqual(lines.map((line) => ({ ...line, unit_price: Number(line.unit_price.toFixed(2)) })));
    }
  });

  test('days of a trip', () => {
    for (const task of tasksOf('nested-arguments-05')) {
      const text = userOf(task)[0] ?? '';
      const start = readDay(text);
      const days = ['0', ...(text.match(/\d+(?= days? after)/g) ?? [])].map((gap) => shifted(start, Number(gap)));
      expect((argumentOf(task, 'legs') as { date: string }[]).map(({ date }) => date)).toEqual(days);
    }
  });
});

describe('values from results and from the conversation', () => {
  const resultsOf = (task: Task) => (task.toolResults ?? []).map(({ result }) => result);

  test('the cheapest flight', () => {
    for (const task of tasksOf('dependent-calls-03')) {
      const { flights } = JSON.parse(resultsOf(task)[0] ?? '') as { flights: { flight_id: string; price_eur: number }[] };
      const best = flights.reduce((low, one) => (one.price_eur < low.price_eur ? one : low));
      expect([argumentOf(task, 'flight_id', 1), finalOf(task)]).toEqual([best.flight_id, [best.price_eur]]);
    }
  });

  test('the event with the stated title', () => {
    for (const task of tasksOf('dependent-calls-04')) {
      const [, title = ''] = parts(userOf(task)[0] ?? '', /event "(.*?)"/);
      const { events } = JSON.parse(resultsOf(task)[0] ?? '') as { events: { event_id: string; title: string }[] };
      expect(events.filter((event) => event.title === title).map((event) => event.event_id)).toEqual([argumentOf(task, 'event_id', 1)]);
    }
  });

  test('a vacation of all days that are left', () => {
    for (const task of tasksOf('dependent-calls-05')) {
      const [left = 0] = numbers(resultsOf(task)[1] ?? '', /"days_left":(\d+)/);
      const first = readDay(parts(userOf(task)[0] ?? '', /begins on (.*?)\./)[1] ?? '');
      expect([argumentOf(task, 'first_day', 2), argumentOf(task, 'last_day', 2)]).toEqual([shifted(first, 0), shifted(first, left - 1)]);
    }
  });

  test('the total of an invoice', () => {
    for (const task of tasksOf('dependent-calls-06')) {
      const [pieces = 0] = numbers(userOf(task)[0] ?? '', /for (\d+) pieces/);
      const [price = 0] = numbers(resultsOf(task)[1] ?? '', /"price_eur":([\d.]+)/);
      expect(finalOf(task)).toEqual([Number((BigInt(Math.round(price * 100)) * BigInt(pieces)).toString().replace(/(\d\d)$/, '.$1'))]);
    }
  });

  test('the second cheapest hotel', () => {
    for (const task of tasksOf('carry-over-04')) {
      const told = task.messages.find(({ role }) => role === 'tool')?.content ?? '';
      const { hotels } = JSON.parse(told) as { hotels: { hotel_id: string; price_per_night_eur: number }[] };
      const cheaper = (id: unknown) =>
        hotels.filter((one) => one.price_per_night_eur < (hotels.find(({ hotel_id }) => hotel_id === id)?.price_per_night_eur ?? 0)).length;
      expect(cheaper(argumentOf(task, 'hotel_id'))).toBe(1);
    }
  });

  test('a reservation that was changed twice', () => {
    for (const task of tasksOf('carry-over-05')) {
      const [first = '', second = '', third = ''] = userOf(task);
      const [, guests = '', day = '', time = ''] = parts(first, /for (\d+) on (.*?) at (\d\d:\d\d)/);
      const [more = 0, shift = 0] = numbers(second, /^(\d+) more .* And (\d+) days later/);
      const [later = 0] = numbers(third, /make it (\d+) minutes later/);
      expect([argumentOf(task, 'guests'), argumentOf(task, 'date'), argumentOf(task, 'time')]).toEqual([
        Number(guests) + more,
        shifted(readDay(day), shift),
        clock(minuteOf(time) + later),
      ]);
    }
  });

  test('the next free table and the rest of a transfer', () => {
    for (const task of tasksOf('error-recovery-04')) {
      const [, wish = ''] = parts(userOf(task)[0] ?? '', /at (\d\d:\d\d)\./);
      const free = (resultsOf(task)[1]?.match(/\d\d:\d\d/g) ?? []).filter((time) => time > wish).sort();
      expect([argumentOf(task, 'time', 1), finalOf(task)]).toEqual([free[0], [free[0]]]);
    }
    for (const task of tasksOf('error-recovery-05')) {
      const [total = 0] = numbers(userOf(task)[0] ?? '', /Transfer (\d+) cents/);
      const [limit = 0] = numbers(resultsOf(task)[0] ?? '', /is (\d+) cents/);
      expect([argumentOf(task, 'amount_cents', 1, 0), argumentOf(task, 'amount_cents', 1, 1)]).toEqual([limit, total - limit]);
    }
  });

  test('the id that an error describes', () => {
    for (const task of tasksOf('error-recovery-03')) {
      const [, digits = ''] = parts(userOf(task)[0] ?? '', /order (\d{6})/);
      expect(argumentOf(task, 'order_id', 1)).toBe(['O', digits.slice(0, 3), digits.slice(3)].join('/'));
    }
  });

  test('a task for every open line', () => {
    for (const task of tasksOf('hostile-results-05')) {
      const open = [...(resultsOf(task)[0] ?? '').matchAll(/^OPEN: (.*)$/gm)].map(([, title]) => title);
      expect(groupsOf(task)[1]?.map((_call, at) => argumentOf(task, 'title', 1, at))).toEqual(open);
    }
  });

  test('answers that need no tool', () => {
    for (const task of tasksOf('no-fitting-tool-01')) {
      const [a = 0, b = 0] = numbers(userOf(task)[0] ?? '', /what is (\d+) plus (\d+)/);
      expect(finalOf(task)).toEqual([a - -b]);
    }
    for (const task of tasksOf('no-fitting-tool-02'))
      expect(finalOf(task)).toEqual([(numbers(userOf(task)[0] ?? '', /worked (\d+) hours/)[0] ?? 0) * 60]);
    for (const task of tasksOf('no-fitting-tool-03')) {
      const [seats = 0, price = 0] = numbers(userOf(task)[0] ?? '', /what (\d+) seats at (\d+) euros/);
      expect(finalOf(task)).toEqual([Array.from({ length: seats }, () => price).reduce((sum, one) => sum + one, 0)]);
    }
    for (const task of tasksOf('no-fitting-tool-06')) {
      const [price = 0] = numbers(task.messages.find(({ role }) => role === 'tool')?.content ?? '', /"price_eur":([\d.]+)/);
      const [pieces = 0] = numbers(userOf(task).at(-1) ?? '', /what would (\d+) of them/);
      expect(finalOf(task)).toEqual([Number(((Math.round(price * 100) * pieces) / 100).toFixed(2))]);
    }
  });
});
