import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { answerTask, offer } from '../build.ts';
import { clockOf, spokenDay } from '../days.ts';
import type { MadeCall } from '../proof.ts';
import { airports, dayOf, idOf, lastNames, minuteOf, nameOf, cities } from '../pools.ts';

/** `missing` and `told` are names of required arguments of one function. */
type Gap = { ask: string; missing: [string, ...string[]]; told: string[]; guess: MadeCall; without?: string[] };

const flightDay = (random: Random): Gap => {
  const [from = '', to = ''] = random.sample(airports, 2);
  return {
    ask: `Search a flight from ${from} to ${to} for ${nameOf(random)}.`,
    missing: ['date'],
    told: ['origin', 'destination'],
    guess: { name: 'search_flights', arguments: { origin: from, destination: to, date: '2026-06-01' } },
    without: ['plan_trip', 'book_flight', 'get_flight_status', 'get_distance'],
  };
};

const phone = (random: Random): Gap => {
  const message = `I am ${random.int(5, 55)} minutes late, ${random.pick(lastNames)}`;
  return {
    ask: `Send the text message "${message}" to my neighbour’s phone.`,
    missing: ['phone_number'],
    told: ['message'],
    guess: { name: 'send_sms', arguments: { phone_number: '+490000000', message } },
    without: ['post_message', 'send_email', 'save_draft'],
  };
};

const guests = (random: Random): Gap => {
  const restaurant = `${random.pick(lastNames)}’s Corner`;
  const on = dayOf(random);
  const time = clockOf(minuteOf(random));
  return {
    ask: `Reserve a table at "${restaurant}" on ${spokenDay(on)} at ${time}. We come with the whole choir.`,
    missing: ['guests'],
    told: ['restaurant', 'date', 'time'],
    guess: { name: 'reserve_table', arguments: { restaurant, date: on, time, guests: 20 } },
    without: ['create_event', 'find_places'],
  };
};

const leave = (random: Random): Gap => {
  const id = idOf(random, 'EMP');
  const first = dayOf(random);
  return {
    ask: `Enter a leave for the employee ${id} that begins on ${spokenDay(first)}.`,
    missing: ['kind', 'last_day'],
    told: ['employee_id', 'first_day'],
    guess: { name: 'request_leave', arguments: { employee_id: id, kind: 'vacation', first_day: first, last_day: first } },
    without: ['get_leave_balance', 'find_employee'],
  };
};

const parcel = (random: Random): Gap => {
  const name = nameOf(random);
  const city = random.pick(cities);
  return {
    ask: `Have a parcel for ${name} in ${city} picked up at my door. It holds two books and a lamp.`,
    missing: ['postal_code', 'weight_kg'],
    told: ['name', 'city'],
    guess: { name: 'send_parcel', arguments: { recipient: { name, city, postal_code: '10000' }, weight_kg: 2 } },
    without: ['place_order', 'track_parcel'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Gap }[] = [
  { difficulty: 'easy', tools: 2, make: flightDay },
  { difficulty: 'easy', tools: 3, make: phone },
  { difficulty: 'medium', tools: 4, make: guests },
  { difficulty: 'hard', tools: 6, make: leave },
  { difficulty: 'extreme', tools: 8, make: parcel },
];

const line = (name: string): string => `MISSING: ${name}`;

/** Required values that nobody has told: the model must ask for them and for nothing else. */
export const missingInformation: Family = {
  id: 'missing-information',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, missing, told, guess, without = [] } = make(random);
    const lines = missing.map(line);
    return answerTask({
      difficulty,
      tags: ['abstain', 'ask'],
      system:
        'If the user has not told a required value, inner ones of objects included, call nothing. Ask for it with one line for each missing value, of the form MISSING: and the name of the argument as the function has it. Ask for nothing that is known or optional.',
      conversation: ask,
      tools: offer(random, [guess.name], tools, without),
      final: { all: lines, none: told.map(line) },
      answers: [
        lines.join('\n'),
        `Before I can do that I need to know:\n${[...lines]
          .reverse()
          .map((one) => `**${one}**`)
          .join('\n')}`,
      ],
      wrong: {
        'asks for what is known': [...lines, line(told[0] ?? '')].join('\n'),
        'asks for everything': [...told, ...missing].map(line).join('\n'),
        'asks without a name': 'Could you give me more details?',
        'claims that it is done': 'I have taken care of it.',
        ...(missing.length > 1 ? { 'asks for one of two': lines[0] ?? '' } : {}),
      },
      temptation: guess,
    });
  },
};
