import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { clockOf, spokenDay } from '../days.ts';
import { amount, defaulted, exactly, isoDay, option, truth, unset, word, type PlannedCall } from '../planned.ts';
import { airports, cities, dayOf, environments, idOf, minuteOf, nameOf, services, subjects } from '../pools.ts';

type Optional = { ask: string; call: PlannedCall; without?: string[] };

const plainWeather = (random: Random): Optional => {
  const city = random.pick(cities);
  return {
    ask: `${nameOf(random)} wants to know: how warm is it in ${city} right now?`,
    call: { tool: 'get_current_weather', arguments: { city: word(city), unit: defaulted('celsius', 'fahrenheit', 'kelvin') } },
    without: ['get_weather_forecast', 'get_air_quality'],
  };
};

const fahrenheit = (random: Random): Optional => {
  const city = random.pick(cities);
  return {
    ask: `${nameOf(random)} wants to know: how warm is it in ${city} right now, in degrees Fahrenheit?`,
    call: { tool: 'get_current_weather', arguments: { city: word(city), unit: option('fahrenheit', 'celsius', 'F') } },
    without: ['get_weather_forecast', 'get_air_quality'],
  };
};

const cart = (random: Random): Optional => {
  const product = idOf(random, 'PR');
  const pieces = random.int(2, 40);
  return {
    ask: `Put ${pieces} pieces of ${product} into my cart, but do not order yet.`,
    call: { tool: 'add_to_cart', arguments: { product_id: exactly(product), quantity: amount(pieces, 1) } },
    without: ['place_order'],
  };
};

const flights = (random: Random): Optional => {
  const [from = '', to = ''] = random.sample(airports, 2);
  const on = dayOf(random);
  const people = random.int(2, 8);
  const [cabin, words] = random.pick([
    ['business', 'in business class'],
    ['premium_economy', 'in premium economy'],
    ['first', 'in first class'],
  ] as const);
  return {
    ask: `We are ${people} people and want to fly from ${from} to ${to} on ${spokenDay(on)}, all of us ${words}. Which flights are there?`,
    call: {
      tool: 'search_flights',
      arguments: {
        origin: exactly(from, to),
        destination: exactly(to, from),
        date: isoDay(on),
        passengers: amount(people, 1),
        cabin: option(cabin, 'economy', cabin === 'first' ? 'business' : 'first'),
      },
    },
    without: ['plan_trip', 'book_flight'],
  };
};

const logs = (random: Random): Optional => {
  const service = random.pick(services);
  const minutes = random.int(20, 600);
  const limit = random.int(101, 900);
  return {
    ask: `Give me the logs of ${service} for the last ${minutes} minutes at the usual level, at most ${limit} lines.`,
    call: {
      tool: 'get_logs',
      arguments: {
        service: exactly(service),
        minutes: amount(minutes, limit),
        level: defaulted('info', 'error', 'usual'),
        limit: amount(limit, minutes),
      },
    },
  };
};

const rehearsal = (random: Random): Optional => {
  const service = random.pick(services);
  const version = `${random.int(1, 9)}.${random.int(0, 40)}.${random.int(0, 9)}`;
  const environment = random.pick(environments);
  return {
    ask: `Show me what would change if ${service} went to ${version} in ${environment}, without installing anything.`,
    call: {
      tool: 'deploy_version',
      arguments: {
        service: exactly(service),
        version: exactly(version, `v${version}`),
        environment: option(environment, ...environments.filter((one) => one !== environment)),
        dry_run: truth(true),
      },
    },
  };
};

const invitation = (random: Random): Optional => {
  const title = random.pick(subjects);
  const on = dayOf(random);
  const start = minuteOf(random);
  const length = random.int(4, 36) * 5;
  const ahead = random.int(4, 40) * 5 + 1;
  return {
    ask: `Calendar entry "${title}" on ${spokenDay(on)} at ${clockOf(start)}, ${length} minutes long. Remind me ${ahead} minutes before, not at the usual time. The place is not known yet.`,
    call: {
      tool: 'create_event',
      arguments: {
        title: word(title),
        date: isoDay(on),
        start_time: exactly(clockOf(start)),
        duration_minutes: amount(length, ahead),
        reminder_minutes: amount(ahead, 15),
        location: unset('unknown', '', null),
      },
    },
    without: ['set_reminder', 'create_task', 'move_event'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Optional }[] = [
  { difficulty: 'easy', tools: 2, make: plainWeather },
  { difficulty: 'easy', tools: 2, make: fahrenheit },
  { difficulty: 'medium', tools: 4, make: cart },
  { difficulty: 'medium', tools: 5, make: flights },
  { difficulty: 'hard', tools: 6, make: rehearsal },
  { difficulty: 'hard', tools: 6, make: logs },
  { difficulty: 'extreme', tools: 8, make: invitation },
];

/** Optional arguments: left out or given with their default, set where the user wants something else, never made up. */
export const optionalArguments: Family = {
  id: 'optional-arguments',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, call, without = [] } = make(random);
    return callTask({
      difficulty,
      tags: ['arguments', 'optional', 'single-call'],
      conversation: ask,
      tools: offer(random, [call.tool], tools, without),
      results: [{ tool: call.tool, result: '{"ok": true}' }],
      groups: [[call]],
    });
  },
};
