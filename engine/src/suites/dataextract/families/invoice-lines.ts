import type { Random } from '../../../kit/random.ts';
import type { Day } from '../calendar.ts';
import { centsOf, codeOf, companies, dayOf, goods } from '../pools.ts';
import type { Data } from '../shape.ts';

export type Line = { article: string; quantity: number; cents: number };
export type Invoice = { number: string; day: Day; seller: string; customer: string; lines: Line[]; order: string | null; days: number };

export const linesOf = (random: Random, count: number, dearest = 90): Line[] =>
  random.sample(goods, count).map((article) => ({ article, quantity: random.int(2, 24), cents: centsOf(random, 3, dearest) }));

export const drawInvoice = (random: Random, lines: number, number = codeOf(random, 'RE')): Invoice => {
  const [seller = '', customer = ''] = random.sample(companies, 2);
  return {
    number,
    day: dayOf(random),
    seller,
    customer,
    lines: linesOf(random, lines),
    order: random.chance(0.5) ? codeOf(random, 'PO', 4) : null,
    days: random.pick([10, 14, 21, 30]),
  };
};

export const totalOf = ({ lines }: Pick<Invoice, 'lines'>): number => lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0);
export const lineData = ({ article, quantity, cents }: Line): Data => ({ article, quantity, unit_price: cents / 100 });
