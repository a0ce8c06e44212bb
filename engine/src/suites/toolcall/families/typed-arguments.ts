import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { clockOf, spokenClock, spokenDay } from '../days.ts';
import { amount, anyOrder, exactly, isoDay, option, struct, truth, word, type PlannedCall } from '../planned.ts';
import { amountOf, dayOf, idOf, mailOf, minuteOf, nameOf, phoneOf, subjects } from '../pools.ts';

type Filled = { ask: string; call: PlannedCall; without?: string[] };

const water = (random: Random): Filled => {
  const drunk = random.int(101, 990);
  const name = nameOf(random);
  return {
    ask: `Hello, this is ${name}. I just drank ${drunk} millilitres of water, please note it.`,
    call: { tool: 'log_water', arguments: { millilitres: amount(drunk) } },
  };
};

const weight = (random: Random): Filled => {
  const kilograms = (random.int(45, 118) * 10 + random.int(1, 9)) / 10;
  const on = dayOf(random);
  return {
    ask: `Note a weight of ${kilograms} kg for ${on}.`,
    call: { tool: 'log_weight', arguments: { kilograms: amount(kilograms, Math.floor(kilograms)), date: isoDay(on) } },
  };
};

const fuel = (random: Random): Filled => {
  const vehicle = `${random.pick(['KX', 'LM', 'RT', 'BD'])} ${random.int(100, 999)} ${random.pick(['AB', 'CZ', 'EF', 'PQ'])}`;
  const litres = random.int(201, 699) / 10;
  const price = amountOf(random, 40, 120);
  const odometer = random.int(10_001, 299_999);
  return {
    ask: `I filled up ${vehicle} with ${litres} litres for ${price.toFixed(2)} euros, at ${odometer.toLocaleString('en-US')} km on the clock. Note the refuelling.`,
    call: {
      tool: 'record_fuel',
      arguments: {
        vehicle: exactly(vehicle),
        litres: amount(litres, price),
        price_eur: amount(price, litres),
        odometer_km: amount(odometer, odometer / 1_000),
      },
    },
  };
};

const event = (random: Random): Filled => {
  const title = random.pick(subjects);
  const on = dayOf(random);
  const start = minuteOf(random);
  const length = random.int(3, 30) * 5;
  return {
    ask: `Put "${title}" into the calendar on ${spokenDay(on)}, from ${spokenClock(start)} to ${spokenClock(start + length)}.`,
    call: {
      tool: 'create_event',
      arguments: {
        title: word(title),
        date: isoDay(on),
        start_time: exactly(clockOf(start), spokenClock(start)),
        duration_minutes: amount(length, start + length),
      },
    },
    without: ['set_reminder', 'create_task', 'move_event'],
  };
};

const centTransfer = (random: Random): Filled => {
  const [from, to] = [idOf(random, 'ACC'), idOf(random, 'ACC')];
  const euros = amountOf(random, 1_000, 9_000);
  return {
    ask: `Move ${euros.toLocaleString('en-US', { minimumFractionDigits: 2 })} euros from ${from} to ${to}.`,
    call: {
      tool: 'transfer_money',
      arguments: {
        from_account: exactly(from, to),
        to_account: exactly(to, from),
        amount_cents: amount(Math.round(euros * 100), euros, Math.floor(euros) * 100),
      },
    },
    without: ['schedule_transfer'],
  };
};

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const weekNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;

const alarm = (random: Random): Filled => {
  const minute = random.int(300, 719);
  const [skipped = 'mon', skippedToo = 'tue'] = random.sample(week.slice(0, 5), 2);
  const days = week.slice(0, 5).filter((one) => one !== skipped && one !== skippedToo);
  return {
    ask: `Wake me at ${spokenClock(minute)} from Monday to Friday, though not on ${weekNames[skipped]}s and ${weekNames[skippedToo]}s.`,
    call: {
      tool: 'set_alarm',
      arguments: { time: exactly(clockOf(minute), spokenClock(minute)), weekdays: anyOrder(...days.map((one) => option(one, skipped))) },
    },
    without: ['set_reminder', 'start_timer'],
  };
};

const employee = (random: Random): Filled => {
  const name = nameOf(random);
  const [email, phone, start] = [mailOf(name), phoneOf(random), dayOf(random)];
  const hours = random.int(36, 78) / 2;
  const remote = random.chance(0.5);
  return {
    ask: `Register ${name} as a new employee from ${spokenDay(start)} on: ${hours} hours a week, ${remote ? 'working from home' : 'working at the office'}, reachable at ${email} and ${phone}.`,
    call: {
      tool: 'register_employee',
      arguments: {
        name: word(name),
        contact: struct({ email: exactly(email), phone: exactly(phone, phone.slice(1)) }),
        contract: struct({ start_date: isoDay(start), weekly_hours: amount(hours, hours * 2), remote: truth(remote) }),
      },
    },
    without: ['find_employee'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Filled }[] = [
  { difficulty: 'easy', tools: 2, make: water },
  { difficulty: 'easy', tools: 3, make: weight },
  { difficulty: 'medium', tools: 4, make: fuel },
  { difficulty: 'medium', tools: 5, make: event },
  { difficulty: 'hard', tools: 5, make: centTransfer },
  { difficulty: 'hard', tools: 6, make: alarm },
  { difficulty: 'extreme', tools: 6, make: employee },
];

/** Arguments of every type: whole numbers, decimals, truth values, days, times, arrays and objects. */
export const typedArguments: Family = {
  id: 'typed-arguments',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, call, without = [] } = make(random);
    return callTask({
      difficulty,
      tags: ['arguments', 'types', 'single-call'],
      conversation: ask,
      tools: offer(random, [call.tool], tools, without),
      results: [{ tool: call.tool, result: '{"ok": true}' }],
      groups: [[call]],
    });
  },
};
