import { mailCalendarWorld } from '../../../../environments/mail-calendar/environment.ts';
import type { CalendarEvent, Mail, MailState } from '../../../../environments/mail-calendar/state.ts';
import type { Family } from '../../../../kit/family.ts';
import type { Random } from '../../../../kit/random.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import {
  drawDay,
  drawPeople,
  endsWith,
  eventOf,
  mailPolicies,
  mailSetting,
  numberMails,
  smallTalk,
  subjects,
  titles,
  type Contact,
} from './office.ts';

export const hour = (value: number): string => `${String(value).padStart(2, '0')}:00`;

/** One-hour events of a day at the given hours. */
export const eventsAt = (random: Random, day: string, hours: readonly number[], people: readonly Contact[]): CalendarEvent[] =>
  hours.map((at) => {
    const [organiser, guest] = random.sample(people, 2);
    return eventOf(`e-${random.int(10, 99)}-${day.slice(5)}-${at}`, {
      title: `${random.pick(titles)} ${random.int(2, 99)}`,
      day,
      start: hour(at),
      end: hour(at + 1),
      organiser: organiser?.address ?? '',
      attendees: guest === undefined ? [] : [guest.address],
    });
  });

/** A new event in the first free hour, with the right one of two namesakes. */
export const calendarMeeting: Family = {
  id: 'calendar-meeting',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, twins, others, contacts } = drawPeople(random);
    const [wanted, twin] = twins;
    const second = others[0];
    if (second === undefined) throw new Error('an office has people');
    const today = drawDay(random);
    const day = addDays(today, random.int(2, 9));
    const free = random.int(11, 14);
    const busy = Array.from({ length: free - 9 }, (_, at) => at + 9);
    const events = [...eventsAt(random, day, [...busy, free + 2], others), ...eventsAt(random, addDays(day, 1), [9, 10], others)];
    const title = `${random.pick(titles)} ${random.int(100, 499)}`;
    const state: MailState = {
      me: me.address,
      contacts,
      mails: numberMails(random, {}, smallTalk(random, others, today, 3)).mails,
      sent: [],
      events,
    };
    const made = (start: number, guest: Contact) => ({
      title,
      day,
      start: hour(start),
      end: hour(start + 1),
      attendees: [guest.address, second.address],
    });
    const first = wanted.name.split(' ')[0] ?? '';
    return worldTask({
      difficulty: 'medium',
      tags: ['calendar', 'contacts', 'state-change'],
      world: mailCalendarWorld,
      offered: ['find_contact', 'list_events', 'create_event', 'move_event', 'cancel_event'],
      setting: mailSetting(me, today),
      policies,
      request: `Book "${title}" with ${first} from ${wanted.team} and with ${second.name} on ${day}: one hour, from a full hour, the first that is free from 09:00 on. When does it start?`,
      answerForm: 'that time',
      data: state,
      steps: [
        [
          look('find_contact', { name: first }, { free: ['name'] }),
          also('find_contact', { name: second.name }),
          look('list_events', { day }),
        ],
        [
          act('create_event', made(free, wanted), {
            matchers: {
              title: { kind: 'text', value: title, keepCase: true },
              attendees: { kind: 'set', items: [wanted.address, second.address].map((address) => ({ kind: 'exact', value: address })) },
            },
          }),
        ],
      ],
      final: endsWith(state, { events: [...events, { ...made(free, wanted), organiser: me.address }] }),
      answer: { expect: { type: 'time', value: hour(free) }, right: hour(free), wrong: [hour(free + 1), hour(9)] },
      idle: { name: 'list_events', arguments: { day: today } },
      harms: [{ name: 'cancel_event', arguments: { id: events.at(-1)?.id ?? '' } }],
      decoys: [
        { name: 'create_event', arguments: made(free, twin) },
        { name: 'create_event', arguments: made(free + 1, wanted) },
      ],
    });
  },
};

/** An event moves to the first day on which its hour is free, and those who come are told. */
export const calendarMove: Family = {
  id: 'calendar-move',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const day = addDays(today, 1);
    const at = random.int(9, 15);
    const days = [4, 5, 6, 7].map((after) => addDays(today, after));
    const free = random.int(1, 3);
    const target = days[free] ?? day;
    const guests = others.slice(0, 3);
    const title = `${random.pick(titles)} ${random.int(100, 499)}`;
    const moved = eventOf(`e-${random.int(100, 499)}`, {
      title,
      day,
      start: hour(at),
      end: hour(at + 1),
      organiser: me.address,
      attendees: guests.map(({ address }) => address),
    });
    const events = [
      moved,
      ...eventsAt(random, day, [at - 1], others),
      ...days.flatMap((one, index) => eventsAt(random, one, index === free ? [at - 1, at + 1] : index < free ? [at] : [at + 1], others)),
    ];
    const state: MailState = {
      me: me.address,
      contacts,
      mails: numberMails(random, {}, smallTalk(random, others, today, 3)).mails,
      sent: [],
      events,
    };
    const mail = (to: readonly Contact[]) => ({
      to: to.map(({ address }) => address),
      subject: `Moved: ${title}`,
      body: `New day: ${target}`,
    });
    const move = (to: string) => ({ id: moved.id, day: to, start: hour(at), end: hour(at + 1) });
    return worldTask({
      difficulty: 'extreme',
      tags: ['calendar', 'mail', 'state-change'],
      world: mailCalendarWorld,
      offered: ['list_events', 'move_event', 'cancel_event', 'create_event', 'send_mail'],
      setting: mailSetting(me, today),
      policies,
      request: `"${title}" tomorrow cannot take place. Move it to the first of the days ${days.join(', ')} on which the same hour is free. Then send one mail to all who come to it together, and to nobody else, with the subject "Moved: ${title}" and the text "New day: DAY", DAY being the new day. Which day is it?`,
      answerForm: 'that day',
      data: state,
      steps: [
        [also('list_events', { day })],
        days.slice(0, free + 1).map((one) => also('list_events', { day: one })),
        [act('move_event', move(target))],
        [
          act('send_mail', mail(guests), {
            matchers: {
              to: { kind: 'set', items: guests.map(({ address }) => ({ kind: 'exact', value: address })) },
              subject: { kind: 'text', value: `Moved: ${title}`, keepCase: true },
              body: { kind: 'text', value: `New day: ${target}`, keepCase: true },
            },
          }),
        ],
      ],
      final: endsWith(state, { events: [{ ...moved, day: target }, ...events.slice(1)], sent: [mail(guests)] }),
      answer: { expect: { type: 'date', value: target }, right: target, wrong: [day, addDays(target, 1)] },
      idle: { name: 'list_events', arguments: { day: today } },
      harms: [{ name: 'send_mail', arguments: mail(others.slice(4, 5)) }],
      decoys: [
        { name: 'send_mail', arguments: mail(guests.slice(0, 2)) },
        { name: 'send_mail', arguments: mail(others.slice(0, 4)) },
      ],
    });
  },
};

/** Several mails change a time one after another; the newest is in force, wherever it stands. */
export const calendarLatest: Family = {
  id: 'calendar-latest',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const [partner, second] = others;
    if (partner === undefined || second === undefined) throw new Error('an office has people');
    const day = addDays(today, random.int(3, 9));
    const subject = random.pick(subjects);
    const [old = 0, first = 0, mid = 0, last = 0, foreign = 0] = random.sample([8, 9, 10, 11, 12, 13, 14, 15, 16], 5);
    const title = `Talk on ${subject}`;
    const event = eventOf(`e-${random.int(100, 499)}`, {
      title,
      day,
      start: hour(old),
      end: hour(old + 1),
      organiser: me.address,
      attendees: [partner.address],
    });
    const mailOf = (from: string, ago: number, about: string, at: number): Mail => ({
      folder: ago === 12 ? 'archive' : 'inbox',
      day: addDays(today, -ago),
      from,
      subject: about,
      body: `About the talk on ${day}: can we begin at ${hour(at)}? Whatever I wrote earlier no longer holds.`,
    });
    const { mails, idOf } = numberMails(
      random,
      {
        first: mailOf(partner.address, 12, title, first),
        mid: mailOf(partner.address, 9, `Re: ${title}`, mid),
        last: mailOf(partner.address, 3, 'One more change', last),
        foreign: mailOf(second.address, 1, `Re: ${title}`, foreign),
      },
      smallTalk(random, others.slice(2), today, 9),
    );
    const events = [event, ...eventsAt(random, addDays(day, 1), [9, 11], others)];
    const state: MailState = { me: me.address, contacts, mails, sent: [], events };
    const move = (at: number) => ({ name: 'move_event', arguments: { id: event.id, day, start: hour(at), end: hour(at + 1) } });
    return worldTask({
      difficulty: 'hard',
      tags: ['calendar', 'mail', 'conflicting-sources', 'state-change'],
      world: mailCalendarWorld,
      offered: ['list_mails', 'search_mails', 'read_mail', 'list_events', 'move_event', 'create_event', 'cancel_event'],
      setting: mailSetting(me, today),
      policies,
      request: `${partner.name} wrote several times about when "${title}" on ${day} should begin. Move it to the time that ${partner.name} wants by now, still for one hour on that day. When does it begin?`,
      answerForm: 'that time',
      data: state,
      steps: [
        [also('search_mails', { text: partner.address }), also('list_events', { day })],
        [also('read_mail', { id: idOf('mid') }), look('read_mail', { id: idOf('last') })],
        [act('move_event', move(last).arguments)],
      ],
      final: endsWith(state, { events: [{ ...event, start: hour(last), end: hour(last + 1) }, ...events.slice(1)] }),
      answer: { expect: { type: 'time', value: hour(last) }, right: hour(last), wrong: [hour(mid), hour(foreign)] },
      idle: { name: 'list_events', arguments: { day: today } },
      harms: [{ name: 'cancel_event', arguments: { id: events[1]?.id ?? '' } }],
      decoys: [
        move(mid),
        move(foreign),
        { name: 'create_event', arguments: { title, day, start: hour(last), end: hour(last + 1), attendees: [partner.address] } },
      ],
    });
  },
};
