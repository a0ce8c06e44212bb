import type { Random } from '../../../kit/random.ts';
import { addDays, clockOf, spokenDay } from '../days.ts';
import { amount, exactly, inOrder, isoDay, option, struct, truth, word } from '../planned.ts';
import { airports, cities, dayOf, environments, firstNames, goods, lastNames, minuteOf, phoneOf, services, subjects } from '../pools.ts';
import type { Scenario } from './scenario.ts';

const restart = (random: Random): Scenario => {
  const service = random.pick(services);
  const environment = random.pick(environments);
  return {
    ask: `restart the service ${service} in ${environment}`,
    hint: `${service} hangs in ${environment}; stop it and bring it up again, same version.`,
    call: {
      tool: 'restart_service',
      arguments: { service: exactly(service), environment: option(environment, ...environments.filter((one) => one !== environment)) },
    },
    rivals: ['deploy_version', 'scale_service'],
    result: '{"ok": true}',
  };
};

const scale = (random: Random): Scenario => {
  const service = random.pick(services);
  const environment = random.pick(environments);
  const replicas = random.int(2, 40);
  return {
    ask: `run ${service} in ${environment} with ${replicas} copies`,
    hint: `Traffic grows: ${replicas} copies of ${service} should be up in ${environment}.`,
    call: {
      tool: 'scale_service',
      arguments: {
        service: exactly(service),
        environment: option(environment, ...environments.filter((one) => one !== environment)),
        replicas: amount(replicas),
      },
    },
    rivals: ['deploy_version', 'restart_service'],
    result: '{"ok": true}',
  };
};

const sms = (random: Random): Scenario => {
  const phone = phoneOf(random);
  const text = `The ${random.pick(goods)} is ready for pick-up, code ${random.int(1_000, 9_999)}`;
  return {
    ask: `send the text message "${text}" to ${phone}`,
    hint: `The phone ${phone} should get these words: "${text}"`,
    call: { tool: 'send_sms', arguments: { phone_number: exactly(phone, phone.slice(1)), message: word(text) } },
    rivals: ['post_message', 'send_email'],
    result: '{"sent": true}',
  };
};

const task = (random: Random): Scenario => {
  const title = `${random.pick(subjects)} ${random.int(2, 99)}`;
  const due = dayOf(random);
  return {
    ask: `put "${title}" on the to-do list, due on ${spokenDay(due)}`,
    hint: `By ${spokenDay(due)} I must not forget to tick off "${title}"; add it to what I have to do.`,
    call: { tool: 'create_task', arguments: { title: word(title), due_date: isoDay(due) } },
    rivals: ['create_note', 'set_reminder', 'create_event'],
    result: '{"task_id": "T1"}',
  };
};

const reminder = (random: Random): Scenario => {
  const message = `call ${random.pick(firstNames)} ${random.pick(lastNames)}`;
  const on = dayOf(random);
  const minute = minuteOf(random);
  return {
    ask: `remind me on ${spokenDay(on)} at ${clockOf(minute)} with the text "${message}"`,
    hint: `On ${spokenDay(on)} at ${clockOf(minute)} I want to see the words "${message}" pop up.`,
    call: { tool: 'set_reminder', arguments: { message: word(message), date: isoDay(on), time: exactly(clockOf(minute)) } },
    rivals: ['create_task', 'create_event', 'set_alarm', 'create_note'],
    result: '{"ok": true}',
  };
};

const hotels = (random: Random): Scenario => {
  const city = random.pick(cities);
  const from = dayOf(random);
  const to = addDays(from, random.int(1, 9));
  const guests = random.int(1, 6);
  return {
    ask: `search for a hotel in ${city} from ${spokenDay(from)} to ${spokenDay(to)} for ${guests === 1 ? '1 guest' : `${guests} guests`}`,
    hint: `We need beds in ${city} for a party of ${guests}, arriving on ${spokenDay(from)} and leaving on ${spokenDay(to)}. What is free?`,
    call: { tool: 'search_hotels', arguments: { city: word(city), check_in: isoDay(from), check_out: isoDay(to), guests: amount(guests) } },
    rivals: ['book_hotel'],
    result: '{"hotels": []}',
  };
};

const flights = (random: Random): Scenario => {
  const [from = '', to = ''] = random.sample(airports, 2);
  const on = dayOf(random);
  return {
    ask: `look for flights from ${from} to ${to} on ${spokenDay(on)}`,
    hint: `How could I get by air from ${from} to ${to} on ${spokenDay(on)}, just me?`,
    call: { tool: 'search_flights', arguments: { origin: exactly(from, to), destination: exactly(to, from), date: isoDay(on) } },
    rivals: ['book_flight', 'get_flight_status', 'plan_trip'],
    result: '{"flights": []}',
  };
};

const workout = (random: Random): Scenario => {
  const kilometres = random.int(21, 190) / 10;
  const minutes = random.int(15, 160);
  const [activity, words] = random.pick([
    ['running', 'a run'],
    ['cycling', 'a bicycle ride'],
    ['swimming', 'a swim'],
    ['rowing', 'a rowing session'],
  ] as const);
  return {
    ask: `note ${words} of ${kilometres} km in ${minutes} minutes`,
    hint: `I am back from ${words}: ${kilometres} km, and it took me ${minutes} minutes. Keep that for my training record.`,
    call: {
      tool: 'log_workout',
      arguments: {
        activity: option(activity, activity === 'running' ? 'cycling' : 'running'),
        distance_km: amount(kilometres),
        duration_minutes: amount(minutes, minutes / 60),
      },
    },
    rivals: ['create_note'],
    result: '{"ok": true}',
  };
};

const deploy = (random: Random): Scenario => {
  const service = random.pick(services);
  const version = `${random.int(1, 9)}.${random.int(0, 30)}.${random.int(0, 60)}`;
  const environment = random.pick(environments);
  return {
    ask: `deploy version ${version} of ${service} to ${environment}`,
    hint: `${environment} must have ${service} ${version} from now on.`,
    call: {
      tool: 'deploy_version',
      arguments: {
        service: exactly(service),
        version: exactly(version, `v${version}`),
        environment: option(environment, ...environments.filter((one) => one !== environment)),
      },
    },
    rivals: ['restart_service', 'scale_service'],
    result: '{"ok": true}',
  };
};

const table = (random: Random): Scenario => {
  const restaurant = `${random.pick(lastNames)}’s Table`;
  const on = dayOf(random);
  const minute = minuteOf(random);
  const guests = random.int(2, 12);
  return {
    ask: `reserve a table for ${guests} at "${restaurant}" on ${spokenDay(on)} at ${clockOf(minute)}`,
    hint: `${guests} of us want to eat at "${restaurant}" on ${spokenDay(on)}, sitting down at ${clockOf(minute)}. Please see to it.`,
    call: {
      tool: 'reserve_table',
      arguments: { restaurant: word(restaurant), date: isoDay(on), time: exactly(clockOf(minute)), guests: amount(guests) },
    },
    rivals: ['create_event', 'find_places'],
    result: '{"reserved": true}',
  };
};

const rental = (random: Random): Scenario => {
  const city = random.pick(cities);
  const from = dayOf(random);
  const to = addDays(from, random.int(2, 14));
  const [category, words] = random.pick([
    ['compact', 'a compact'],
    ['midsize', 'a midsize car'],
    ['suv', 'an SUV'],
    ['van', 'a van'],
  ] as const);
  return {
    ask: `rent ${words} in ${city} from ${spokenDay(from)} to ${spokenDay(to)}`,
    hint: `In ${city} I shall drive ${words} that I pick up on ${spokenDay(from)} and bring back on ${spokenDay(to)}.`,
    call: {
      tool: 'rent_car',
      arguments: {
        city: word(city),
        pick_up: isoDay(from),
        give_back: isoDay(to),
        category: option(category, category === 'van' ? 'suv' : 'van'),
      },
    },
    rivals: ['plan_trip'],
    result: '{"reserved": true}',
  };
};

const flagged = (random: Random): Scenario => {
  const device = random.pick(['heater', 'coffee maker', 'radio', 'fan', 'humidifier', 'projector']);
  const level = random.int(10, 100);
  const name = `${random.pick(['Morning', 'Evening', 'Cinema', 'Holiday', 'Reading'])} ${random.int(2, 60)}`;
  return {
    ask: `run a scene named "${name}" in which the ${device} is on at ${level} percent`,
    hint: `Let "${name}" be a scene with one device, the ${device}, switched on at ${level} percent, and run it.`,
    call: {
      tool: 'run_scene',
      arguments: {
        name: word(name),
        devices: inOrder(struct({ device: word(device), on: truth(true), level: amount(level) })),
      },
    },
    rivals: ['set_light', 'set_thermostat'],
    result: '{"ok": true}',
  };
};

/** Wishes with several arguments, days or enumerations. */
export const richScenarios = [restart, scale, sms, task, reminder, hotels, flights, workout, deploy, table, rental, flagged] as const;
