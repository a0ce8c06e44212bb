import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { callTask, offer } from '../build.ts';
import { amount, exactly, word, type PlannedCall } from '../planned.ts';
import { amountOf, cities, idOf, nameOf, rooms } from '../pools.ts';
import { plainScenarios } from '../scenarios/plain.ts';
import { richScenarios } from '../scenarios/rich.ts';
import { rowOf } from '../scenarios/scenario.ts';

const joined = (parts: readonly string[]): string => `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

type Batch = { ask: string; calls: PlannedCall[]; result: string };

const weatherIn = (random: Random, count: number): Batch => {
  const places = random.sample(cities, count);
  return {
    ask: `${nameOf(random)} asks: what is the weather right now in ${joined(places)}?`,
    calls: places.map((city) => ({ tool: 'get_current_weather', arguments: { city: word(city) } })),
    result: '{"sky": "cloudy", "temperature": 11}',
  };
};

const lights = (random: Random, count: number): Batch => {
  const places = random.sample(rooms, count).map((room) => ({ room, level: random.int(1, 99) }));
  return {
    ask: `Set the lights: ${joined(places.map(({ room, level }) => `${room} ${level} percent`))}.`,
    calls: places.map(({ room, level }) => ({ tool: 'set_light', arguments: { room: word(room), brightness: amount(level) } })),
    result: '{"ok": true}',
  };
};

const payments = (random: Random, count: number): Batch => {
  const source = idOf(random, 'ACC');
  const rows = Array.from({ length: count }, () => ({ target: idOf(random, 'ACC'), euros: amountOf(random, 10, 2_000) }));
  return {
    ask: `From account ${source}, pay ${joined(rows.map(({ target, euros }) => `${euros.toFixed(2)} euros to ${target}`))}.`,
    calls: rows.map(({ target, euros }) => ({
      tool: 'transfer_money',
      arguments: {
        from_account: exactly(source, target),
        to_account: exactly(target, source),
        amount_cents: amount(Math.round(euros * 100), euros),
      },
    })),
    result: '{"ok": true}',
  };
};

const mixed = (random: Random, plain: number, rich: number): Batch & { rows: ReturnType<typeof rowOf>[]; rivals: string[] } => {
  const wishes = random
    .shuffle([...random.sample(plainScenarios, plain), ...random.sample(richScenarios, rich)])
    .map((make) => make(random));
  return {
    ask: `Please do all of this: ${wishes.map(({ ask }, at) => `(${at + 1}) ${ask}`).join('; ')}.`,
    calls: wishes.map(({ call }) => call),
    result: '',
    rows: wishes.map(rowOf),
    rivals: wishes.flatMap(({ rivals }) => rivals),
  };
};

const levels: readonly {
  difficulty: Difficulty;
  tools: number;
  make: (random: Random) => Batch & { rows?: ReturnType<typeof rowOf>[]; rivals?: string[] };
}[] = [
  { difficulty: 'easy', tools: 2, make: (random) => weatherIn(random, 2) },
  { difficulty: 'medium', tools: 4, make: (random) => lights(random, 2) },
  { difficulty: 'medium', tools: 5, make: (random) => weatherIn(random, 4) },
  { difficulty: 'hard', tools: 6, make: (random) => mixed(random, 2, 1) },
  { difficulty: 'hard', tools: 6, make: (random) => payments(random, 3) },
  { difficulty: 'extreme', tools: 12, make: (random) => mixed(random, 2, 3) },
];

/** Several calls that do not need each other, in any order, in one reply or several. */
export const parallelCalls: Family = {
  id: 'parallel-calls',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const batch = make(random);
    const used = [...new Set(batch.calls.map(({ tool }) => tool))];
    const rivals = (batch.rivals ?? ['get_weather_forecast', 'run_scene', 'schedule_transfer']).filter((name) => !used.includes(name));
    return callTask({
      difficulty,
      tags: ['parallel'],
      conversation: batch.ask,
      tools: offer(random, used, tools, rivals),
      results: batch.rows ?? used.map((tool) => ({ tool, result: batch.result })),
      groups: [batch.calls],
    });
  },
};
