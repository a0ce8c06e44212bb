import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer, type CallTask } from '../build.ts';
import { addDays, clockOf, spokenDay } from '../days.ts';
import { amount, exactly, inOrder, isoDay, option, struct, word } from '../planned.ts';
import { airports, cities, dayOf, idOf, lastNames, minuteOf, nameOf, subjects } from '../pools.ts';

type Chain = Pick<CallTask, 'conversation' | 'results' | 'groups' | 'final' | 'answer' | 'decoy'> & { tools: string[]; without?: string[] };

const trackOrder = (random: Random): Chain => {
  const order = idOf(random, 'ORD');
  const tracking = `PX${random.int(10_000_000, 99_999_999)}`;
  const place = random.pick(cities);
  return {
    conversation: `Where is the parcel of my order ${order} right now? Tell me the city.`,
    tools: ['get_order', 'track_parcel'],
    results: [
      {
        tool: 'get_order',
        when: { order_id: order },
        result: JSON.stringify({ order_id: order, state: 'shipped', tracking_number: tracking }),
      },
      { tool: 'track_parcel', when: { tracking_number: tracking }, result: JSON.stringify({ last_seen: place }) },
    ],
    groups: [
      [{ tool: 'get_order', arguments: { order_id: exactly(order) } }],
      [{ tool: 'track_parcel', arguments: { tracking_number: exactly(tracking, order) } }],
    ],
    final: { all: [place] },
    answer: `Your parcel is in ${place}.`,
  };
};

const leaveLeft = (random: Random): Chain => {
  const name = nameOf(random);
  const id = idOf(random, 'EMP');
  const days = random.int(3, 29) + 0.5;
  return {
    conversation: `How many days of leave does ${name} still have?`,
    tools: ['find_employee', 'get_leave_balance'],
    without: ['request_leave', 'find_customer'],
    results: [
      { tool: 'find_employee', result: JSON.stringify({ employee_id: id, name }) },
      { tool: 'get_leave_balance', when: { employee_id: id }, result: JSON.stringify({ employee_id: id, days_left: days }) },
    ],
    groups: [
      [{ tool: 'find_employee', arguments: { name: word(name) } }],
      [{ tool: 'get_leave_balance', arguments: { employee_id: exactly(id, name) } }],
    ],
    final: { all: [days] },
    answer: `${name} has ${days} days left.`,
  };
};

const cheapestFlight = (random: Random): Chain => {
  const [from = '', to = ''] = random.sample(airports, 2);
  const on = dayOf(random);
  const passenger = nameOf(random);
  const prices = random.sample(
    Array.from({ length: 60 }, (_, at) => 79 + at * 7),
    4,
  );
  const found = prices.map((price) => ({ flight_id: idOf(random, 'FL'), price_eur: price }));
  const [best, second] = [...found].sort((a, b) => a.price_eur - b.price_eur);
  return {
    conversation: `Find the flights from ${from} to ${to} on ${spokenDay(on)} and book the cheapest one for ${passenger}. Tell me its price.`,
    tools: ['search_flights', 'book_flight'],
    results: [
      { tool: 'search_flights', when: { origin: from, destination: to }, result: JSON.stringify({ flights: found }) },
      { tool: 'book_flight', result: '{"booked": true}' },
    ],
    groups: [
      [{ tool: 'search_flights', arguments: { origin: exactly(from, to), destination: exactly(to, from), date: isoDay(on) } }],
      [
        {
          tool: 'book_flight',
          arguments: { flight_id: exactly(best?.flight_id ?? '', second?.flight_id ?? ''), passenger_name: word(passenger) },
        },
      ],
    ],
    final: { all: [best?.price_eur ?? 0] },
    answer: `The flight is booked for ${best?.price_eur} euros.`,
  };
};

const moveMeeting = (random: Random): Chain => {
  const from = dayOf(random);
  const to = addDays(from, random.int(2, 20));
  const start = minuteOf(random);
  const events = random.sample(subjects, 3).map((title) => ({ event_id: idOf(random, 'EV'), title, start: clockOf(minuteOf(random)) }));
  const wanted = random.pick(events);
  const other = events.find((event) => event !== wanted)?.event_id ?? '';
  return {
    conversation: `Move the event "${wanted.title}" of ${spokenDay(from)} to ${spokenDay(to)} at ${clockOf(start)}.`,
    tools: ['list_events', 'move_event', 'cancel_event', 'create_event'],
    results: [
      { tool: 'list_events', when: { date: from }, result: JSON.stringify({ events }) },
      { tool: 'move_event', result: '{"ok": true}' },
    ],
    groups: [
      [{ tool: 'list_events', arguments: { date: isoDay(from) } }],
      [
        {
          tool: 'move_event',
          arguments: { event_id: exactly(wanted.event_id, other), date: isoDay(to), start_time: exactly(clockOf(start), wanted.start) },
        },
      ],
    ],
    decoy: { name: 'create_event', arguments: { title: wanted.title, date: to, start_time: clockOf(start), duration_minutes: 60 } },
  };
};

const vacation = (random: Random): Chain => {
  const name = nameOf(random);
  const id = idOf(random, 'EMP');
  const left = random.int(4, 12);
  const first = dayOf(random);
  const last = addDays(first, left - 1);
  return {
    conversation: `${name} wants to take all the remaining days of leave as one vacation that begins on ${spokenDay(first)}. Every day of the calendar counts as one day of leave. Look up what is left and hand in the request.`,
    tools: ['find_employee', 'get_leave_balance', 'request_leave'],
    without: ['find_customer'],
    results: [
      { tool: 'find_employee', result: JSON.stringify({ employee_id: id, name }) },
      { tool: 'get_leave_balance', when: { employee_id: id }, result: JSON.stringify({ employee_id: id, days_left: left }) },
      { tool: 'request_leave', result: '{"state": "handed in"}' },
    ],
    groups: [
      [{ tool: 'find_employee', arguments: { name: word(name) } }],
      [{ tool: 'get_leave_balance', arguments: { employee_id: exactly(id) } }],
      [
        {
          tool: 'request_leave',
          arguments: {
            employee_id: exactly(id),
            kind: option('vacation', 'unpaid'),
            first_day: isoDay(first),
            last_day: isoDay(last, addDays(first, left)),
          },
        },
      ],
    ],
  };
};

const billCustomer = (random: Random): Chain => {
  const name = `${random.pick(lastNames)} & ${random.pick(lastNames)} Ltd`;
  const customer = idOf(random, 'CUS');
  const product = idOf(random, 'PR');
  const price = random.int(1_050, 9_990) / 10;
  const quantity = random.int(2, 40);
  const due = dayOf(random);
  return {
    conversation: `Invoice the customer "${name}" for ${quantity} pieces of product ${product}, described as "${product}", at the price that the shop has for it. Due on ${spokenDay(due)}. Then tell me the total in euros.`,
    tools: ['find_customer', 'get_product', 'create_invoice'],
    without: ['find_employee', 'search_products'],
    results: [
      { tool: 'find_customer', result: JSON.stringify({ customer_id: customer, name }) },
      { tool: 'get_product', when: { product_id: product }, result: JSON.stringify({ product_id: product, price_eur: price, stock: 500 }) },
      { tool: 'create_invoice', result: '{"state": "sent"}' },
    ],
    groups: [
      [
        { tool: 'find_customer', arguments: { name: word(name) } },
        { tool: 'get_product', arguments: { product_id: exactly(product) } },
      ],
      [
        {
          tool: 'create_invoice',
          arguments: {
            customer_id: exactly(customer, name),
            lines: inOrder(struct({ description: word(product), quantity: amount(quantity), unit_price: amount(price, price * quantity) })),
            due_date: isoDay(due),
          },
        },
      ],
    ],
    final: { all: [Math.round(price * quantity * 100) / 100] },
    answer: `The total is ${(Math.round(price * quantity * 100) / 100).toFixed(2)} euros.`,
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Chain }[] = [
  { difficulty: 'medium', tools: 3, make: trackOrder },
  { difficulty: 'medium', tools: 4, make: leaveLeft },
  { difficulty: 'hard', tools: 5, make: cheapestFlight },
  { difficulty: 'hard', tools: 6, make: moveMeeting },
  { difficulty: 'extreme', tools: 8, make: vacation },
  { difficulty: 'extreme', tools: 8, make: billCustomer },
];

/** A later call needs a value that only the result of an earlier one holds. */
export const dependentCalls: Family = {
  id: 'dependent-calls',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { tools: needed, without = [], ...chain } = make(random);
    return callTask({ difficulty, tags: ['dependent', 'multi-turn'], ...chain, tools: offer(random, needed, tools, without) });
  },
};
