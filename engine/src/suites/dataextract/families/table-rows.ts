import type { Random } from '../../../kit/random.ts';
import { centsOf, codesOf, companies, goods } from '../pools.ts';

export type Row = { sku: string; article: string; depot: string; stock: number | null; cents: number; active: boolean; supplier: string };

export const rowsOf = (random: Random, count: number, depots: readonly string[], dearest = 90): Row[] => {
  const suppliers = random.sample(companies, 3);
  const cents = new Set<number>();
  while (cents.size < count) cents.add(centsOf(random, 2, dearest));
  const prices = [...cents];
  return codesOf(random, 'A', count, 4).map((sku, at) => ({
    sku,
    article: goods[(at + count) % goods.length] ?? '',
    depot: random.pick(depots),
    stock: random.chance(0.2) ? null : random.int(0, 400),
    cents: prices[at] ?? 0,
    active: random.chance(0.7),
    supplier: random.pick(suppliers),
  }));
};
