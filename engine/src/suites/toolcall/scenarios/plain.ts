import type { Random } from '../../../kit/random.ts';
import { amount, exactly, word } from '../planned.ts';
import { cities, idOf, mailOf, nameOf, rooms } from '../pools.ts';
import type { Scenario } from './scenario.ts';

const weather = (random: Random): Scenario => {
  const city = random.pick(cities);
  return {
    ask: `look up the present weather in ${city}`,
    hint: `I am about to step outside in ${city}: do I need a coat at this moment?`,
    call: { tool: 'get_current_weather', arguments: { city: word(city, random.pick(cities.filter((other) => other !== city))) } },
    rivals: ['get_weather_forecast', 'get_air_quality'],
    result: '{"sky": "clear", "temperature": 14}',
  };
};

const flightStatus = (random: Random): Scenario => {
  const flight = `${random.pick(['LH', 'KL', 'SK', 'TP', 'AF'])}${random.int(100, 9_899)}`;
  return {
    ask: `check whether flight ${flight} is on time`,
    hint: `My sister lands with ${flight} today. Will she be late?`,
    call: { tool: 'get_flight_status', arguments: { flight_number: exactly(flight, `${flight}1`) } },
    rivals: ['search_flights'],
    result: '{"status": "on time"}',
  };
};

const light = (random: Random): Scenario => {
  const room = random.pick(rooms);
  const level = random.int(5, 95);
  return {
    ask: `set the light in the ${room} to ${level} percent`,
    hint: `The lamp in the ${room} should glow at ${level} percent from now on.`,
    call: { tool: 'set_light', arguments: { room: word(room), brightness: amount(level) } },
    rivals: ['run_scene'],
    result: '{"ok": true}',
  };
};

const thermostat = (random: Random): Scenario => {
  const room = random.pick(rooms);
  const degrees = random.int(32, 47) / 2;
  return {
    ask: `set the thermostat in the ${room} to ${degrees} degrees Celsius`,
    hint: `It is too cold in the ${room}; I would like exactly ${degrees} degrees Celsius there.`,
    call: { tool: 'set_thermostat', arguments: { room: word(room), celsius: amount(degrees) } },
    rivals: ['run_scene'],
    result: '{"ok": true}',
  };
};

const timer = (random: Random): Scenario => {
  const seconds = random.int(20, 900);
  return {
    ask: `start a timer of ${seconds} seconds`,
    hint: `The eggs must come out in ${seconds} seconds, please ring then.`,
    call: { tool: 'start_timer', arguments: { seconds: amount(seconds, seconds * 60) } },
    rivals: ['set_alarm', 'set_reminder'],
    result: '{"ok": true}',
  };
};

const balance = (random: Random): Scenario => {
  const account = idOf(random, 'ACC');
  return {
    ask: `get the balance of account ${account}`,
    hint: `How much money is there on ${account}?`,
    call: { tool: 'get_balance', arguments: { account_id: exactly(account, account.replace('-', '')) } },
    rivals: ['transfer_money'],
    result: '{"balance_eur": 812.4}',
  };
};

const parcel = (random: Random): Scenario => {
  const number = `PX${random.int(10_000_000, 99_999_999)}`;
  return {
    ask: `find out where the parcel ${number} is`,
    hint: `I have waited for ${number} for a week now. Where is it stuck?`,
    call: { tool: 'track_parcel', arguments: { tracking_number: exactly(number, number.slice(2)) } },
    rivals: ['get_order'],
    result: '{"place": "sorting centre"}',
  };
};

const door = (random: Random): Scenario => {
  const name = random.pick(['front door', 'back door', 'garden gate', 'cellar door', 'side entrance', 'garage door']);
  return {
    ask: `lock the ${name}`,
    hint: `Nobody should be able to come in through the ${name} any more.`,
    call: { tool: 'lock_door', arguments: { door: word(name) } },
    rivals: ['unlock_door', 'run_scene'],
    result: '{"locked": true}',
  };
};

const rate = (random: Random): Scenario => {
  const [base = '', quote = ''] = random.sample(['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'PLN', 'CZK', 'NOK', 'CAD', 'AUD', 'INR'], 2);
  const sum = random.int(20, 9_000);
  return {
    ask: `convert ${sum} ${base} to ${quote}`,
    hint: `I hold ${sum} ${base}. What would that be worth in ${quote}?`,
    call: {
      tool: 'convert_currency',
      arguments: { amount: amount(sum), from_currency: exactly(base, quote), to_currency: exactly(quote, base) },
    },
    rivals: ['get_exchange_rate'],
    result: '{"amount": 1}',
  };
};

const forward = (random: Random): Scenario => {
  const id = idOf(random, 'MSG');
  const to = mailOf(nameOf(random));
  return {
    ask: `forward the e-mail ${id} to ${to}`,
    hint: `${to} ought to see the e-mail ${id} that I got.`,
    call: { tool: 'forward_email', arguments: { message_id: exactly(id), to: exactly(to, to.replace('.org', '.com')) } },
    rivals: ['send_email', 'read_email'],
    result: '{"sent": true}',
  };
};

/** Wishes with few and plain arguments. */
export const plainScenarios = [weather, flightStatus, light, thermostat, timer, balance, parcel, door, rate, forward] as const;
