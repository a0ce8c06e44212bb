import { mailCalendarWorld } from '../../../../environments/mail-calendar/environment.ts';
import { officeAheadHours } from '../../../../environments/mail-calendar/forms.ts';
import type { MailState } from '../../../../environments/mail-calendar/state.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import { eventsAt, hour } from './calendar.ts';
import { drawDay, drawPeople, endsWith, mailPolicies, mailSetting, numberMails, smallTalk, titles } from './office.ts';

/** The first look into the calendar gives notice that its times are from now on those of UTC. */
export const calendarZone: Family = {
  id: 'calendar-zone',
  size: 1,
  make: (random) => {
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const [day, later] = [addDays(today, random.int(2, 5)), addDays(today, random.int(6, 9))];
    const hoursFrom = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
    const from = random.int(9, 10);
    const to = random.int(from + 2, from + 4);
    const free = random.pick([10, 11, 12, 13].filter((start) => start !== to));
    // Two hours after each free hour is free as well: there the events end up whose times are taken for those of the office.
    const [moved, ...rest] = eventsAt(random, day, [...hoursFrom(from, to), to + 1], others);
    const busy = eventsAt(random, later, [...hoursFrom(9, free), free + 1], others);
    if (moved === undefined) throw new Error('the day has events');
    const title = `${random.pick(titles)} ${random.int(100, 499)}`;
    const state: MailState = {
      me: me.address,
      contacts,
      mails: numberMails(random, {}, smallTalk(random, others, today, 3)).mails,
      sent: [],
      events: random.shuffle([moved, ...rest, ...busy]),
    };
    const span = (start: number) => ({ start: hour(start), end: hour(start + 1) });
    const moving = (start: number) => ({ id: moved.id, day, ...span(start) });
    const making = (start: number) => ({ title, day: later, ...span(start), attendees: [] });
    const words = { title: { kind: 'text' as const, value: title, keepCase: true } };
    const [see, seeLater] = [also('list_events', { day }), look('list_events', { day: later })];
    return worldTask({
      difficulty: 'hard',
      tags: ['calendar', 'state-change', 'changed-form'],
      world: mailCalendarWorld,
      offered: ['list_events', 'create_event', 'move_event', 'cancel_event'],
      setting: `${mailSetting(me, today)} Every time that the user names or is told is a time of the office.`,
      policies: mailPolicies(random).policies,
      request: `Move "${moved.title}" on ${day} to the first full hour after it in which nothing else is on that day. Then book "${title}", one hour with nobody else, on ${later} in the first full hour from 09:00 on that is free. At which times do the two start then?`,
      answerForm: 'both times, separated by a comma: that of the moved event first',
      data: state,
      changes: [{ form: 'utc', tool: 'list_events' }],
      steps: [
        [see],
        [act('move_event', moving(to - officeAheadHours))],
        [seeLater],
        [act('create_event', making(free - officeAheadHours), { matchers: words })],
      ],
      final: endsWith(state, {
        events: [...rest, ...busy, { ...moved, ...span(to) }, { ...making(free), organiser: me.address }],
      }),
      answer: {
        expect: { type: 'sequence', items: [hour(to), hour(free)] },
        right: `${hour(to)}, ${hour(free)}`,
        wrong: [`${hour(to - officeAheadHours)}, ${hour(free - officeAheadHours)}`, `${hour(to + 1)}, ${hour(free)}`],
      },
      idle: { name: 'list_events', arguments: { day: today } },
      harms: [{ name: 'cancel_event', arguments: { id: rest[0]?.id ?? '' } }],
      decoys: [{ name: 'create_event', arguments: making(free) }],
      unchanged: [[see], [also('move_event', moving(to))], [seeLater], [also('create_event', making(free))]],
      readsCanBeSkipped: false,
    });
  },
};
