import type { Random } from '../../../../kit/random.ts';
import type { Plain } from '../../literal.ts';
import { defineProblem } from '../../problem.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';
import { check, solve, type Order, type Rule } from './solvers.ts';

export const orderBook = defineProblem<Rule>({
  id: 'order-book',
  tags: ['state', 'sorting', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['match orders', 'run market', 'trade orders', 'clear book']),
    own: random.pick(['skip', 'allow']),
  }),
  name: ({ name }) => name,
  parameters: () => 'orders',
  brief: ({ own }, { list }) =>
    `\`orders\` is a ${list} of orders in the order in which they come in, each a ${list} \`[id, side, price, size, owner]\`: id, side and owner are text, price and size whole numbers, ids of buy and sell orders are all different. The side is "buy", "sell" or "cancel". A buy order trades with open sell orders of its price or lower, the lowest price first; a sell order with open buy orders of its price or higher, the highest price first; of open orders of equal price the one that came first trades first. A trade is at the price of the open order and of as many pieces as both have left. ${own === 'skip' ? 'An order never trades with one of the same owner: such open orders are passed over and stay open.' : 'Orders of the same owner trade with each other like any others.'} What an order has left when it finds no more partner stays open. "cancel" removes the open order with that id, if there is one; its price and size are 0 and mean nothing. Return a ${list} of three ${list}s: the trades \`[id of the order that came in, id of the open order, price, pieces]\` in the order in which they happen; the buy orders that are open at the end as \`[id, price, pieces left]\`, the highest price first; and the open sell orders likewise, the lowest price first. Orders of equal price stand in the order in which they came in.`,
  solve,
  check,
  tests: (random: Random) => {
    const p = random.int(20, 80);
    const n = () => random.int(3, 9);
    const game = (...orders: Order[]): Plain[] => [orders];
    const buy = (id: string, price: number, size: number, owner = `${id}x`): Order => [id, 'buy', price, size, owner];
    const sell = (id: string, price: number, size: number, owner = `${id}x`): Order => [id, 'sell', price, size, owner];
    const cancel = (id: string): Order => [id, 'cancel', 0, 0, `${id}x`];
    return [
      { name: 'one trade', calls: [game(sell('a', p, n()), buy('b', p + 2, n() + 10)), game(buy('a', p, n()), sell('b', p - 1, n()))] },
      {
        name: 'prices that do not meet',
        calls: [game(sell('a', p + 1, n()), buy('b', p, n())), game(buy('a', p, n()), buy('b', p + 3, n()), sell('c', p + 4, n()))],
      },
      {
        name: 'equal prices meet',
        calls: [game(sell('a', p, 4), buy('b', p, 4)), game(buy('a', p, n()), sell('b', p, 2), sell('c', p, 20))],
      },
      {
        name: 'the best price first',
        calls: [
          game(sell('a', p + 3, 2), sell('b', p, 2), sell('c', p + 1, 2), buy('d', p + 2, 10)),
          game(buy('a', p, 3), buy('b', p + 2, 3), sell('c', p, 5)),
        ],
      },
      {
        name: 'who came first at equal prices',
        calls: [
          game(buy('z', p, 2), buy('a', p, 2), buy('m', p, 2), sell('s', p, 3)),
          game(sell('z', p, 2), sell('b', p, 9), buy('s', p, 3), sell('a', p, 1)),
        ],
      },
      {
        name: 'cancelled orders',
        calls: [
          game(sell('a', p, 3), sell('b', p + 1, 4), cancel('a'), cancel('q'), buy('c', p + 1, 2)),
          game(buy('a', p, 5), sell('b', p, 2), cancel('a'), sell('c', p, 1), cancel('b')),
        ],
      },
      {
        name: 'orders of the same owner',
        calls: [
          game(sell('a', p, 3, 'eve'), sell('b', p + 1, 3, 'dan'), buy('c', p + 1, 4, 'eve')),
          game(buy('a', p, 3, 'eve'), sell('b', p, 3, 'eve'), sell('c', p - 1, 1, 'dan')),
        ],
      },
      { name: 'no orders', calls: [game(), game(buy('a', p, n()), cancel('a'), sell('b', p, n()))] },
    ];
  },
  programs: (rule, entry) => ({ python: python(rule, entry), typescript: typescript(rule, entry) }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'typescript', kind: 'write', level: 'extreme' },
  ],
});
