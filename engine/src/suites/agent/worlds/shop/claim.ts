import type { Customer, Order, Product, Refund } from '../../../../environments/shop/state.ts';
import type { Random } from '../../../../kit/random.ts';
import { terms } from './setting.ts';
import { bought, drawBase, drawShop, type Base, type Wish } from './store.ts';

export type Line = Order['items'][number];

export const lineOf = (order: Order, at = 0): Line => order.items[at] as Line;
export const nameOf = (base: Base, { product_id }: Line): string => base.products.find(({ id }) => id === product_id)?.name ?? '';

export const tierOf = (random: Random, base: Base, tier: Customer['tier'], without: readonly string[] = []): Customer =>
  random.pick(base.customers.filter((one) => one.tier === tier && !without.includes(one.id)));

export const delivered = (
  random: Random,
  { customer, days, ...rest }: { customer: Customer; days: number; items: Line[]; note?: string },
): Wish => ({
  customer_id: customer.id,
  placedDaysAgo: days + random.int(2, 6),
  deliveredDaysAgo: days,
  status: 'delivered',
  ...rest,
});

export const dearer = (product: Product, cents: number): Product => ({ ...product, price_cents: cents });

export const refunding = (order: Order, line: Line, refund: Pick<Refund, 'quantity' | 'amount_cents' | 'reason'>): Refund => ({
  order_id: order.id,
  product_id: line.product_id,
  ...refund,
});

export const claimed = (line: Line): number => line.quantity * line.unit_price_cents;
export const afterMind = (line: Line): number => Math.floor((claimed(line) * terms.mindPercent) / 100);

/** Two orders of one customer with two lines each; the first one is meant. */
export const drawClaim = (random: Random, { tier, days, cents }: { tier: Customer['tier']; days: number; cents?: number }) => {
  const base = drawBase(random);
  const customer = tierOf(random, base, tier);
  const [first, second, third] = random.sample(base.products, 3) as [Product, Product, Product];
  const wanted = cents === undefined ? first : dearer(first, cents);
  const wishes = [
    delivered(random, { customer, days, items: [bought(wanted, 2, random), bought(second, 1, random)] }),
    delivered(random, { customer, days: days + random.int(25, 40), items: [bought(third, 2, random)] }),
  ];
  const { shop, wished } = drawShop(random, base, wishes);
  const [order, older] = wished as [Order, Order];
  return { base, shop, customer, order, older, line: lineOf(order) };
};
