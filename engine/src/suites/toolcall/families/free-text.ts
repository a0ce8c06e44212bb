import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { clockOf, spokenDay } from '../days.ts';
import { amount, anyOrder, eitherOf, exactly, formed, isoDay, mention, word, type PlannedCall } from '../planned.ts';
import { amountOf, channels, dayOf, idOf, lastNames, mailOf, minuteOf, nameOf, phoneOf } from '../pools.ts';

type Written = { ask: string; calls: PlannedCall[]; without?: string[] };

const arrival = (random: Random): Written => {
  const channel = random.pick(channels);
  const name = nameOf(random);
  const time = clockOf(minuteOf(random));
  return {
    ask: `Tell the team channel ${channel} in your own words that ${name} arrives at ${time}. Write the name in full and the time as I did.`,
    calls: [
      {
        tool: 'post_message',
        arguments: {
          channel: exactly(channel, `#${channel}`),
          message: mention(`Please note that ${name} will arrive at ${time}.`, [name, time]),
        },
      },
    ],
    without: ['send_email', 'send_sms'],
  };
};

const dueMail = (random: Random): Written => {
  const to = mailOf(nameOf(random));
  const invoice = idOf(random, 'INV');
  const sum = amountOf(random, 20, 900);
  const day = spokenDay(dayOf(random));
  const secret = phoneOf(random);
  return {
    ask: `Write to ${to}. The subject must name the invoice ${invoice}. The text, in your own words, must say that ${sum.toFixed(2)} euros are due on ${day} (write the day like that). My private number is ${secret}; it must not stand in the mail.`,
    calls: [
      {
        tool: 'send_email',
        arguments: {
          to: anyOrder(exactly(to)),
          subject: mention(`Your invoice ${invoice}`, [invoice], [secret]),
          body: mention(`Dear customer, ${sum.toFixed(2)} euros are due on ${day}.`, [sum, day], [secret]),
        },
      },
    ],
    without: ['save_draft', 'create_invoice', 'forward_email'],
  };
};

const formedTitle = (random: Random): Written => {
  const number = random.int(10_000, 99_999);
  const name = nameOf(random);
  const letters = random.pick(['AB', 'QX', 'MN', 'ZZ']);
  return {
    ask: `Store a note. Its title is made of two capital letters from A to Z that you may choose, a hyphen and the number ${number}, nothing else. Its text, in your own words, says that ${name} has the key and that the door is green.`,
    calls: [
      {
        tool: 'create_note',
        arguments: {
          title: formed(
            `[A-Z]{2}-${number}`,
            `${letters}-${number}`,
            [`QB-${number}`],
            [`${letters}${number}`, `${letters.toLowerCase()}-${number}`, `${letters}-${number}0`, `note ${letters}-${number}`],
          ),
          content: mention(`${name} has the key. The door is green.`, [name, 'key', 'green']),
        },
      },
    ],
    without: ['create_task', 'write_file', 'append_file', 'set_reminder'],
  };
};

const eitherTime = (random: Random): Written => {
  const restaurant = `${random.pick(lastNames)} and ${random.pick(lastNames)}`;
  const on = dayOf(random);
  const start = minuteOf(random);
  const [first, second] = [clockOf(start), clockOf(start + random.int(4, 20) * 5)];
  const guests = random.int(3, 19);
  const phone = phoneOf(random);
  const secret = idOf(random, 'GIFT');
  return {
    ask: `Reserve a table at "${restaurant}" on ${spokenDay(on)} for ${guests}; ${first} or ${second} are both fine, choose one. At the same time send a text message to ${phone} that names the restaurant and, in digits, the ${guests} guests, but gives away nothing about the surprise ${secret}.`,
    calls: [
      {
        tool: 'reserve_table',
        arguments: { restaurant: word(restaurant), date: isoDay(on), time: eitherOf(first, second), guests: amount(guests) },
      },
      {
        tool: 'send_sms',
        arguments: {
          phone_number: exactly(phone, phone.slice(1)),
          message: mention(`We meet at ${restaurant}, ${guests} guests in all.`, [restaurant, guests], [secret]),
        },
      },
    ],
    without: ['create_event', 'find_places', 'post_message', 'send_email'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Written }[] = [
  { difficulty: 'easy', tools: 2, make: arrival },
  { difficulty: 'medium', tools: 4, make: dueMail },
  { difficulty: 'hard', tools: 5, make: formedTitle },
  { difficulty: 'extreme', tools: 7, make: eitherTime },
];

/** Texts in the model's own words that must say some things and keep others back. */
export const freeText: Family = {
  id: 'free-text',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, calls, without = [] } = make(random);
    const used = calls.map(({ tool }) => tool);
    return callTask({
      difficulty,
      tags: ['arguments', 'free-text', ...(calls.length > 1 ? ['parallel'] : [])],
      conversation: ask,
      tools: offer(random, used, tools, without),
      results: used.map((tool) => ({ tool, result: '{"ok": true}' })),
      groups: [calls],
    });
  },
};
