import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { addDays, spokenDay } from '../days.ts';
import { amount, exactly, isoDay, option, word, type PlannedCall } from '../planned.ts';
import { amountOf, dayOf, idOf, services } from '../pools.ts';

type Chosen = { ask: string; call: PlannedCall; without?: string[] };

const state = (random: Random): Chosen => {
  const ticket = idOf(random, 'TIC');
  const [value, words] = random.pick([
    ['in_progress', 'is being worked on now'],
    ['on_hold', 'is on hold for the time being'],
    ['resolved', 'is resolved'],
  ] as const);
  return {
    ask: `Ticket ${ticket} ${words}; set its state.`,
    call: {
      tool: 'update_ticket',
      arguments: { ticket_id: exactly(ticket), state: option(value, 'closed', 'open', value.replace('_', ' ').toUpperCase()) },
    },
    without: ['get_ticket', 'create_ticket'],
  };
};

const shipping = (random: Random): Chosen => {
  const order = idOf(random, 'ORD');
  const [value, words, near] = random.pick([
    ['overnight', 'must be here tomorrow morning', 'express'],
    ['express', 'should arrive in two days; tomorrow morning would be too early, nobody is at home then', 'overnight'],
    ['pickup', 'need not be brought: I shall fetch it at the shop', 'standard'],
  ] as const);
  return {
    ask: `My order ${order} ${words}. Please change its delivery.`,
    call: { tool: 'change_shipping', arguments: { order_id: exactly(order), shipping: option(value, near, 'fast', value.toUpperCase()) } },
    without: ['get_order', 'cancel_order', 'place_order'],
  };
};

const expense = (random: Random): Chosen => {
  const id = idOf(random, 'EMP');
  const sum = amountOf(random, 12, 800);
  const [category, words] = random.pick([
    ['meals', 'dinner with a client'],
    ['travel', 'a train ticket'],
    ['equipment', 'a keyboard'],
    ['training', 'a course in first aid'],
  ] as const);
  const [currency, money] = random.pick([
    ['EUR', 'euros'],
    ['USD', 'US dollars'],
    ['GBP', 'British pounds'],
    ['CHF', 'Swiss francs'],
  ] as const);
  return {
    ask: `Employee ${id} paid ${sum.toFixed(2)} ${money} for ${words}. Hand in the expense.`,
    call: {
      tool: 'submit_expense',
      arguments: {
        employee_id: exactly(id),
        amount: amount(sum, Math.round(sum * 100)),
        currency: option(currency, currency === 'EUR' ? 'USD' : 'EUR', money),
        category: option(category, category === 'meals' ? 'travel' : 'meals', 'other'),
      },
    },
    without: ['create_invoice'],
  };
};

const leave = (random: Random): Chosen => {
  const id = idOf(random, 'EMP');
  const first = dayOf(random);
  const last = addDays(first, random.int(3, 60));
  const [kind, words] = random.pick([
    ['unpaid', 'has used up all paid leave and takes the time off without pay to sail'],
    ['parental', 'stays at home with the newborn son'],
    ['sick', 'has broken a leg and is certified unfit for work'],
  ] as const);
  return {
    ask: `${id} ${words}, from ${spokenDay(first)} to ${spokenDay(last)}, both days included. Enter that.`,
    call: {
      tool: 'request_leave',
      arguments: {
        employee_id: exactly(id),
        kind: option(kind, 'vacation', kind === 'sick' ? 'unpaid' : 'sick', kind.toUpperCase()),
        first_day: isoDay(first),
        last_day: isoDay(last),
      },
    },
    without: ['get_leave_balance', 'find_employee'],
  };
};

const severity = (random: Random): Chosen => {
  const title = `${random.pick(services)} error ${random.int(400, 599)}-${random.int(10, 99)}`;
  const [value, words, near] = random.pick([
    ['minor', 'the lowest severity that there is', 'major'],
    ['major', 'one step above the lowest severity', 'minor'],
    ['critical', 'one step below the highest severity', 'blocker'],
    ['blocker', 'the severity above critical', 'critical'],
  ] as const);
  return {
    ask: `Open a ticket named "${title}" with ${words}. In our list the severities go up in the order minor, major, critical, blocker.`,
    call: { tool: 'create_ticket', arguments: { title: word(title), severity: option(value, near, 'high', value.toUpperCase()) } },
    without: ['update_ticket', 'create_task', 'get_logs'],
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Chosen }[] = [
  { difficulty: 'easy', tools: 2, make: state },
  { difficulty: 'medium', tools: 3, make: shipping },
  { difficulty: 'medium', tools: 5, make: expense },
  { difficulty: 'hard', tools: 6, make: leave },
  { difficulty: 'hard', tools: 8, make: severity },
];

/** The one value of an enumeration that the words mean, beside others that come near. */
export const enumValues: Family = {
  id: 'enum-values',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { ask, call, without = [] } = make(random);
    return callTask({
      difficulty,
      tags: ['arguments', 'enum', 'single-call'],
      conversation: ask,
      tools: offer(random, [call.tool], tools, without),
      results: [{ tool: call.tool, result: '{"ok": true}' }],
      groups: [[call]],
    });
  },
};
