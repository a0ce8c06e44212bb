import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

type SqlValue = string | number | bigint | null | Uint8Array;

/** Leading arguments that are no time: the format of `strftime`. */
const timeFunctions = { date: 0, time: 0, datetime: 0, julianday: 0, unixepoch: 0, strftime: 1 } as const;

const fixed = (value: SqlValue, now: string): SqlValue => (typeof value === 'string' && /^\s*now\s*$/i.test(value) ? now : value);

const refuseMachineTime = (values: readonly SqlValue[]): void => {
  if (values.some((value) => typeof value === 'string' && /^\s*(?:localtime|utc)\s*$/i.test(value)))
    throw new Error('the modifiers localtime and utc are not available here: all times are in one time zone');
};

/** Makes SQL read `now` where it would read the machine's clock or time zone, so that the same call always gives the same result. */
export const stopClock = (database: DatabaseSyncInstance, now: string): void => {
  const calculator = new DatabaseSync(':memory:');
  const calculate = (name: string, values: readonly SqlValue[]): unknown =>
    Object.values(calculator.prepare(`select ${name}(${values.map(() => '?').join(', ')})`).get(...values) as Record<string, unknown>)[0];
  for (const [name, leading] of Object.entries(timeFunctions))
    database.function(name, { deterministic: true, varargs: true }, (...given: SqlValue[]) => {
      refuseMachineTime(given);
      const values = given.map((value) => fixed(value, now));
      return calculate(name, values.length <= leading ? [...values, now] : values);
    });
  database.function('timediff', { deterministic: true }, (left: SqlValue, right: SqlValue) =>
    calculate('timediff', [fixed(left, now), fixed(right, now)]),
  );
  for (const [name, part] of [
    ['current_date', 'date'],
    ['current_time', 'time'],
    ['current_timestamp', 'datetime'],
  ] as const)
    database.function(name, { deterministic: true }, () => calculate(part, [now]));
};
