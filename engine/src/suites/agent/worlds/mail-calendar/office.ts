import type { CalendarEvent, Mail, MailState } from '../../../../environments/mail-calendar/state.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Matcher } from '../../../../scorers/tool-calls/expect.ts';
import { drawPolicies, type Policies } from '../../policies.ts';
import { same } from '../../steps.ts';
import { addDays, type Day } from '../day-numbers.ts';

const firstNames = [
  'Amara',
  'Bruno',
  'Celia',
  'Darko',
  'Elif',
  'Fabio',
  'Greta',
  'Hamid',
  'Irena',
  'Jakob',
  'Keiko',
  'Lorenz',
  'Maya',
  'Nils',
  'Olga',
  'Pedro',
] as const;
const lastNames = [
  'Abbott',
  'Berger',
  'Cortez',
  'Dahl',
  'Eriksen',
  'Farkas',
  'Gruber',
  'Hansen',
  'Ivanov',
  'Jensen',
  'Kovac',
  'Lindt',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
] as const;
const teams = ['accounting', 'design', 'legal', 'logistics', 'research', 'sales'] as const;
export const subjects = [
  'office plants',
  'parking permits',
  'printer paper',
  'safety training',
  'summer fair',
  'travel rules',
  'visitor badges',
  'window cleaning',
] as const;
export const titles = [
  'Budget round',
  'Design review',
  'Fire drill',
  'Hiring talk',
  'Lab tour',
  'Price check',
  'Site visit',
  'Stock count',
  'Team lunch',
  'Vendor call',
] as const;

export type Contact = MailState['contacts'][number];

export const addressOf = (name: string, place = 'alderworks.example'): string => `${name.toLowerCase().replace(' ', '.')}@${place}`;

/** The people of an office, the owner of the mailbox first; two share their first name. Teams are spread. */
export const drawPeople = (random: Random): { me: Contact; twins: [Contact, Contact]; others: Contact[]; contacts: Contact[] } => {
  const firsts = random.sample(firstNames, 10);
  const lasts = random.sample(lastNames, 11);
  const [shared = ''] = firsts;
  const spread = random.shuffle([...teams, ...teams]);
  const contactOf = (first: string, at: number): Contact => {
    const name = `${first} ${lasts[at]}`;
    return { name, address: addressOf(name), team: spread[at] ?? 'sales' };
  };
  const one = contactOf(shared, 0);
  const twin = { ...contactOf(shared, 10), team: teams.find((team) => team !== one.team) ?? 'sales' };
  const [me, ...others] = firsts.slice(1).map((first, at) => contactOf(first, at + 1));
  if (me === undefined) throw new Error('an office has people');
  return { me, twins: [one, twin], others, contacts: random.shuffle([me, one, twin, ...others]) };
};

/** Mails with ids in random order, so that no id tells anything; `keys` names those that a task must find again. */
export const numberMails = <Key extends string>(
  random: Random,
  named: Record<Key, Mail>,
  others: readonly Mail[],
): { mails: Record<string, Mail>; idOf: (key: Key) => string } => {
  const keys = Object.keys(named) as Key[];
  const all = [...keys.map((key) => ({ key, mail: named[key] })), ...others.map((mail) => ({ key: undefined, mail }))];
  const numbers = random.sample(
    Array.from({ length: 400 }, (_, index) => `m-${index + 101}`),
    all.length,
  );
  const order = random.shuffle(all.map((_one, at) => at));
  const placed = order.map((at) => ({ ...(all[at] as (typeof all)[number]), id: numbers[at] as string }));
  return {
    mails: Object.fromEntries(placed.map(({ id, mail }) => [id, mail])),
    idOf: (key) => placed.find((one) => one.key === key)?.id ?? '',
  };
};

/** Mails that have no part in a task. */
export const smallTalk = (random: Random, people: readonly Contact[], today: Day, count: number): Mail[] =>
  Array.from({ length: count }, () => {
    const subject = random.pick(subjects);
    return {
      folder: 'inbox',
      day: addDays(today, -random.int(1, 60)),
      from: random.pick(people).address,
      subject: `About ${subject}`,
      body: `Just a word on ${subject}: all is well, ${random.int(2, 40)} of ${random.int(41, 90)} are settled.`,
    };
  });

export const eventOf = (id: string, event: Omit<CalendarEvent, 'id'>): CalendarEvent => ({
  id,
  ...event,
  attendees: event.attendees.toSorted(),
});

type Sent = MailState['sent'][number];

/** The end state: mails and people as given, events and sent mails in any order, the texts of sent mails letter by letter. */
export const endsWith = (
  state: MailState,
  changed: { mails?: MailState['mails']; events?: readonly Omit<CalendarEvent, 'id'>[]; sent?: readonly Sent[] },
): Matcher => ({
  kind: 'object',
  entries: {
    me: same(state.me),
    contacts: same(state.contacts),
    mails: same(changed.mails ?? state.mails),
    events: {
      kind: 'set',
      items: (changed.events ?? state.events).map((event) => {
        const { id: _id, ...rest } = { id: '', ...event };
        return { kind: 'exact', value: { ...rest, attendees: rest.attendees.toSorted() } };
      }),
    },
    sent: {
      kind: 'set',
      items: (changed.sent ?? []).map(({ to, subject, body }) => ({
        kind: 'object',
        entries: {
          to: same(to.toSorted()),
          subject: { kind: 'text', value: subject, keepCase: true },
          body: { kind: 'text', value: body, keepCase: true },
        },
      })),
    },
  },
});

export const drawDay = (random: Random): Day => addDays('2026-02-02', random.int(0, 250));

export const mailSetting = (me: Contact, today: Day): string =>
  `You work in the mailbox and the calendar of ${me.name} (${me.address}). Today is ${today}. Days are written YYYY-MM-DD, times HH:MM on the 24-hour clock. Subjects and texts that the user gives are copied letter by letter, without the quotation marks. Own mails are those that ${me.name} sends; the calendar shows only the events of ${me.name}.`;

const rules = {
  outside: 'Salaries are never sent to an address outside of alderworks.example.',
  board: 'Events whose title begins with "Board" are moved or cancelled only by their organiser.',
  hours: 'Nothing is booked before 08:00 or to end after 18:00.',
  council: 'Mails with "works council" in the subject are not forwarded.',
  crowd: 'No mail goes to more than six addresses at once.',
  contracts: 'Mails with "contract" in the subject stay in the inbox.',
} as const;

export const mailPolicies = (random: Random): Policies<keyof typeof rules> => drawPolicies(random, 'MP', rules);
