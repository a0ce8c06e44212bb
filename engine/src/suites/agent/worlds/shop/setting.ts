import { shopWorld } from '../../../../environments/shop/environment.ts';
import type { ShopState } from '../../../../environments/shop/state.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Matcher } from '../../../../scorers/tool-calls/expect.ts';
import type { Policy, WorldTask } from '../../world-task.ts';
import { sameBut, type Call } from '../../steps.ts';

/** Days after delivery and cents that the policies name. */
export const terms = { damagedDays: 30, mindDays: 14, goldMindDays: 30, mindPercent: 80, limitCents: 20_000 } as const;

const rules = {
  damaged: `Goods that arrived damaged are refunded in full until ${terms.damagedDays} days after the day of delivery, and not later.`,
  mind: `Whoever has changed their mind gets ${terms.mindPercent} % of the price paid for the goods, rounded down to whole cents, until ${terms.mindDays} days after the day of delivery, gold customers until ${terms.goldMindDays} days after it, and not later.`,
  limit: `You never pay a refund of more than ${terms.limitCents} cents for one product of an order. Where such a refund is due, open a ticket of the kind refund_approval for the order and pay nothing.`,
  owner: 'An order is cancelled or refunded only at the wish of the customer whose order it is.',
  discount: 'A refund for a late delivery is not given.',
} as const;
export type ShopRule = keyof typeof rules;

/** All rules of the shop under codes that differ from task to task. */
export const shopPolicies = (random: Random): { policies: Policy[]; codeOf: (rule: ShopRule) => string } => {
  const names = Object.keys(rules) as ShopRule[];
  const numbers = random.sample(
    Array.from({ length: 90 }, (_, index) => index + 10),
    names.length,
  );
  const codeOf = (rule: ShopRule): string => `SP-${numbers[names.indexOf(rule)]}`;
  return { policies: random.shuffle(names).map((rule) => ({ code: codeOf(rule), text: rules[rule] })), codeOf };
};

const settingOf = ({ today, shipping }: ShopState): string =>
  [
    'You are a clerk of a shop and act for its customers. Products have ids such as P-101, customers C-41, orders O-1001.',
    `Today is ${today}. All amounts are whole cents. Standard delivery costs ${shipping.standard_cents} cents, and nothing when the goods after the discount cost ${shipping.free_from_cents} cents or more; express delivery always costs ${shipping.express_cents} cents. A discount is rounded down to whole cents.`,
    'Prices of today are not those of earlier orders. All pieces of one product of an order are refunded in one call.',
  ].join(' ');

/** What every task of this world has in common. All tools are offered. */
export const shopTask = (shop: ShopState): Pick<WorldTask, 'world' | 'offered' | 'setting' | 'data' | 'idle'> => ({
  world: shopWorld,
  offered: shopWorld.tools.map(({ name }) => name),
  setting: settingOf(shop),
  data: shop,
  idle: { name: 'search_products', arguments: { text: 'zzz' } },
});

/** The end state: refunds and tickets are as many as these, in any order. */
export const finalShop = (shop: ShopState): Matcher => {
  const anyOrder = (list: readonly unknown[]): Matcher => ({ kind: 'set', items: list.map((value) => ({ kind: 'exact', value })) });
  return sameBut(shop, { refunds: anyOrder(shop.refunds), tickets: anyOrder(shop.tickets) });
};

/** A change that nobody asked for; it suits every task. */
export const spoil = (shop: ShopState): Call => ({
  name: 'open_ticket',
  arguments: { order_id: shop.orders[0]?.id ?? '', kind: 'lost_parcel' },
});

export const whole = (value: number) => ({ type: 'integer' as const, value: String(value) });
export const words = (value: string) => ({ type: 'words' as const, value });
