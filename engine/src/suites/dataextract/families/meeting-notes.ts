import type { Random } from '../../../kit/random.ts';
import { addDays, nextWeekday, weekdayOf, weekdays, type Day } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { clockText, dayText, inWords } from '../formats.ts';
import { dayOf, minuteOf, peopleOf } from '../pools.ts';
import { dayIn, found, foundAll, foundOrNull, labelled } from '../reading.ts';
import { anyOrder, code, date, inOrder, integer, nested, option, orNull, rows, text, type Data, type Fields } from '../shape.ts';

const deeds = [
  'write the offer',
  'call the landlord',
  'order the badges',
  'check the budget',
  'book the hall',
  'draft the flyer',
  'update the price list',
  'repair the printer',
  'invite the press',
  'count the stock',
] as const;
const subjects = ['budget', 'summer fair', 'new hall', 'price list', 'hiring', 'web shop', 'security', 'parking'] as const;

const split = (names: string): string[] => names.split(/, | and /).map((name) => name.trim());
const later = (day: Day, days: number): Day => {
  const next = new Date(`${day}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + days);
  return next.toISOString().slice(0, 10);
};
const laterWeekday = (day: Day, weekday: string): Day => {
  for (let days = 1; ; days += 1) if (weekdays[new Date(`${later(day, days)}T12:00:00Z`).getUTCDay()] === weekday) return later(day, days);
};

const short = defineExtraction({
  shape: {
    date: date('day of the meeting'),
    chair: text('full name of who led it'),
    present: anyOrder('full names of all who were there, the chair included'),
  },
  draw: (random) => ({ day: dayOf(random), people: peopleOf(random, 5), minute: minuteOf(random) }),
  ask: () => 'Read these notes.',
  write: ({ day, people, minute }) =>
    [
      `Notes of the meeting of ${dayText(day, 'english')}, ${clockText(minute)}`,
      `Chair: ${people[0]}`,
      `Also present: ${inWords(people.slice(1, 4))}`,
      `Excused: ${people[4]}`,
    ].join('\n'),
  key: ({ day, people }) => ({ date: day, chair: people[0] ?? '', present: people.slice(0, 4) }),
  read: (document) => {
    const chair = labelled(document, 'Chair');
    return { date: dayIn(document), chair, present: [chair, ...split(labelled(document, 'Also present'))] };
  },
  decoys: ({ people }, key) => [{ name: 'the excused among the present', answer: { ...key, present: people } }],
});

type Action = { owner: string; deed: string; days: number };
const actionsOf = (random: Random, people: readonly string[], count: number): Action[] =>
  random
    .sample(deeds, count)
    .map((deed, at) => ({ owner: people[at % people.length] ?? '', deed, days: at === 1 ? 0 : random.int(2, 30) }));

const actions = defineExtraction({
  shape: {
    date: date('day of the meeting'),
    actions: rows('who has to do what', {
      owner: text('full name'),
      task: text('what is to be done, for example "call the landlord"'),
      due: orNull(date('until when')),
    }),
    next_meeting: orNull(date('day of the next meeting')),
  },
  draw: (random) => {
    const people = peopleOf(random, 3);
    return { day: dayOf(random), people, actions: actionsOf(random, people, 3), next: random.chance(0.5) ? random.int(7, 40) : 0 };
  },
  ask: () => 'Read these notes.',
  write: ({ day, actions: list, next }) =>
    [
      `Meeting on ${dayText(day, 'english')}`,
      'We talked at length about the roof, nothing was decided.',
      ...list.map(
        ({ owner, deed, days }) =>
          `- ${owner} will ${deed}${days === 0 ? ' when there is time' : ` by ${dayText(addDays(day, days), 'english')}`}.`,
      ),
      next === 0 ? 'The next meeting is still open.' : `Next meeting: ${dayText(addDays(day, next), 'english')}.`,
    ].join('\n'),
  key: ({ day, actions: list, next }) => ({
    date: day,
    actions: list.map(({ owner, deed, days }): Data => ({ owner, task: deed, due: days === 0 ? null : addDays(day, days) })),
    next_meeting: next === 0 ? null : addDays(day, next),
  }),
  read: (document) => ({
    date: dayIn(document),
    actions: foundAll(document, /^- (.+?) will (.+?)(?: when there is time| by (.+))\.$/gm).map(([owner = '', task = '', due = '']) => ({
      owner,
      task,
      due: due === '' ? null : dayIn(due),
    })),
    next_meeting: document.includes('Next meeting: ') ? dayIn(labelled(document, 'Next meeting')) : null,
  }),
  decoys: ({ day }, key) => [
    {
      name: 'the day of the meeting for an open deadline',
      answer: { ...key, actions: (key['actions'] as Fields[]).map((action) => ({ ...action, due: action['due'] ?? day })) },
    },
  ],
});

type Relative = { day: Day; people: string[]; list: Action[]; weekday: string; agenda: string[]; dropped: string; shift: number };

const relative = defineExtraction<Relative>({
  shape: {
    date: date('day of the meeting'),
    agenda: inOrder('topics that were really discussed, as the notes name them'),
    actions: rows('who has to do what', {
      owner: text('full name'),
      task: text('what is to be done, for example "call the landlord"'),
      due: date('until when'),
    }),
    next_meeting: date('day of the next meeting'),
  },
  draw: (random) => {
    const people = peopleOf(random, 3);
    const [dropped = '', ...agenda] = random.sample(subjects, 5);
    return {
      day: dayOf(random),
      people,
      list: actionsOf(random, people, 4).map((action) => ({ ...action, days: random.int(1, 5) })),
      weekday: random.pick(['Monday', 'Tuesday', 'Thursday', 'Friday']),
      agenda,
      dropped,
      shift: random.int(1, 3),
    };
  },
  ask: () =>
    'Read these notes. Deadlines count from the day of the meeting: a week has seven days, and "next" weekday is the first such day after the meeting. Initials stand for the people in the list.',
  write: ({ day, people, list, weekday, agenda, dropped, shift }) =>
    [
      `Weekly meeting, ${weekdayOf(day)}, ${dayText(day, 'english')}`,
      `With: ${people.map((person, at) => `${person} (${'ABC'[at]}${at + 1})`).join(', ')}`,
      `Planned: ${[agenda[0], dropped, ...agenda.slice(1)].join(' / ')}`,
      `No time for: ${dropped}`,
      '',
      ...list.map(({ owner, deed, days }, at) => {
        const who = people.indexOf(owner);
        return `${'ABC'[who]}${who + 1} to ${deed}: ${at === 2 ? `next ${weekday}` : days === 1 ? 'within one week' : `within ${days} weeks`}`;
      }),
      '',
      `Next meeting: four weeks from now. (Note by A1, the day after: it has to be ${shift} ${shift === 1 ? 'day' : 'days'} earlier than that.)`,
    ].join('\n'),
  key: ({ day, list, weekday, agenda, shift }) => ({
    date: day,
    agenda,
    actions: list.map(({ owner, deed, days }, at): Data => ({
      owner,
      task: deed,
      due: at === 2 ? nextWeekday(day, weekday) : addDays(day, days * 7),
    })),
    next_meeting: addDays(day, 28 - shift),
  }),
  read: (document) => {
    const day = dayIn(document);
    const people = new Map(
      foundAll(labelled(document, 'With'), /([^,(]+) \(([A-C]\d)\)/g).map(([name = '', initials = '']) => [initials, name.trim()]),
    );
    const dropped = labelled(document, 'No time for');
    const dueOf = (words: string): Day =>
      words.startsWith('next')
        ? laterWeekday(day, words.slice(5))
        : later(day, 7 * (words === 'within one week' ? 1 : Number(found(words, /(\d+)/))));
    return {
      date: day,
      agenda: labelled(document, 'Planned')
        .split(' / ')
        .filter((topic) => topic !== dropped),
      actions: foundAll(document, /^([A-C]\d) to (.+?): (.+)$/gm).map(([who = '', task = '', words = '']) => ({
        owner: people.get(who) ?? '',
        task,
        due: dueOf(words),
      })),
      next_meeting: later(day, 28 - Number(found(document, /has to be (\d)/))),
    };
  },
  decoys: ({ day }, key) => [{ name: 'the next meeting before it was moved', answer: { ...key, next_meeting: addDays(day, 28) } }],
});

type Decision = { topic: string; votes: number[]; passed: boolean; amended: string | null; undone: boolean };
type Minutes = { day: Day; people: string[]; decisions: Decision[]; late: number; left: number; hours: number[] };

const minutes = defineExtraction<Minutes>({
  shape: {
    date: date('day of the meeting'),
    begin: code('time of its beginning as HH:MM'),
    duration_minutes: integer('minutes from its beginning to its end, break included'),
    decisions: rows('every motion that was put to the vote', {
      topic: text('topic of the motion'),
      result: option('accepted with more yes than no votes, unless it was undone later', ['accepted', 'rejected', 'undone']),
      votes: nested('counted votes', { yes: integer(''), no: integer(''), abstentions: integer('') }),
      amendment: orNull(text('text of the amendment, without the quotation marks')),
    }),
    present_to_the_end: anyOrder('full names of the board members who were there when it ended'),
  },
  draw: (random) => {
    const decisions = random.sample(subjects, 5).map((topic, at): Decision => {
      const yes = random.int(2, 30);
      const no = random.int(2, 30);
      const votes = [yes, yes === no ? no + 1 : no, random.int(0, 6)];
      const passed = (votes[0] ?? 0) > (votes[1] ?? 0);
      return {
        topic,
        votes,
        passed,
        amended: random.chance(0.4) ? `not before ${dayText(dayOf(random), 'english')}` : null,
        undone: at === 1 && passed,
      };
    });
    return {
      day: dayOf(random),
      people: peopleOf(random, 6),
      decisions,
      late: random.int(0, 2),
      left: random.int(3, 5),
      hours: [minuteOf(random), random.int(70, 200)],
    };
  },
  ask: () => 'Read these minutes. Only what was put to the vote is a decision.',
  write: ({ day, people, decisions, late, left, hours: [begin = 0, span = 0] }) =>
    [
      `Minutes of ${dayText(day, 'german')}, opened at ${clockText(begin)}, closed at ${clockText(begin + span)} (break of 15 minutes)`,
      `Board at the beginning: ${people.filter((_person, at) => at !== late).join('; ')}`,
      '',
      ...decisions.flatMap(({ topic, votes: [yes, no, none], amended }, at) => [
        `${at + 1}. Motion on ${topic}${amended === null ? '' : `, amended: "${amended}"`}`,
        `   for it ${yes}, against it ${no}, without a vote ${none === 0 ? 'nobody' : none}`,
        ...(at === 2 ? [`   ${people[late]} arrives.`] : []),
        ...(at === 3 ? [`   ${people[left]} leaves. A motion on the canteen was withdrawn before the vote.`] : []),
      ]),
      '',
      ...decisions
        .filter(({ undone }) => undone)
        .map(({ topic }) => `Before closing, the members undid what they had accepted on ${topic}.`),
      'A member asked for a new coffee machine; the chair took note.',
    ].join('\n'),
  key: ({ day, people, decisions, late, left, hours: [begin = 0, span = 0] }) => ({
    date: day,
    begin: clockText(begin),
    duration_minutes: span,
    decisions: decisions.map(({ topic, votes: [yes = 0, no = 0, abstentions = 0], passed, amended, undone }): Data => ({
      topic,
      result: undone ? 'undone' : passed ? 'accepted' : 'rejected',
      votes: { yes, no, abstentions },
      amendment: amended,
    })),
    present_to_the_end: [...people.filter((_person, at) => at !== left && at !== late), people[late] ?? ''],
  }),
  read: (document) => {
    const [begin = 0, end = 0] = foundAll(document, /ed at (\d{2}):(\d{2})/g).map(([hour, minute]) => Number(hour) * 60 + Number(minute));
    const undone = foundOrNull(document, /had accepted on (.+)\.$/m);
    const members = labelled(document, 'Board at the beginning').split('; ');
    const gone = found(document, /^ {3}(.+) leaves\./m);
    return {
      date: dayIn(document),
      begin: found(document, /opened at (\S+),/),
      duration_minutes: end - begin,
      decisions: foundAll(document, /Motion on (.+?)(?:, amended: "(.+)")?\n {3}for it (\d+), against it (\d+), without a vote (\w+)/g).map(
        ([topic = '', amended = '', yes = '', no = '', none = '']) => ({
          topic,
          result: topic === undone ? 'undone' : Number(yes) > Number(no) ? 'accepted' : 'rejected',
          votes: { yes: Number(yes), no: Number(no), abstentions: none === 'nobody' ? 0 : Number(none) },
          amendment: amended || null,
        }),
      ),
      present_to_the_end: [...members, found(document, /^ {3}(.+) arrives\./m)].filter((member) => member !== gone),
    };
  },
  decoys: ({ people, left }, key) => [
    {
      name: 'one who left among the present',
      answer: { ...key, present_to_the_end: [...(key['present_to_the_end'] as string[]), people[left] ?? ''] },
    },
    { name: 'the break taken off', answer: { ...key, duration_minutes: (key['duration_minutes'] as number) - 15 } },
  ],
});

export const meetingNotes: ExtractionFamily = {
  id: 'meeting-notes',
  tags: ['notes', 'relative-date', 'list-of-objects'],
  levels: [
    ['easy', short],
    ['medium', actions],
    ['hard', relative],
    ['extreme', minutes],
  ],
};
