import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { spokenDay } from '../days.ts';
import { amount, anyOrder, exactly, isoDay, option, word, type PlannedCall } from '../planned.ts';
import type { MadeCall } from '../proof.ts';
import { amountOf, cities, dayOf, goods, idOf, mailOf, nameOf, subjects } from '../pools.ts';

type Twin = { ask: string; call: PlannedCall; decoy: MadeCall };

const fileOf = (random: Random): string =>
  `${random.pick(['reports', 'drafts', 'notes', 'plans'])}/${random.pick(['north', 'south', 'east', 'west'])}-${random.int(100, 999)}.txt`;

const archive = (random: Random): Twin => {
  const id = idOf(random, 'MSG');
  const keep = random.chance(0.5);
  const [tool, other] = keep ? ['archive_email', 'delete_email'] : ['delete_email', 'archive_email'];
  return {
    ask: keep
      ? `Get the e-mail ${id} out of my inbox, but I may need it again.`
      : `Get rid of the e-mail ${id} once and for all; nobody may find it again.`,
    call: { tool: tool as string, arguments: { message_id: exactly(id) } },
    decoy: { name: other as string, arguments: { message_id: id } },
  };
};

const forecast = (random: Random): Twin => {
  const city = random.pick(cities);
  const days = random.int(2, 14);
  return {
    ask: `${nameOf(random)} travels to ${city}. How will the weather be there over the coming ${days} days?`,
    call: { tool: 'get_weather_forecast', arguments: { city: word(city), days: amount(days) } },
    decoy: { name: 'get_current_weather', arguments: { city } },
  };
};

const append = (random: Random): Twin => {
  const path = fileOf(random);
  const content = `${random.pick(subjects)}: ${random.int(10, 999)} pages`;
  return {
    ask: `Add the line "${content}" to ${path}; what is in the file already must stay.`,
    call: { tool: 'append_file', arguments: { path: exactly(path), content: word(content) } },
    decoy: { name: 'write_file', arguments: { path, content } },
  };
};

const transfer = (random: Random): Twin => {
  const [from, to] = [idOf(random, 'ACC'), idOf(random, 'ACC')];
  const euros = amountOf(random, 20, 900);
  const on = dayOf(random);
  return {
    ask: `${euros.toFixed(2)} euros should go from ${from} to ${to}, but only on ${spokenDay(on)}, not before.`,
    call: {
      tool: 'schedule_transfer',
      arguments: {
        from_account: exactly(from, to),
        to_account: exactly(to, from),
        amount_cents: amount(Math.round(euros * 100), euros),
        date: isoDay(on),
      },
    },
    decoy: { name: 'transfer_money', arguments: { from_account: from, to_account: to, amount_cents: Math.round(euros * 100) } },
  };
};

const giveBack = (random: Random): Twin => {
  const order = idOf(random, 'ORD');
  const [reason, words] = random.pick([
    ['damaged', 'the glass was broken when I opened the box'],
    ['wrong_item', 'you sent me something else than I had ordered'],
    ['changed_mind', 'it is all right, I just do not want it any more'],
  ] as const);
  return {
    ask: `Order ${order} reached me yesterday, and ${words}. I want to send it back.`,
    call: {
      tool: 'return_order',
      arguments: { order_id: exactly(order), reason: option(reason, 'not_as_described', reason === 'damaged' ? 'wrong_item' : 'damaged') },
    },
    decoy: { name: 'cancel_order', arguments: { order_id: order } },
  };
};

const draft = (random: Random): Twin => {
  const name = nameOf(random);
  const [first, second] = [mailOf(name), mailOf(nameOf(random), 'example.net')];
  const subject = `${random.pick(subjects)} ${random.int(10, 99)}`;
  const body = `Please bring the ${random.pick(goods)}`;
  return {
    ask: `Write to ${first} and ${second} with the subject "${subject}" and the text "${body}", but keep it back: I want to read it over before it leaves.`,
    call: { tool: 'save_draft', arguments: { to: anyOrder(exactly(first), exactly(second)), subject: word(subject), body: word(body) } },
    decoy: { name: 'send_email', arguments: { to: [first, second], subject, body } },
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Twin; without: string[] }[] = [
  { difficulty: 'easy', tools: 2, make: archive, without: [] },
  { difficulty: 'easy', tools: 3, make: forecast, without: ['get_air_quality'] },
  { difficulty: 'medium', tools: 5, make: append, without: [] },
  { difficulty: 'medium', tools: 6, make: transfer, without: [] },
  { difficulty: 'hard', tools: 8, make: giveBack, without: ['get_order', 'change_shipping', 'create_ticket'] },
  { difficulty: 'hard', tools: 10, make: draft, without: ['create_note', 'forward_email'] },
];

/** Two tools that sound alike and of which only one does what is asked. */
export const similarTools: Family = {
  id: 'similar-tools',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make, without } = levels[index] as (typeof levels)[number];
    const { ask, call, decoy } = make(random);
    return callTask({
      difficulty,
      tags: ['choose', 'similar', 'single-call'],
      conversation: ask,
      tools: offer(random, [call.tool, decoy.name], tools, without),
      results: [
        { tool: call.tool, result: '{"ok": true}' },
        { tool: decoy.name, result: '{"ok": true}' },
      ],
      groups: [[call]],
      decoy,
    });
  },
};
