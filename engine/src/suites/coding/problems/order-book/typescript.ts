import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in TypeScript, and faults of the first one. */
export const typescript = ({ own }: Rule, entry: string): Programs => ({
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
      edits: [[own === 'skip' ? 'if (other.owner === owner)' : 'if (false)', own === 'skip' ? 'if (false)' : 'if (other.owner === owner)']],
      fails: ['orders of the same owner'],
    },
  ],
});
