import type { Random } from '../../../kit/random.ts';
import { addDays, nextWeekday, weekdayOf, weekdays, type Day } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { clockText, dayText } from '../formats.ts';
import { dayOf, minuteOf, peopleOf } from '../pools.ts';
import { dayIn, found, foundAll, foundOrNull } from '../reading.ts';
import { anyOrder, code, date, integer, orNull, rows, text, truth, type Data } from '../shape.ts';

const rooms = ['Atlas', 'Birch', 'Cedar', 'Delta', 'Ember', 'Fjord'] as const;
const topics = ['budget', 'new logo', 'spring fair', 'stock count', 'roof repair', 'training plan'] as const;
const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

const firstOf = (person: string): string => person.split(' ')[0] ?? '';
const headOf = (day: Day): string => `Chat of ${weekdayOf(day)}, ${dayText(day, 'english')}`;
/** The day of a chat from its head, and the first day after it that is such a weekday: counted day by day in UTC. */
const dayAfter = (document: string, weekday: string): Day => {
  const day = new Date(`${dayIn(document)}T12:00:00Z`);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (weekdays[day.getUTCDay()] !== weekday);
  return day.toISOString().slice(0, 10);
};

type Meeting = { people: string[]; day: Day; weekday: string; minute: number; room: string; topic: string };

const drawMeeting = (random: Random, count: number): Meeting => ({
  people: peopleOf(random, count),
  day: dayOf(random),
  weekday: random.pick(workdays),
  minute: minuteOf(random),
  room: random.pick(rooms),
  topic: random.pick(topics),
});

const weekdayRule = 'A weekday means the first such day after the day of the chat.';

const agreed = defineExtraction({
  shape: {
    topic: text('what the meeting is about, without the quotation marks'),
    date: date('day of the meeting'),
    time: code('HH:MM, 24 hours'),
    room: text('name of the room alone'),
  },
  draw: (random) => ({ ...drawMeeting(random, 2), later: random.int(2, 20) }),
  ask: () => 'Read the meeting that the two agree on.',
  write: ({ people: [one = '', other = ''], day, later, minute, room, topic }) =>
    [
      `${firstOf(one)}: Can we talk about "${topic}"?`,
      `${firstOf(other)}: Sure. ${dayText(addDays(day, later), 'english')}, ${clockText(minute)}?`,
      `${firstOf(one)}: Fine with me. Room ${room} is free.`,
      `${firstOf(other)}: See you there.`,
    ].join('\n'),
  key: ({ topic, day, later, minute, room }) => ({ topic, date: addDays(day, later), time: clockText(minute), room }),
  read: (document) => ({
    topic: found(document, /talk about "(.+)"/),
    date: dayIn(document),
    time: found(document, /(\d{2}:\d{2})/),
    room: found(document, /Room (\w+)/),
  }),
});

const moved = defineExtraction({
  shape: {
    topic: text('what the meeting is about, without the quotation marks'),
    date: date('day of the meeting'),
    time: code('HH:MM, 24 hours'),
    room: orNull(text('name of the room alone')),
    participants: anyOrder('first names of those who come', text('')),
  },
  draw: (random) => {
    const meeting = drawMeeting(random, 3);
    return {
      ...meeting,
      before: random.pick(workdays.filter((one) => one !== meeting.weekday)),
      hasRoom: random.chance(0.5),
      comes: random.chance(0.5),
    };
  },
  ask: () => `Read the meeting as it is agreed in the end. ${weekdayRule}`,
  write: ({ people, day, weekday, before, minute, room, topic, hasRoom, comes }) => {
    const [one = '', two = '', three = ''] = people.map(firstOf);
    return [
      headOf(day),
      `${one}: We should meet about "${topic}". ${before} at ${clockText(minute)}?`,
      `${two}: No, make it ${weekday}, same time. I am away on ${before}.`,
      `${one}: OK for me.`,
      `${three}: ${comes ? 'I can make it too.' : 'Count me out, I am on leave. Tell me how it went.'}`,
      `${two}: ${hasRoom ? `I have taken room ${room}.` : 'No room is free yet, I will keep looking.'}`,
    ].join('\n');
  },
  key: ({ people, day, weekday, minute, room, topic, hasRoom, comes }) => ({
    topic,
    date: nextWeekday(day, weekday),
    time: clockText(minute),
    room: hasRoom ? room : null,
    participants: (comes ? people : people.slice(0, 2)).map(firstOf),
  }),
  read: (document) => {
    const names = foundAll(document, /^([^:\n]+): /gm).map(([name = '']) => name);
    const out = foundOrNull(document, /^([^:\n]+): Count me out/m);
    return {
      topic: found(document, /meet about "(.+?)"/),
      date: dayAfter(document, found(document, /make it (\w+),/)),
      time: found(document, /at (\d{2}:\d{2})/),
      room: foundOrNull(document, /taken room (\w+)/),
      participants: [...new Set(names)].filter((name) => name !== out),
    };
  },
  decoys: ({ day, before }, key) => [{ name: 'the first day proposed', answer: { ...key, date: nextWeekday(day, before) } }],
});

type Trip = {
  people: string[];
  day: Day;
  leave: number;
  nights: number;
  seats: number;
  tasks: { owner: number; what: string; due: number }[];
  price: number;
};

const chores = ['rent the van', 'book the hut', 'buy the food', 'pack the tents', 'print the maps', 'ask for the key'] as const;

const planned = defineExtraction<Trip>({
  shape: {
    departure: date('day of departure'),
    return: date('day of the way back: departure plus the nights'),
    nights: integer('number of nights'),
    people: integer('how many people go'),
    tasks: rows('who does what', {
      owner: text('first name'),
      task: text('as the chat says it, for example "rent the van"'),
      due: orNull(date('until when')),
    }),
    dogs_allowed: truth('whether the hut takes dogs'),
  },
  draw: (random) => {
    const owners = random.shuffle([0, 1, 2]);
    return {
      people: peopleOf(random, 3),
      day: dayOf(random),
      leave: random.int(12, 40),
      nights: random.int(2, 6),
      seats: random.int(4, 9),
      tasks: random.sample(chores, 4).map((what, at) => ({ owner: owners[at % 3] ?? 0, what, due: at === 1 ? 0 : random.int(2, 9) })),
      price: random.int(20, 90),
    };
  },
  ask: () => 'Read the plan of the trip as it stands at the end. "Today" is the day of the chat; "in N days" counts from it.',
  write: ({ people, day, leave, nights, seats, tasks, price }) => {
    const [one = '', two = '', three = ''] = people.map(firstOf);
    const say = ({ owner, what, due }: Trip['tasks'][number]): string =>
      `${firstOf(people[owner] ?? '')}: I will ${what}${due === 0 ? ', no idea when' : `, done in ${due} days`}.`;
    return [
      headOf(day),
      `${one}: So we leave in ${leave - 1} days for ${nights + 1} nights?`,
      `${two}: One day later, please, and one night less.`,
      `${one}: Good. Are we ${seats + 2}?`,
      `${three}: Two have dropped out.`,
      ...tasks.map(say),
      `${two}: Does the hut take dogs?`,
      `${three}: ${price % 2 === 0 ? 'It does, I have asked.' : 'It says no animals, sadly.'} ${price} euros a night by the way.`,
      `${one}: ${firstOf(people[tasks[0]?.owner ?? 0] ?? '')} need not ${tasks[0]?.what}, my aunt does it. Scrap that task.`,
    ].join('\n');
  },
  key: ({ people, day, leave, nights, seats, tasks, price }) => ({
    departure: addDays(day, leave),
    return: addDays(day, leave + nights),
    nights,
    people: seats,
    tasks: tasks.slice(1).map(({ owner, what, due }): Data => ({
      owner: firstOf(people[owner] ?? ''),
      task: what,
      due: due === 0 ? null : addDays(day, due),
    })),
    dogs_allowed: price % 2 === 0,
  }),
  read: (document) => {
    const start = dayIn(document);
    const after = (days: number): Day => {
      const day = new Date(`${start}T12:00:00Z`);
      day.setUTCDate(day.getUTCDate() + days);
      return day.toISOString().slice(0, 10);
    };
    const leave = Number(found(document, /leave in (\d+) days/)) + 1;
    const nights = Number(found(document, /for (\d+) nights/)) - 1;
    const scrapped = found(document, /need not (.+?), my aunt/);
    return {
      departure: after(leave),
      return: after(leave + nights),
      nights,
      people: Number(found(document, /Are we (\d+)\?/)) - 2,
      tasks: foundAll(document, /^(.+): I will (.+?), (?:no idea when|done in (\d+) days)\.$/gm)
        .filter(([, task]) => task !== scrapped)
        .map(([owner = '', task = '', days = '']) => ({ owner, task, due: days === '' ? null : after(Number(days)) })),
      dogs_allowed: document.includes('It does'),
    };
  },
  decoys: ({ day, leave, nights, seats }, key) => [
    { name: 'the first plan', answer: { ...key, departure: addDays(day, leave - 1), nights: nights + 1, people: seats + 2 } },
  ],
});

type Poll = { people: string[]; day: Day; lines: { who: number; say: string; vote: string | null; guests: number | null }[] };

const votes = ['pizza', 'curry', 'sushi', 'tapas'] as const;

/** The last vote and the last number of guests of each person count. */
const countVotes = ({ people, lines }: Poll): { name: string; vote: string | null; guests: number }[] =>
  people.map((person, who) => {
    const mine = lines.filter((line) => line.who === who);
    return {
      name: firstOf(person),
      vote: mine.filter(({ vote }) => vote !== null).at(-1)?.vote ?? null,
      guests: mine.filter(({ guests }) => guests !== null).at(-1)?.guests ?? 0,
    };
  });

const lineOf = (random: Random, who: number, at: number): Poll['lines'][number] => {
  const vote = random.pick(votes);
  const guests = random.int(1, 4);
  const kinds: Poll['lines'][number][] = [
    { who, say: at < 6 ? `${vote} for me` : `I have changed my mind, ${vote} for me`, vote, guests: null },
    { who, say: `I bring ${guests} guests`, vote: null, guests },
    { who, say: `${vote} for me, and I bring ${guests} guests`, vote, guests },
    { who, say: 'none of my guests can come after all', vote: null, guests: 0 },
    { who, say: `I had ${vote} yesterday, it was too salty`, vote: null, guests: null },
  ];
  return random.pick(kinds);
};

const poll = defineExtraction<Poll>({
  shape: {
    date: date('day of the dinner'),
    votes: rows('one for each person who writes', {
      name: text('first name'),
      vote: orNull(code('last vote of the person')),
      guests: integer('guests that the person brings in the end'),
    }),
    seats: integer('persons and guests together'),
    kinds: anyOrder('kinds of food that have at least one vote in the end', code('')),
  },
  draw: (random) => {
    const people = peopleOf(random, 6);
    const lines = Array.from({ length: 24 }, (_, at) => lineOf(random, at < 6 ? at : random.int(0, 5), at));
    return {
      people,
      day: dayOf(random),
      lines: lines
        .with(0, { who: 0, say: 'pizza for me', vote: 'pizza', guests: null })
        .with(1, { who: 1, say: 'curry for me', vote: 'curry', guests: null }),
    };
  },
  ask: () =>
    `Read the result of this poll for a dinner. Only "... for me" is a vote, and the last vote and the last word on guests of a person count. ${weekdayRule}`,
  write: ({ people, day, lines }) =>
    [
      headOf(day),
      `Host: Dinner on ${weekdayOf(addDays(day, 4))}. Tell me what you would like and how many guests you bring. I do not eat with you.`,
      ...lines.map(({ who, say }) => `${firstOf(people[who] ?? '')}: ${say}`),
    ].join('\n'),
  key: (instance) => {
    const counted = countVotes(instance);
    return {
      date: addDays(instance.day, 4),
      votes: counted,
      seats: counted.reduce((sum, { guests }) => sum + 1 + guests, 0),
      kinds: [...new Set(counted.flatMap(({ vote }) => vote ?? []))],
    };
  },
  read: (document) => {
    const result = new Map<string, { name: string; vote: string | null; guests: number }>();
    for (const [name = '', said = ''] of foundAll(document, /^(.+?): (.+)$/gm).filter(([who]) => who !== 'Host')) {
      const known = result.get(name) ?? { name, vote: null, guests: 0 };
      const vote = foundOrNull(said, /(\w+) for me/);
      const guests = foundOrNull(said, /bring (\d+) guests/);
      if (vote !== null) known.vote = vote;
      if (guests !== null) known.guests = Number(guests);
      if (said.startsWith('none of my guests')) known.guests = 0;
      result.set(name, known);
    }
    const all = [...result.values()];
    return {
      date: dayAfter(document, found(document, /Dinner on (\w+)\./)),
      votes: all,
      seats: all.map(({ guests }) => guests).reduce((sum, guests) => sum + guests, all.length),
      kinds: all.map(({ vote }) => vote).filter((vote, at, list): vote is string => vote !== null && list.indexOf(vote) === at),
    };
  },
});

export const chats: ExtractionFamily = {
  id: 'chats',
  tags: ['chat', 'correction', 'relative-date'],
  levels: [
    ['easy', agreed],
    ['medium', moved],
    ['hard', planned],
    ['extreme', poll],
  ],
};
