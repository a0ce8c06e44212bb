import { describe, expect, test } from 'vitest';
import type { ShopState } from '../../../../environments/shop/state.ts';
import { shopWorld } from '../../../../environments/shop/environment.ts';
import { tasksOfFamilies } from '../../../../kit/family.ts';
import { changingWorld } from '../../../../kit/world/changing-world.ts';
import { worldStateSchema, type WorldResult } from '../../../../kit/world/world.ts';
import { daysBetween } from '../day-numbers.ts';
import { shopFamilies } from './families.ts';

const seeds = Array.from({ length: process.env['CI'] ? 200 : 10 }, (_, seed) => seed + 1000);
const turnsMax = 25;

/** The numbers and ids that stand in a result. */
const valuesOf = (text: string): string[] => text.match(/[A-Z]-\d+|-?\d+/g) ?? [];

const play = async (task: ReturnType<typeof tasksOfFamilies>[number]) => {
  const { data, faults, changes } = worldStateSchema.parse(task.world?.state);
  const running = changingWorld(shopWorld, await shopWorld.start(structuredClone(data)), changes);
  const replies = task.proof.accepted[0]?.replies ?? [];
  const results: WorldResult[] = [];
  for (const { toolCalls = [] } of replies)
    for (const { name, arguments: given } of toolCalls) results.push(await running.call(name, given));
  const answer = /Answer: (.*)$/.exec(replies.at(-1)?.text ?? '')?.[1] ?? '';
  return { before: data as ShopState, after: running.snapshot() as ShopState, faults, results, answer, turns: replies.length };
};

// Keys are worked out from the published rules; here the shop itself works them out again.
describe.each(shopFamilies.map(({ id }) => id))('%s', (id) => {
  const family = shopFamilies.filter((one) => one.id === id);

  test('the shop’s own results hold the key', async () => {
    for (const seed of seeds)
      for (const task of tasksOfFamilies('agent', family, seed)) {
        const { answer, results, turns, after } = await play(task);
        const where = `${task.id} of seed ${seed}: ${answer}`;
        expect(turns, where).toBeLessThanOrEqual(turnsMax);
        if (results.length === 0 || /^(?:REFUSED|IMPOSSIBLE)/.test(answer)) continue;
        const sums = [
          after.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
          ...after.orders.flatMap(({ items }) => items.map(({ quantity, unit_price_cents }) => quantity * unit_price_cents)),
        ];
        expect([...results.flatMap(({ content }) => valuesOf(content)), ...sums.map(String)], where).toContain(answer);
      }
  });
});

const each = async (id: string, check: (played: Awaited<ReturnType<typeof play>>, index: number, request: string) => void) => {
  const family = shopFamilies.filter((one) => one.id === id);
  for (const seed of seeds)
    for (const [index, task] of tasksOfFamilies('agent', family, seed).entries())
      check(await play(task), index, task.messages.at(-1)?.content ?? '');
};

const daysSince = ({ today }: ShopState, delivered: string | null): number => daysBetween(delivered ?? today, today);

test('refunds that are paid are within the policies, and those refused are not', async () => {
  await each('shop-refund', ({ before, after }, index) => {
    const [made] = after.refunds;
    const order = before.orders.find(({ id }) => id === made?.order_id);
    const line = order?.items.find(({ product_id }) => product_id === made?.product_id);
    const paid = (line?.unit_price_cents ?? 0) * 2;
    expect(daysSince(before, order?.delivered ?? null)).toBeLessThanOrEqual(30);
    expect(made?.amount_cents).toBe(index === 0 ? paid : Math.trunc((paid * 4) / 5));
    expect(made?.amount_cents).toBeLessThanOrEqual(20_000);
  });
  await each('shop-refund-refused', ({ before, results }, index) => {
    const order = JSON.parse(results.at(-1)?.content ?? '{}') as { delivered: string; customer_id: string };
    const tier = before.customers.find(({ id }) => id === order.customer_id)?.tier;
    expect([tier, daysSince(before, order.delivered) > (index === 0 ? 14 : 30)]).toEqual([index === 0 ? 'standard' : 'gold', true]);
  });
  await each('shop-refund-limit', ({ answer }) => expect(Number(answer)).toBeGreaterThan(20_000));
});

test('of five claims those are paid that the policies allow, and no other', async () => {
  await each('shop-claims', ({ before, after }, _index, request) => {
    const paid: string[] = [];
    const handed: string[] = [];
    for (const [, orderId, kind] of request.matchAll(/(O-\d+) \(([a-z ]+)\)/g)) {
      const order = before.orders.find(({ id }) => id === orderId);
      const days = daysSince(before, order?.delivered ?? null);
      const gold = before.customers.some(({ id, tier }) => id === order?.customer_id && tier === 'gold');
      const price = (order?.items ?? []).reduce((sum, line) => sum + line.quantity * line.unit_price_cents, 0);
      const damaged = kind === 'arrived damaged';
      if (days > (damaged || gold ? 30 : 14)) continue;
      const due = damaged ? price : Math.trunc((price * 8) / 10);
      if (due > 20_000) handed.push(String(orderId));
      else paid.push(`${orderId} ${due}`);
    }
    expect(after.refunds.map(({ order_id, amount_cents }) => `${order_id} ${amount_cents}`).toSorted()).toEqual(paid.toSorted());
    expect(after.tickets).toEqual(handed.map((order_id) => ({ order_id, kind: 'refund_approval' })));
    expect([paid.length, handed.length]).toEqual([2, 1]);
  });
});

test('the coupon of the key is the cheapest that the shop takes', async () => {
  const family = shopFamilies.filter(({ id }) => id === 'shop-coupon');
  for (const seed of seeds)
    for (const task of tasksOfFamilies('agent', family, seed)) {
      const { data } = worldStateSchema.parse(task.world?.state);
      const state = data as ShopState;
      const customer = Object.entries(state.carts).find(([, { items }]) => items.length > 0)?.[0] ?? '';
      const codes = /the coupons (.*?)\. Put/.exec(task.messages.at(-1)?.content ?? '')?.[1]?.split(', ') ?? [];
      const totals: number[] = [];
      for (const code of codes) {
        const running = await shopWorld.start(structuredClone(state));
        if ((await running.call('apply_coupon', { customer_id: customer, code })).isError) continue;
        const cart = JSON.parse((await running.call('view_cart', { customer_id: customer })).content) as { total_cents: number };
        totals.push(cart.total_cents);
      }
      expect(codes).toHaveLength(4);
      expect(totals).toHaveLength(2);
      expect(String(Math.min(...totals))).toBe(/Answer: (.*)$/.exec(task.proof.accepted[0]?.replies.at(-1)?.text ?? '')?.[1]);
    }
});

test('a name that is called impossible belongs to no product', async () => {
  await each('shop-impossible', ({ before, answer }) => {
    const name = answer.replace('IMPOSSIBLE ', '');
    expect(before.products.some((product) => product.name.includes(name))).toBe(false);
  });
});
