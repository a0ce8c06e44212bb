const msPerDay = 86_400_000;

/** A day such as `2026-03-05`. */
export type Day = string;

export const addDays = (day: Day, days: number): Day => new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10);

/** Days from `from` to `to`; below 0 where `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
