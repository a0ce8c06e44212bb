import { toolOf, type PlainTool } from '../../kit/world/plain-world.ts';
import { WorldError } from '../../kit/world/world.ts';
import { addressesOf, pageOf } from './mail-tools.ts';
import { clockTime, type CalendarEvent, type MailState } from './state.ts';

const contactsPerPage = 10;

const text = (description: string) => ({ type: 'string', description });
const day = text('YYYY-MM-DD');
const time = text('HH:MM on the 24-hour clock');
const eventId = text('id of an event, such as e-12');

const dayOf = (value: unknown): string => {
  const written = String(value);
  const read = new Date(`${written}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(written) || Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== written)
    throw new WorldError(`${JSON.stringify(written.slice(0, 40))} is no day of the form YYYY-MM-DD`);
  return written;
};

const timeOf = (value: unknown): string => {
  if (!clockTime.safeParse(value).success)
    throw new WorldError(`${JSON.stringify(String(value).slice(0, 40))} is no time of the form HH:MM`);
  return String(value);
};

const eventOf = ({ events }: MailState, id: unknown): CalendarEvent => {
  const event = events.find((one) => one.id === id);
  if (event === undefined) throw new WorldError(`there is no event ${JSON.stringify(String(id).slice(0, 80))}`);
  return event;
};

/** Throws when the times are turned round or another event lies in them. */
const checkPlace = ({ events }: MailState, event: CalendarEvent): void => {
  if (event.start >= event.end) throw new WorldError('the end must come after the start');
  const other = events.find(({ id, day: on, start, end }) => id !== event.id && on === event.day && start < event.end && event.start < end);
  if (other !== undefined) throw new WorldError(`the calendar is taken by "${other.title}" from ${other.start} to ${other.end}`);
};

const rowOf = ({ id, title, start, end, organiser, attendees }: CalendarEvent): string =>
  `${id} | ${start} to ${end} | ${title} | organiser ${organiser} | with ${attendees.join(', ') || 'nobody'}`;

export const calendarTools: readonly PlainTool<MailState>[] = [
  {
    definition: toolOf('find_contact', 'Finds people of the address book whose name contains a text in any case: name, address, team.', {
      name: text('a name or a part of it'),
      'page?': { type: 'integer', minimum: 1 },
    }),
    changes: false,
    run: ({ contacts }, { name, page }) => {
      const hits = contacts.filter((one) => one.name.toLowerCase().includes(String(name).toLowerCase()));
      if (hits.length === 0) return 'nobody of that name';
      return pageOf(
        hits.map(({ name: who, address, team }) => `${who} | ${address} | ${team}`),
        page,
        contactsPerPage,
      );
    },
  },
  {
    definition: toolOf('list_events', 'Lists the events of one day, by their start.', { day }),
    changes: false,
    run: ({ events }, given) => {
      const on = dayOf(given['day']);
      const found = events.filter((event) => event.day === on).toSorted((a, b) => (a.start < b.start ? -1 : 1));
      return found.length === 0 ? `no events on ${on}` : found.map(rowOf).join('\n');
    },
  },
  {
    definition: toolOf('create_event', 'Makes an event in the own calendar. Fails where another event lies in its time.', {
      title: text('one line'),
      day,
      start: time,
      end: time,
      attendees: { type: 'array', items: { type: 'string' }, description: 'mail addresses of the others' },
    }),
    changes: true,
    run: (state, given) => {
      const event: CalendarEvent = {
        id: `e-new-${state.events.length + 1}`,
        title: String(given['title']).trim(),
        day: dayOf(given['day']),
        start: timeOf(given['start']),
        end: timeOf(given['end']),
        organiser: state.me,
        attendees: addressesOf(state, given['attendees']),
      };
      while (state.events.some(({ id }) => id === event.id)) event.id += 'x';
      checkPlace(state, event);
      state.events.push(event);
      return `made ${event.id}`;
    },
  },
  {
    definition: toolOf('move_event', 'Moves an event to another time. Fails where another event lies there.', {
      id: eventId,
      day,
      start: time,
      end: time,
    }),
    changes: true,
    run: (state, given) => {
      const event = eventOf(state, given['id']);
      Object.assign(event, { day: dayOf(given['day']), start: timeOf(given['start']), end: timeOf(given['end']) });
      checkPlace(state, event);
      return `moved ${event.id} to ${event.day}, ${event.start} to ${event.end}`;
    },
  },
  {
    definition: toolOf('cancel_event', 'Cancels an event. Nobody is told.', { id: eventId }),
    changes: true,
    run: (state, { id }) => {
      const event = eventOf(state, id);
      state.events = state.events.filter((one) => one !== event);
      return `cancelled ${event.id}`;
    },
  },
];
