import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; own: 'skip' | 'allow' };
type Order = [id: string, side: string, price: number, size: number, owner: string];
type Open = { id: string; side: string; price: number; left: number; owner: string };

/** One sorted list for each side. */
const solve = ({ own }: Rule, args: Plain[]): Plain => {
  const sides: Record<string, Open[]> = { buy: [], sell: [] };
  const trades: Plain[] = [];
  for (const [id, side, price, size, owner] of args[0] as unknown as Order[]) {
    if (side === 'cancel') {
      for (const list of Object.values(sides)) list.splice(0, list.length, ...list.filter((open) => open.id !== id));
      continue;
    }
    const others = sides[side === 'buy' ? 'sell' : 'buy'] as Open[];
    let left = size;
    for (const open of others.slice()) {
      const fits = side === 'buy' ? open.price <= price : open.price >= price;
      if (left === 0 || !fits) break;
      if (own === 'skip' && open.owner === owner) continue;
      const traded = Math.min(left, open.left);
      trades.push([id, open.id, open.price, traded]);
      left -= traded;
      open.left -= traded;
      if (open.left === 0) others.splice(others.indexOf(open), 1);
    }
    if (left === 0) continue;
    const mine = sides[side] as Open[];
    const place = mine.findIndex((open) => (side === 'buy' ? open.price < price : open.price > price));
    mine.splice(place < 0 ? mine.length : place, 0, { id, side, price, left, owner });
  }
  return [trades, ...['buy', 'sell'].map((side) => (sides[side] as Open[]).map(({ id, price, left }) => [id, price, left]))];
};

/** One list in the order of arrival, searched for the best each time. */
const check = ({ own }: Rule, args: Plain[]): Plain => {
  let book: Open[] = [];
  const trades: Plain[] = [];
  const better = (a: Open, b: Open): boolean => (a.side === 'buy' ? a.price > b.price : a.price < b.price);
  for (const [id, side, price, size, owner] of args[0] as unknown as Order[]) {
    const order: Open = { id, side, price, left: size, owner };
    const partner = (): Open | undefined =>
      book
        .filter(
          (open) =>
            open.side !== side &&
            open.left > 0 &&
            (side === 'buy' ? price - open.price : open.price - price) >= 0 &&
            (own === 'allow' || open.owner !== owner),
        )
        .reduce<Open | undefined>((best, open) => (best === undefined || better(open, best) ? open : best), undefined);
    for (let other = side === 'cancel' ? undefined : partner(); other !== undefined && order.left > 0; other = partner()) {
      const traded = order.left < other.left ? order.left : other.left;
      trades.push([id, other.id, other.price, traded]);
      order.left -= traded;
      other.left -= traded;
    }
    book = side === 'cancel' ? book.filter((open) => open.id !== id) : [...book, order];
  }
  const rest = (side: string): Plain =>
    book
      .filter((open) => open.side === side && open.left > 0)
      .toSorted((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price))
      .map(({ id, price, left }) => [id, price, left]);
  return [trades, rest('buy'), rest('sell')];
};

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
  programs: ({ own }, entry) => ({
    python: {
      right: [
        `class Open:
    def __init__(self, id, price, left, owner):
        self.id = id
        self.price = price
        self.left = left
        self.owner = owner


def insert(side, order, before):
    at = 0
    while at < len(side) and not before(order.price, side[at].price):
        at += 1
    side.insert(at, order)


def ${entry}(orders):
    buys = []
    sells = []
    trades = []
    for id, side, price, size, owner in orders:
        if side == "cancel":
            buys = [o for o in buys if o.id != id]
            sells = [o for o in sells if o.id != id]
            continue
        if side == "buy":
            mine, others = buys, sells
        else:
            mine, others = sells, buys
        left = size
        for other in list(others):
            if left == 0:
                break
            if side == "buy" and other.price > price:
                break
            if side == "sell" and other.price < price:
                break
            if ${own === 'skip' ? 'other.owner == owner' : 'False'}:
                continue
            pieces = min(left, other.left)
            trades.append([id, other.id, other.price, pieces])
            left -= pieces
            other.left -= pieces
            if other.left == 0:
                others.remove(other)
        if left > 0:
            before = (lambda a, b: a > b) if side == "buy" else (lambda a, b: a < b)
            insert(mine, Open(id, price, left, owner), before)
    rest = lambda side: [[o.id, o.price, o.left] for o in side]
    return [trades, rest(buys), rest(sells)]`,
        `def ${entry}(orders):
    open_orders = {}
    trades = []
    for number, (id, side, price, size, owner) in enumerate(orders):
        if side == "cancel":
            open_orders.pop(id, None)
            continue
        sign = 1 if side == "buy" else -1

        def fits(other):
            return other["side"] != side and sign * other["price"] <= sign * price${own === 'skip' ? ' and other["owner"] != owner' : ''}

        partners = sorted(filter(fits, open_orders.values()), key=lambda o: (sign * o["price"], o["number"]))
        for other in partners:
            pieces = min(size, other["left"])
            if pieces == 0:
                break
            trades.append([id, other["id"], other["price"], pieces])
            size -= pieces
            other["left"] -= pieces
            if not other["left"]:
                del open_orders[other["id"]]
        if size:
            open_orders[id] = dict(id=id, side=side, price=price, left=size, owner=owner, number=number)
    result = [trades]
    for side, sign in (("buy", -1), ("sell", 1)):
        rest = sorted((o for o in open_orders.values() if o["side"] == side), key=lambda o: sign * o["price"])
        result.append([[o["id"], o["price"], o["left"]] for o in rest])
    return result`,
      ],
      faults: [
        {
          name: 'trades at the price of the new order',
          edits: [['trades.append([id, other.id, other.price, pieces])', 'trades.append([id, other.id, price, pieces])']],
          fails: ['one trade', 'the best price first', 'orders of the same owner'],
        },
        {
          name: 'equal prices do not meet',
          edits: [
            ['other.price > price', 'other.price >= price'],
            ['other.price < price', 'other.price <= price'],
          ],
          fails: [
            'equal prices meet',
            'who came first at equal prices',
            'cancelled orders',
            'orders of the same owner',
            'the best price first',
          ],
        },
        {
          name: 'who comes last stands first',
          edits: [
            ['(lambda a, b: a > b) if', '(lambda a, b: a >= b) if'],
            ['else (lambda a, b: a < b)', 'else (lambda a, b: a <= b)'],
          ],
          fails: ['who came first at equal prices'],
        },
        {
          name: 'cancels sell orders alone',
          edits: [['            buys = [o for o in buys if o.id != id]\n', '']],
          fails: ['cancelled orders', 'no orders'],
        },
        {
          name: 'the other rule for owners',
          edits: [[own === 'skip' ? 'if other.owner == owner:' : 'if False:', own === 'skip' ? 'if False:' : 'if other.owner == owner:']],
          fails: ['orders of the same owner'],
        },
      ],
    },
    typescript: {
      right: [
        `type Order = [id: string, side: string, price: number, size: number, owner: string];
interface Open {
  id: string;
  price: number;
  left: number;
  owner: string;
}
type Row = [string, number, number];

function ${entry}(orders: Order[]): [[string, string, number, number][], Row[], Row[]] {
  let buys: Open[] = [];
  let sells: Open[] = [];
  const trades: [string, string, number, number][] = [];
  for (const [id, side, price, size, owner] of orders) {
    if (side === 'cancel') {
      buys = buys.filter((order) => order.id !== id);
      sells = sells.filter((order) => order.id !== id);
      continue;
    }
    const others = side === 'buy' ? sells : buys;
    let left = size;
    for (const other of others) {
      const fits = side === 'buy' ? other.price <= price : other.price >= price;
      if (!fits || left === 0) break;
      if (${own === 'skip' ? 'other.owner === owner' : 'false'}) continue;
      const pieces = Math.min(left, other.left);
      trades.push([id, other.id, other.price, pieces]);
      left -= pieces;
      other.left -= pieces;
    }
    buys = buys.filter((order) => order.left > 0);
    sells = sells.filter((order) => order.left > 0);
    if (left > 0) {
      const open: Open = { id, price, left, owner };
      if (side === 'buy') {
        buys.push(open);
        buys.sort((a, b) => b.price - a.price);
      } else {
        sells.push(open);
        sells.sort((a, b) => a.price - b.price);
      }
    }
  }
  const rows = (side: Open[]): Row[] => side.map(({ id, price, left }: Open): Row => [id, price, left]);
  return [trades, rows(buys), rows(sells)];
}`,
        `type Side = 'buy' | 'sell';
type Entry = { id: string; side: Side; price: number; left: number; owner: string; turn: number };

class Book {
  private entries: Entry[] = [];
  readonly trades: unknown[][] = [];

  constructor(private turn = 0) {}

  private ranked(side: Side): Entry[] {
    const sign = side === 'buy' ? -1 : 1;
    return this.entries
      .filter((entry) => entry.side === side && entry.left > 0)
      .sort((a, b) => sign * (a.price - b.price) || a.turn - b.turn);
  }

  cancel(id: string): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  add(id: string, side: Side, price: number, size: number, owner: string): void {
    const entry: Entry = { id, side, price, left: size, owner, turn: this.turn++ };
    for (const other of this.ranked(side === 'buy' ? 'sell' : 'buy')) {
      const gain = side === 'buy' ? price - other.price : other.price - price;
      if (gain < 0${own === 'skip' ? ' || other.owner === owner' : ''} || entry.left === 0) continue;
      const pieces = Math.min(entry.left, other.left);
      this.trades.push([id, other.id, other.price, pieces]);
      entry.left -= pieces;
      other.left -= pieces;
    }
    this.entries.push(entry);
  }

  rest(side: Side): unknown[][] {
    return this.ranked(side).map((entry) => [entry.id, entry.price, entry.left]);
  }
}

export function ${entry}(orders: any[][]): unknown[][][] {
  const book = new Book();
  for (const [id, side, price, size, owner] of orders) {
    if (side === 'cancel') book.cancel(id as string);
    else book.add(id, side as Side, price, size, owner);
  }
  return [book.trades, book.rest('buy'), book.rest('sell')];
}`,
      ],
      faults: [
        {
          name: 'trades at the price of the new order',
          edits: [['trades.push([id, other.id, other.price, pieces])', 'trades.push([id, other.id, price, pieces])']],
          fails: ['one trade', 'the best price first', 'orders of the same owner'],
        },
        {
          name: 'equal prices do not meet',
          edits: [
            ['other.price <= price', 'other.price < price'],
            ['other.price >= price', 'other.price > price'],
          ],
          fails: [
            'equal prices meet',
            'who came first at equal prices',
            'cancelled orders',
            'orders of the same owner',
            'the best price first',
          ],
        },
        {
          name: 'does not sort',
          edits: [
            ['        buys.sort((a, b) => b.price - a.price);\n', ''],
            ['        sells.sort((a, b) => a.price - b.price);\n', ''],
          ],
          fails: ['prices that do not meet', 'the best price first'],
        },
        {
          name: 'an order that is used up stays open',
          edits: [['    buys = buys.filter((order) => order.left > 0);\n    sells = sells.filter((order) => order.left > 0);\n', '']],
          fails: ['one trade', 'equal prices meet', 'the best price first', 'who came first at equal prices', 'orders of the same owner'],
        },
        {
          name: 'the other rule for owners',
          edits: [
            [own === 'skip' ? 'if (other.owner === owner)' : 'if (false)', own === 'skip' ? 'if (false)' : 'if (other.owner === owner)'],
          ],
          fails: ['orders of the same owner'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'typescript', kind: 'write', level: 'extreme' },
  ],
});
