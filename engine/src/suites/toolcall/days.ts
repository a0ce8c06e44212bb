/** Calendar days as YYYY-MM-DD. */
export type Day = string;

const dayMs = 86_400_000;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = [
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

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(timeOf(day) + days * dayMs);

export const weekdayOf = (day: Day): string => weekdays[new Date(timeOf(day)).getUTCDay()] as string;

/** The first day after `day` that is such a weekday. */
export const firstAfter = (day: Day, weekday: string): Day => {
  for (let next = addDays(day, 1); ; next = addDays(next, 1)) if (weekdayOf(next) === weekday) return next;
};

export const lastOfNextMonth = (day: Day): Day => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 1, 0));

/** For example `3 June 2026`. */
export const spokenDay = (day: Day): string => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** For example `Wednesday, 3 June 2026`. */
export const fullDay = (day: Day): string => `${weekdayOf(day)}, ${spokenDay(day)}`;

export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** For example `2:05 pm`. */
export const spokenClock = (minutes: number): string =>
  `${((Math.floor(minutes / 60) + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${minutes < 720 ? 'am' : 'pm'}`;
