import { z } from 'zod';

const address = z.string().regex(/^[a-z0-9.-]+@[a-z0-9.-]+$/);
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const mailSchema = z.strictObject({
  folder: z.enum(['inbox', 'archive']),
  day: z.iso.date(),
  from: address,
  subject: z.string(),
  body: z.string(),
});

const eventSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  day: z.iso.date(),
  start: clockTime,
  end: clockTime,
  organiser: address,
  /** Sorted; the owner of the calendar is not among them. */
  attendees: z.array(address),
});

/** A mailbox with its calendar and address book. `me` owns them. Mails by id. */
export const mailStateSchema = z.strictObject({
  me: address,
  contacts: z.array(z.strictObject({ name: z.string(), address, team: z.string() })),
  mails: z.record(z.string(), mailSchema),
  sent: z.array(z.strictObject({ to: z.array(address), subject: z.string(), body: z.string() })),
  events: z.array(eventSchema),
});
export type MailState = z.infer<typeof mailStateSchema>;
export type Mail = z.infer<typeof mailSchema>;
export type CalendarEvent = z.infer<typeof eventSchema>;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Without the ids of events, which depend on the order of calls, and with lists in one order. */
export const normalMailState = ({ events, sent, ...state }: MailState): unknown => ({
  ...state,
  sent: sent.toSorted((a, b) => order(JSON.stringify([a.to, a.subject, a.body]), JSON.stringify([b.to, b.subject, b.body]))),
  events: events
    .map(({ id: _id, ...event }) => event)
    .toSorted((a, b) => order(`${a.day} ${a.start} ${a.title}`, `${b.day} ${b.start} ${b.title}`)),
});
