import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer, type CallTask } from '../build.ts';
import { clockOf, spokenDay } from '../days.ts';
import { amount, exactly, isoDay, option, word } from '../planned.ts';
import { dayOf, environments, firstNames, idOf, lastNames, services } from '../pools.ts';

type Failure = Pick<CallTask, 'conversation' | 'results' | 'groups' | 'final' | 'answer'> & { tools: string[]; without?: string[] };

const fullName = (random: Random): Failure => {
  const first = random.pick(firstNames);
  const [told = '', real = ''] = random.sample(lastNames, 2);
  const id = idOf(random, 'EMP');
  return {
    conversation: `What is the employee id of ${first} ${told}?`,
    tools: ['find_employee'],
    without: ['find_customer', 'get_leave_balance'],
    results: [
      { tool: 'find_employee', when: { name: `${first} ${real}` }, result: JSON.stringify({ employee_id: id }) },
      {
        tool: 'find_employee',
        result: `error: nobody has this name any more; since the wedding the name is "${first} ${real}"`,
        isError: true,
      },
    ],
    groups: [
      [{ tool: 'find_employee', arguments: { name: word(`${first} ${told}`) } }],
      [{ tool: 'find_employee', arguments: { name: exactly(`${first} ${real}`, `${first} ${told}`) } }],
    ],
    final: { all: [id] },
    answer: `The id is ${id}.`,
  };
};

const serviceName = (random: Random): Failure => {
  const real = random.pick(services);
  const told = real.split('-')[0] ?? '';
  const full = `${real}-${random.int(100, 999)}`;
  const environment = random.pick(environments);
  const others = environments.filter((one) => one !== environment);
  return {
    conversation: `Restart the service "${told}" in ${environment}.`,
    tools: ['restart_service'],
    without: ['scale_service', 'deploy_version'],
    results: [
      { tool: 'restart_service', when: { service: full, environment }, result: '{"ok": true}' },
      { tool: 'restart_service', result: `error: unknown service; its full name in ${environment} is "${full}"`, isError: true },
    ],
    groups: [
      [{ tool: 'restart_service', arguments: { service: exactly(told), environment: option(environment, ...others) } }],
      [{ tool: 'restart_service', arguments: { service: exactly(full, told, real), environment: option(environment, ...others) } }],
    ],
  };
};

const orderForm = (random: Random): Failure => {
  const digits = String(random.int(100_000, 999_999));
  const real = `O/${digits.slice(0, 3)}/${digits.slice(3)}`;
  const total = random.int(1_001, 99_999) / 100;
  return {
    conversation: `What is the total of my order ${digits}?`,
    tools: ['get_order'],
    without: ['track_parcel'],
    results: [
      { tool: 'get_order', when: { order_id: real }, result: JSON.stringify({ order_id: real, total_eur: total }) },
      { tool: 'get_order', result: 'error: an order id is written as O/, the first three digits, /, the last three digits', isError: true },
    ],
    groups: [
      [{ tool: 'get_order', arguments: { order_id: exactly(digits) } }],
      [{ tool: 'get_order', arguments: { order_id: exactly(real, `O/${digits}`, digits) } }],
    ],
    final: { all: [total] },
    answer: `The total is ${total} euros.`,
  };
};

const fullyBooked = (random: Random): Failure => {
  const restaurant = `${random.pick(firstNames)}’s Kitchen ${random.int(2, 99)}`;
  const on = dayOf(random);
  const guests = random.int(2, 12);
  const wish = random.int(144, 216) * 5;
  const [late = 0, early = 0] = random.sample([15, 25, 35, 50, 65, 80, 95], 2).sort((a, b) => b - a);
  const table = (time: string, ...wrong: string[]) => ({
    tool: 'reserve_table',
    arguments: { restaurant: word(restaurant), date: isoDay(on), time: exactly(time, ...wrong), guests: amount(guests) },
  });
  return {
    conversation: `Reserve a table for ${guests} at "${restaurant}" on ${spokenDay(on)} at ${clockOf(wish)}. If that time is taken, take the earliest free time after it that the restaurant names. Tell me the time in the end.`,
    tools: ['reserve_table', 'create_event'],
    without: ['find_places'],
    results: [
      { tool: 'reserve_table', when: { time: clockOf(wish + early) }, result: '{"reserved": true}' },
      {
        tool: 'reserve_table',
        result: `error: fully booked; free times: ${[clockOf(wish + late), clockOf(wish - 40), clockOf(wish + early)].join(', ')}`,
        isError: true,
      },
    ],
    groups: [[table(clockOf(wish))], [table(clockOf(wish + early), clockOf(wish + late), clockOf(wish - 40))]],
    final: { all: [clockOf(wish + early)] },
    answer: `Your table is reserved for ${clockOf(wish + early)}.`,
  };
};

const transferLimit = (random: Random): Failure => {
  const [from, to] = [idOf(random, 'ACC'), idOf(random, 'ACC')];
  const limit = random.int(201, 400) * 250;
  const total = limit + random.int(20_001, 49_999);
  const pay = (cents: number, ...wrong: number[]) => ({
    tool: 'transfer_money',
    arguments: { from_account: exactly(from, to), to_account: exactly(to, from), amount_cents: amount(cents, ...wrong) },
  });
  return {
    conversation: `Transfer ${total} cents from ${from} to ${to}. If one transfer may not be that large, make two: one of exactly the largest sum that is allowed, and one of the rest.`,
    tools: ['transfer_money', 'get_balance'],
    without: ['schedule_transfer'],
    results: [
      {
        tool: 'transfer_money',
        when: { amount_cents: total },
        result: `error: the largest single transfer is ${limit} cents; nothing was moved`,
        isError: true,
      },
      { tool: 'transfer_money', result: '{"ok": true}' },
    ],
    groups: [[pay(total)], [pay(limit), pay(total - limit, total)]],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Failure }[] = [
  { difficulty: 'easy', tools: 2, make: fullName },
  { difficulty: 'medium', tools: 3, make: serviceName },
  { difficulty: 'hard', tools: 4, make: orderForm },
  { difficulty: 'extreme', tools: 5, make: fullyBooked },
  { difficulty: 'extreme', tools: 5, make: transferLimit },
];

/** A first call that fails and says why, and a second with the corrected argument. */
export const errorRecovery: Family = {
  id: 'error-recovery',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { tools: needed, without = [], ...failure } = make(random);
    return callTask({
      difficulty,
      tags: ['recovery', 'dependent', 'multi-turn'],
      system:
        'First call with the value that the user gave. When the error of a function tells you the right value, call again with it without asking the user.',
      ...failure,
      tools: offer(random, needed, tools, without),
    });
  },
};
