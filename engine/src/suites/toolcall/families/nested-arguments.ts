import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { addDays, spokenDay } from '../days.ts';
import { amount, anyOrder, defaulted, exactly, inOrder, isoDay, option, struct, truth, word, type PlannedCall } from '../planned.ts';
import { amountOf, cities, dayOf, goods, idOf, mailOf, nameOf } from '../pools.ts';

type Nested = { ask: string; call: PlannedCall; without?: string[] };

const parcel = (random: Random): Nested => {
  const name = nameOf(random);
  const city = random.pick(cities);
  const postal = String(random.int(10_000, 99_999));
  const kilograms = random.int(6, 240) / 10;
  return {
    ask: `Send a parcel of ${kilograms} kg to ${name}, postal code ${postal}, ${city}. It need not be insured.`,
    call: {
      tool: 'send_parcel',
      arguments: {
        recipient: struct({ name: word(name), city: word(city), postal_code: exactly(postal, Number(postal)) }),
        weight_kg: amount(kilograms),
        insured_value: defaulted(0, 100),
      },
    },
    without: ['place_order', 'track_parcel'],
  };
};

const address = (random: Random): Nested => {
  const customer = idOf(random, 'CUS');
  const street = `${random.pick(['Harbour Road', 'Mill Lane', 'Station Street', 'Linden Avenue'])} ${random.int(1, 180)}`;
  const [city, country, land] = random.pick([
    ['Lisbon', 'PT', 'Portugal'],
    ['Warsaw', 'PL', 'Poland'],
    ['Ghent', 'BE', 'Belgium'],
    ['Bergen', 'NO', 'Norway'],
    ['Turin', 'IT', 'Italy'],
  ] as const);
  const postal = String(random.int(1_000, 9_999));
  return {
    ask: `Customer ${customer} has moved to ${street}, ${postal} ${city}, ${land}. Update the address.`,
    call: {
      tool: 'update_address',
      arguments: {
        customer_id: exactly(customer),
        address: struct({
          street: word(street),
          city: word(city),
          postal_code: exactly(postal, Number(postal)),
          country: option(country, land, country.toLowerCase()),
        }),
      },
    },
    without: ['find_customer'],
  };
};

const scene = (random: Random): Nested => {
  const name = `Evening ${random.int(10, 99)}`;
  const devices = random.sample(['heater', 'fan', 'radio', 'humidifier', 'projector', 'aquarium lamp'], 3);
  const levels = devices.map(() => random.int(10, 100));
  const off = random.int(0, 2);
  return {
    ask: `Make and run a scene "${name}" with three devices: ${devices.map((device, at) => (at === off ? `the ${device} off, level 0` : `the ${device} on at ${levels[at]} percent`)).join(', ')}.`,
    call: {
      tool: 'run_scene',
      arguments: {
        name: word(name),
        devices: anyOrder(
          ...devices.map((device, at) =>
            struct({ device: word(device), on: truth(at !== off), level: at === off ? amount(0) : amount(levels[at] ?? 0) }),
          ),
        ),
      },
    },
    without: ['set_light', 'set_thermostat'],
  };
};

const order = (random: Random): Nested => {
  const name = nameOf(random);
  const products = Array.from({ length: 3 }, () => ({ id: idOf(random, 'PR'), pieces: random.int(1, 30) }));
  const gift = random.int(0, 2);
  const [shipping, words] = random.pick([
    ['standard', 'standard delivery'],
    ['express', 'express delivery'],
    ['overnight', 'overnight delivery'],
  ] as const);
  return {
    ask: `Order for ${name}, ${mailOf(name)}: ${products.map(({ id, pieces }, at) => `${pieces} of ${id}${at === gift ? ', wrapped as a gift' : ''}`).join('; ')}. Use ${words}.`,
    call: {
      tool: 'place_order',
      arguments: {
        customer: struct({ name: word(name), email: exactly(mailOf(name)) }),
        lines: anyOrder(
          ...products.map(({ id, pieces }, at) =>
            struct({ product_id: exactly(id), quantity: amount(pieces), gift_wrap: at === gift ? truth(true) : defaulted(false, true) }),
          ),
        ),
        shipping: option(shipping, shipping === 'express' ? 'overnight' : 'express'),
      },
    },
    without: ['add_to_cart', 'search_products'],
  };
};

const trip = (random: Random): Nested => {
  const name = nameOf(random);
  const age = random.int(18, 80);
  const stops = random.sample(cities, 4);
  const start = dayOf(random);
  const gaps = [0, random.int(1, 5), random.int(6, 12)];
  const modes = gaps.map(() => random.pick(['train', 'bus', 'ferry', 'flight'] as const));
  const ways = { train: 'by train', bus: 'by bus', ferry: 'by ferry', flight: 'by air' } as const;
  const legs = gaps.map((gap, at) => ({
    from: stops[at] ?? '',
    to: stops[at + 1] ?? '',
    date: addDays(start, gap),
    mode: modes[at] ?? 'train',
    gap,
  }));
  const told = legs.map((leg) =>
    leg.gap === 0
      ? `On ${spokenDay(leg.date)} I go from ${leg.from} to ${leg.to} ${ways[leg.mode]}`
      : `${leg.gap === 1 ? '1 day' : `${leg.gap} days`} after the first leg on to ${leg.to} ${ways[leg.mode]}`,
  );
  return {
    ask: `Store my trip. I am ${name}, ${age} years old. ${told.join('. ')}.`,
    call: {
      tool: 'plan_trip',
      arguments: {
        traveller: struct({ name: word(name), age: amount(age) }),
        legs: inOrder(
          ...legs.map((leg) =>
            struct({
              from: word(leg.from),
              to: word(leg.to),
              date: isoDay(leg.date),
              mode: option(leg.mode, leg.mode === 'train' ? 'bus' : 'train'),
            }),
          ),
        ),
      },
    },
    without: ['search_flights', 'create_event', 'get_route'],
  };
};

const invoice = (random: Random): Nested => {
  const customer = idOf(random, 'CUS');
  const due = dayOf(random);
  const rows = random.sample(goods, 3).map((what) => ({ what, pieces: random.int(2, 60), price: amountOf(random, 3, 90) }));
  return {
    ask: `Invoice ${customer}, due on ${spokenDay(due)}, with these lines in this order: ${rows.map(({ what, pieces, price }) => `"${what}", ${pieces} pieces, ${(Math.round(pieces * price * 100) / 100).toFixed(2)} euros in total`).join('; ')}. Every line needs the price of one piece; each total divides evenly to whole cents.`,
    call: {
      tool: 'create_invoice',
      arguments: {
        customer_id: exactly(customer),
        lines: inOrder(
          ...rows.map(({ what, pieces, price }) =>
            struct({
              description: word(what),
              quantity: amount(pieces),
              unit_price: amount(price, Math.round(pieces * price * 100) / 100),
            }),
          ),
        ),
        due_date: isoDay(due),
      },
    },
    without: ['place_order'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Nested }[] = [
  { difficulty: 'medium', tools: 2, make: parcel },
  { difficulty: 'medium', tools: 3, make: address },
  { difficulty: 'hard', tools: 4, make: scene },
  { difficulty: 'hard', tools: 5, make: order },
  { difficulty: 'extreme', tools: 6, make: trip },
  { difficulty: 'extreme', tools: 6, make: invoice },
];

/** Objects and arrays of objects as arguments. */
export const nestedArguments: Family = {
  id: 'nested-arguments',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, call, without = [] } = make(random);
    return callTask({
      difficulty,
      tags: ['arguments', 'nested', 'single-call'],
      conversation: ask,
      tools: offer(random, [call.tool], tools, without),
      results: [{ tool: call.tool, result: '{"ok": true}' }],
      groups: [[call]],
    });
  },
};
