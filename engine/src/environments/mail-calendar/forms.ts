import { WorldError, type WorldForm } from '../../kit/world/world.ts';
import { clockTime } from './state.ts';

/** Hours that the clocks of the office are ahead of UTC, on every day. */
export const officeAheadHours = 2;

const timed: ReadonlySet<string> = new Set(['list_events', 'create_event', 'move_event']);

const shifted = (time: string, hours: number): string => {
  const [hour = '', minute = ''] = time.split(':');
  return `${String((Number(hour) + hours + 24) % 24).padStart(2, '0')}:${minute}`;
};

const localOf = (time: unknown): string => {
  // What is no time at all is left to the tool, which says so.
  if (!clockTime.safeParse(time).success) return String(time);
  const utc = String(time);
  if (Number(utc.slice(0, 2)) + officeAheadHours >= 24) throw new WorldError(`${utc} UTC is on the next day in the office`);
  return shifted(utc, officeAheadHours);
};

/** Times of the calendar are those of UTC, in arguments and in results. */
const utc: WorldForm = {
  id: 'utc',
  notice: `from the next call on, the calendar shows and takes all times in UTC, and days stay those of the office. The clocks of the office are ${officeAheadHours} hours ahead of UTC, so that 10:00 in the office is ${shifted('10:00', -officeAheadHours)} UTC.`,
  given: (tool, given) => {
    if (!timed.has(tool) || !('start' in given)) return given;
    return { ...given, start: localOf(given['start']), end: localOf(given['end']) };
  },
  shown: (tool, content) =>
    timed.has(tool)
      ? content.replaceAll(
          /\b(\d\d:\d\d) to (\d\d:\d\d)\b/g,
          (_all, start: string, end: string) => `${shifted(start, -officeAheadHours)} to ${shifted(end, -officeAheadHours)} UTC`,
        )
      : content,
};

export const mailCalendarForms: readonly WorldForm[] = [utc];
