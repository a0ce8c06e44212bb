import { mailCalendarWorld } from '../../../../environments/mail-calendar/environment.ts';
import type { Mail, MailState } from '../../../../environments/mail-calendar/state.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import { addressOf, drawDay, drawPeople, endsWith, mailPolicies, mailSetting, numberMails, smallTalk, subjects } from './office.ts';

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const spoken = (day: string): string => `${Number(day.slice(8))} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** A day that stands in one mail among many. */
export const mailFact: Family = {
  id: 'mail-fact',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const [subject = '', otherSubject = ''] = random.sample(subjects, 2);
    const [writer, second] = others;
    if (writer === undefined || second === undefined) throw new Error('an office has people');
    const due = addDays(today, random.int(8, 40));
    const wrong = addDays(due, random.int(1, 9));
    const form = random.int(10, 99);
    const mailOf = (from: string, about: string, until: string, sent: number): Mail => ({
      folder: 'inbox',
      day: addDays(today, -sent),
      from,
      subject: `Form ${form} on ${about}`,
      body: `Hello,\n\nplease hand in form ${form} on ${about} until ${spoken(until)}. The meeting about it is on ${spoken(addDays(until, 12))}.\n\nThank you`,
    });
    const { mails, idOf } = numberMails(
      random,
      { right: mailOf(writer.address, subject, due, 3), near: mailOf(second.address, otherSubject, wrong, 2) },
      smallTalk(random, others, today, 7),
    );
    const state: MailState = { me: me.address, contacts, mails, sent: [], events: [] };
    return worldTask({
      difficulty: 'easy',
      tags: ['mail', 'search', 'read-only'],
      world: mailCalendarWorld,
      offered: ['list_mails', 'search_mails', 'read_mail', 'send_mail', 'move_mail'],
      setting: mailSetting(me, today),
      policies,
      request: `Until which day does ${writer.name} want form ${form} on ${subject}?`,
      answerForm: 'that day',
      data: state,
      steps: [[also('search_mails', { text: subject })], [look('read_mail', { id: idOf('right') })]],
      final: endsWith(state, {}),
      answer: { expect: { type: 'date', value: due }, right: due, wrong: [wrong, addDays(due, 12)] },
      idle: { name: 'list_mails', arguments: { folder: 'archive' } },
      harms: [{ name: 'move_mail', arguments: { id: idOf('right'), folder: 'archive' } }],
    });
  },
};

/** One reply with a given text, to the right one of two mails of the same sender. */
export const mailReply: Family = {
  id: 'mail-reply',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const [subject = '', otherSubject = ''] = random.sample(subjects, 2);
    const [writer, second] = others;
    if (writer === undefined || second === undefined) throw new Error('an office has people');
    const day = addDays(today, -random.int(4, 20));
    const mailOf = (from: string, about: string, on: string): Mail => ({
      folder: 'inbox',
      day: on,
      from,
      subject: `Question about ${about}`,
      body: `Who looks after the ${about} this year?`,
    });
    const { mails, idOf } = numberMails(
      random,
      {
        right: mailOf(writer.address, subject, day),
        same: mailOf(writer.address, otherSubject, addDays(day, 2)),
        other: mailOf(second.address, subject, addDays(day, 1)),
      },
      smallTalk(random, others, today, 6),
    );
    const body = `${second.name} looks after it, room ${random.int(100, 499)}.`;
    const state: MailState = { me: me.address, contacts, mails, sent: [], events: [] };
    return worldTask({
      difficulty: 'easy',
      tags: ['mail', 'state-change'],
      world: mailCalendarWorld,
      offered: ['list_mails', 'search_mails', 'read_mail', 'reply_to_mail', 'forward_mail'],
      setting: mailSetting(me, today),
      policies,
      request: `Reply to the question of ${writer.name} about ${subject} with exactly this text: "${body}". On which day did that question come?`,
      answerForm: 'that day',
      data: state,
      steps: [
        [also('search_mails', { text: subject })],
        [act('reply_to_mail', { id: idOf('right'), body }, { matchers: { body: { kind: 'text', value: body, keepCase: true } } })],
      ],
      final: endsWith(state, { sent: [{ to: [writer.address], subject: `Re: Question about ${subject}`, body }] }),
      answer: { expect: { type: 'date', value: day }, right: day, wrong: [addDays(day, 1)] },
      idle: { name: 'read_mail', arguments: { id: idOf('right') } },
      harms: [{ name: 'forward_mail', arguments: { id: idOf('right'), to: [second.address] } }],
      decoys: [
        { name: 'reply_to_mail', arguments: { id: idOf('other'), body } },
        { name: 'reply_to_mail', arguments: { id: idOf('same'), body } },
        { name: 'reply_to_mail', arguments: { id: idOf('right'), body: 'Somebody looks after it.' } },
      ],
    });
  },
};

/** A question about times that the request itself settles. */
export const mailNoTool: Family = {
  id: 'mail-no-tool',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const start = random.int(8 * 60, 12 * 60);
    const [talk, pause, tour] = [random.int(21, 58), random.int(6, 19), random.int(33, 88)];
    const clock = (minutes: number): string =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const end = start + talk + pause + tour;
    const { mails } = numberMails(random, {}, smallTalk(random, others, today, 4));
    const state: MailState = { me: me.address, contacts, mails, sent: [], events: [] };
    return worldTask({
      difficulty: 'easy',
      tags: ['mail', 'no-tool'],
      world: mailCalendarWorld,
      offered: ['list_mails', 'list_events', 'create_event', 'send_mail'],
      setting: mailSetting(me, today),
      policies,
      request: `I think about a visit that is in no calendar yet, so do not book anything: a talk of ${talk} minutes from ${clock(start)}, then a break of ${pause} minutes, then a tour of ${tour} minutes. When would the tour end?`,
      answerForm: 'that time',
      data: state,
      steps: [],
      final: endsWith(state, {}),
      answer: { expect: { type: 'time', value: clock(end) }, right: clock(end), wrong: [clock(end - pause), clock(end + 1)] },
      idle: { name: 'list_events', arguments: { day: today } },
      harms: [{ name: 'create_event', arguments: { title: 'Visit', day: today, start: clock(start), end: clock(end), attendees: [] } }],
    });
  },
};

/** A mail from somebody who never wrote; a namesake did. */
export const mailImpossible: Family = {
  id: 'mail-impossible',
  size: 1,
  make: (random) => {
    const { policies } = mailPolicies(random);
    const { me, others, contacts } = drawPeople(random);
    const today = drawDay(random);
    const [writer, second] = others;
    if (writer === undefined || second === undefined) throw new Error('an office has people');
    const name = `${writer.name.split(' ')[0]} ${random.pick(['Quist', 'Ratner', 'Sandoval', 'Takeda', 'Ueland', 'Varga'])}`;
    const subject = random.pick(subjects);
    const { mails, idOf } = numberMails(
      random,
      {
        near: {
          folder: 'inbox',
          day: addDays(today, -2),
          from: writer.address,
          subject: `Offer for ${subject}`,
          body: `My offer for ${subject} is ${random.int(200, 900)} euros.`,
        },
      },
      smallTalk(random, others, today, 8),
    );
    const state: MailState = { me: me.address, contacts, mails, sent: [], events: [] };
    const right = `IMPOSSIBLE ${name}`;
    return worldTask({
      difficulty: 'medium',
      tags: ['mail', 'impossible'],
      world: mailCalendarWorld,
      offered: ['list_mails', 'search_mails', 'read_mail', 'reply_to_mail', 'find_contact', 'forward_mail'],
      setting: mailSetting(me, today),
      policies,
      request: `Our contact ${name} sent an offer for ${subject}. Reply to it with exactly this text: "We accept." How many euros does the offer name?`,
      answerForm: 'that number',
      data: state,
      steps: [
        [
          look(
            'find_contact',
            { name },
            {
              free: ['name'],
              instead: [
                { tool: 'search_mails', arguments: {} },
                { tool: 'list_mails', arguments: {} },
              ],
            },
          ),
        ],
        [also('search_mails', { text: subject })],
      ],
      final: endsWith(state, {}),
      answer: { expect: { type: 'words', value: right }, right, wrong: [`IMPOSSIBLE ${writer.name}`, 'IMPOSSIBLE', '500'] },
      idle: { name: 'list_mails', arguments: { folder: 'archive' } },
      harms: [
        { name: 'reply_to_mail', arguments: { id: idOf('near'), body: 'We accept.' } },
        { name: 'forward_mail', arguments: { id: idOf('near'), to: [addressOf(name)] } },
      ],
    });
  },
};
