import type { Difficulty, Message } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer, type CallTask } from '../build.ts';
import { addDays, clockOf, spokenDay } from '../days.ts';
import { amount, exactly, isoDay, option, word } from '../planned.ts';
import { airports, cities, dayOf, idOf, lastNames, minuteOf, nameOf } from '../pools.ts';

type Talk = Pick<CallTask, 'groups'> & { conversation: Message[]; tools: string[]; without?: string[] };

const user = (content: string): Message => ({ role: 'user', content });
const said = (content: string): Message => ({ role: 'assistant', content });

/** A call that was made before, with its result. */
const past = (name: string, given: Record<string, unknown>, result: unknown): Message[] => [
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'past00001', name, arguments: given, argumentsText: JSON.stringify(given), repairs: [] }],
  },
  { role: 'tool', content: JSON.stringify(result), toolCallId: 'past00001', toolName: name },
];

const sameElsewhere = (random: Random): Talk => {
  const [before = '', city = ''] = random.sample(cities, 2);
  return {
    conversation: [
      user(`What is the weather like in ${before} right now?`),
      ...past('get_current_weather', { city: before }, { sky: 'rain', temperature: random.int(-5, 30) }),
      said(`It is raining in ${before}.`),
      user(`And in ${city}?`),
    ],
    tools: ['get_current_weather'],
    without: ['get_weather_forecast', 'get_air_quality', 'get_sun_times'],
    groups: [[{ tool: 'get_current_weather', arguments: { city: word(city, before) } }]],
  };
};

const namedBefore = (random: Random): Talk => {
  const [mine, other] = [idOf(random, 'ACC'), idOf(random, 'ACC')];
  return {
    conversation: [
      user(`Hello. My own account is ${mine}, and that of my father is ${other}.`),
      said('Noted. What can I do for you?'),
      user('How much money is there on my father’s account?'),
    ],
    tools: ['get_balance', 'transfer_money'],
    groups: [[{ tool: 'get_balance', arguments: { account_id: exactly(other, mine) } }]],
  };
};

const wayBack = (random: Random): Talk => {
  const [from = '', to = ''] = random.sample(airports, 2);
  const on = dayOf(random);
  const back = addDays(on, random.int(3, 21));
  const people = random.int(2, 8);
  return {
    conversation: [
      user(`Flights from ${from} to ${to} on ${spokenDay(on)} for ${people} people, please, in business class.`),
      ...past(
        'search_flights',
        { origin: from, destination: to, date: on, passengers: people, cabin: 'business' },
        { flights: [{ flight_id: idOf(random, 'FL'), price_eur: random.int(90, 900) }] },
      ),
      said('I have found one flight.'),
      user(`Now the way back on ${spokenDay(back)} for the same people, but in economy.`),
    ],
    tools: ['search_flights', 'book_flight'],
    without: ['plan_trip'],
    groups: [
      [
        {
          tool: 'search_flights',
          arguments: {
            origin: exactly(to, from),
            destination: exactly(from, to),
            date: isoDay(back, on),
            passengers: amount(people, 1),
            cabin: {
              ...option('economy', 'business'),
              matcher: { kind: 'optional', matcher: { kind: 'exact', value: 'economy' } },
              also: [undefined],
            },
          },
        },
      ],
    ],
  };
};

const secondCheapest = (random: Random): Talk => {
  const guest = nameOf(random);
  const city = random.pick(cities);
  const from = dayOf(random);
  const to = addDays(from, random.int(2, 8));
  const prices = random.sample(
    Array.from({ length: 50 }, (_, at) => 61 + at * 3),
    5,
  );
  const hotels = prices.map((price) => ({ hotel_id: idOf(random, 'HT'), price_per_night_eur: price }));
  const [cheapest, second] = [...hotels].sort((a, b) => a.price_per_night_eur - b.price_per_night_eur);
  return {
    conversation: [
      user(`I am ${guest}. Which hotels in ${city} have a room for two from ${spokenDay(from)} to ${spokenDay(to)}?`),
      ...past('search_hotels', { city, check_in: from, check_out: to, guests: 2 }, { hotels }),
      said(`There are ${hotels.length} hotels with a free room.`),
      user('The cheapest one is too loud for me. Book the second cheapest in my name.'),
    ],
    tools: ['search_hotels', 'book_hotel'],
    groups: [
      [{ tool: 'book_hotel', arguments: { hotel_id: exactly(second?.hotel_id ?? '', cheapest?.hotel_id ?? ''), guest_name: word(guest) } }],
    ],
  };
};

const changedMind = (random: Random): Talk => {
  const restaurant = `${random.pick(lastNames)} & ${random.pick(lastNames)}`;
  const on = dayOf(random);
  const shift = random.int(2, 9);
  const [start, later] = [minuteOf(random) - 60, random.int(3, 11) * 5];
  const [guests, more] = [random.int(3, 8), random.int(2, 6)];
  return {
    conversation: [
      user(`I think of a table at "${restaurant}" for ${guests} on ${spokenDay(on)} at ${clockOf(start)}. Do not reserve yet.`),
      said('All right, I wait.'),
      user(`${more} more people want to come along. And ${shift} days later suits everybody better.`),
      said('Understood. Shall I reserve?'),
      user(`Yes, but make it ${later} minutes later than I said.`),
    ],
    tools: ['reserve_table', 'create_event'],
    without: ['find_places'],
    groups: [
      [
        {
          tool: 'reserve_table',
          arguments: {
            restaurant: word(restaurant),
            date: isoDay(addDays(on, shift), on),
            time: exactly(clockOf(start + later), clockOf(start)),
            guests: amount(guests + more, guests, more),
          },
        },
      ],
    ],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Talk }[] = [
  { difficulty: 'easy', tools: 2, make: sameElsewhere },
  { difficulty: 'easy', tools: 3, make: namedBefore },
  { difficulty: 'medium', tools: 4, make: wayBack },
  { difficulty: 'extreme', tools: 5, make: secondCheapest },
  { difficulty: 'extreme', tools: 6, make: changedMind },
];

/** Values that were said, found or changed earlier in the conversation. */
export const carryOver: Family = {
  id: 'carry-over',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { tools: needed, without = [], conversation, groups } = make(random);
    return callTask({
      difficulty,
      tags: ['history', 'arguments'],
      conversation,
      tools: offer(random, needed, tools, without),
      results: groups.flat().map(({ tool }) => ({ tool, result: '{"ok": true}' })),
      groups,
    });
  },
};
