import type { Plain } from '../../literal.ts';

export type Rule = { name: string; own: 'skip' | 'allow' };
export type Order = [id: string, side: string, price: number, size: number, owner: string];
type Open = { id: string; side: string; price: number; left: number; owner: string };

/** One sorted list for each side. */
export const solve = ({ own }: Rule, args: Plain[]): Plain => {
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
export const check = ({ own }: Rule, args: Plain[]): Plain => {
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
