import { mailCalendarWorld } from '../../../../environments/mail-calendar/environment.ts';
import type { CalendarEvent, MailState } from '../../../../environments/mail-calendar/state.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import { eventsAt } from './calendar.ts';
import { drawDay, drawPeople, endsWith, mailPolicies, mailSetting, numberMails, smallTalk } from './office.ts';

/** A week of absence: own events are cancelled, the organisers of the others are told. */
export const calendarAbsence: Family = {
  id: 'calendar-absence',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const first = addDays(today, random.int(5, 12));
    const days = [0, 1, 2, 3, 4].map((after) => addDays(first, after));
    const whole = days.flatMap((day) => eventsAt(random, day, random.sample([9, 11, 13, 15], 2), others));
    const ownAt = new Set(random.sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4));
    const during = whole.map((event, at) => (ownAt.has(at) ? { ...event, organiser: me.address } : event));
    const around = [...eventsAt(random, addDays(first, -1), [10], others), ...eventsAt(random, addDays(first, 5), [10], others)].map(
      (event) => ({ ...event, organiser: me.address }),
    );
    const events = [...during, ...around];
    const own = during.filter(({ organiser }) => organiser === me.address);
    const foreign = during.filter(({ organiser }) => organiser !== me.address);
    const state: MailState = {
      me: me.address,
      contacts,
      mails: numberMails(random, {}, smallTalk(random, others, today, 2)).mails,
      sent: [],
      events,
    };
    const mail = ({ organiser, title, day }: CalendarEvent) => ({
      to: [organiser],
      subject: `Absent on ${day}`,
      body: `${title} takes place without me.`,
    });
    const [lastForeign] = foreign.slice(-1);
    const busy = days[random.int(1, 4)] ?? first;
    if (lastForeign === undefined) throw new Error('six events of others were made');
    const textOf = (value: string) => ({ kind: 'text' as const, value, keepCase: true });
    return worldTask({
      difficulty: 'extreme',
      tags: ['calendar', 'mail', 'many-steps', 'recovery', 'state-change'],
      world: mailCalendarWorld,
      offered: ['list_events', 'cancel_event', 'move_event', 'send_mail', 'find_contact'],
      setting: mailSetting(me, today),
      policies,
      request: `I am away from ${first} to ${days.at(-1)}, both days included. Cancel every event of these days of which I am the organiser. The others stay as they are, but for each of them send one mail to its organiser alone, with the subject "Absent on DAY" and the text "TITLE takes place without me.", with the day and the title of that event. How many events did you cancel, and how many mails did you send?`,
      answerForm: 'both numbers, separated by a comma: the cancelled events first',
      data: state,
      faults: [{ tool: 'list_events', when: { day: busy }, times: 1, result: 'error: the calendar is being saved; try again' }],
      steps: [
        days.map((day) => (day === busy ? also('list_events', { day }) : look('list_events', { day }))),
        [look('list_events', { day: busy })],
        own.map(({ id }) => act('cancel_event', { id })),
        foreign.map((event) => {
          const { to, subject, body } = mail(event);
          return act('send_mail', { to, subject, body }, { matchers: { subject: textOf(subject), body: textOf(body) } });
        }),
      ],
      final: endsWith(state, { events: [...foreign, ...around], sent: foreign.map(mail) }),
      answer: {
        expect: { type: 'sequence', items: [String(own.length), String(foreign.length)] },
        right: `${own.length}, ${foreign.length}`,
        wrong: [`${foreign.length}, ${own.length}`, `${own.length + 1}, ${foreign.length}`],
      },
      idle: { name: 'list_events', arguments: { day: today } },
      harms: [
        { name: 'cancel_event', arguments: { id: around[0]?.id ?? '' } },
        { name: 'send_mail', arguments: { ...mail(lastForeign), to: [lastForeign.attendees[0] ?? ''] } },
      ],
      decoys: [{ name: 'cancel_event', arguments: { id: lastForeign.id } }],
      readsCanBeSkipped: true,
    });
  },
};
