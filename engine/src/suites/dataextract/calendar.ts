/** Calendar days as YYYY-MM-DD. */
export type Day = string;

const dayMs = 86_400_000;
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: Day, days: number): Day => new Date(timeOf(day) + days * dayMs).toISOString().slice(0, 10);

export const weekdayOf = (day: Day): string => weekdays[new Date(timeOf(day)).getUTCDay()] as string;

/** The first day after `day` that is such a weekday. */
export const nextWeekday = (day: Day, weekday: string): Day => {
  for (let next = addDays(day, 1); ; next = addDays(next, 1)) if (weekdayOf(next) === weekday) return next;
};
