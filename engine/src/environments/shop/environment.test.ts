import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunningWorld, WorldResult } from '../../kit/world/world.ts';
import { shopWorld } from './environment.ts';
import type { ShopState } from './state.ts';

const state: ShopState = {
  today: '2026-03-10',
  shipping: { standard_cents: 490, express_cents: 1290, free_from_cents: 5000 },
  products: Array.from({ length: 8 }, (_, at) => ({
    id: `P-${101 + at}`,
    name: `${['Blue', 'Red'][at % 2]} lamp ${at + 1}`,
    category: at < 5 ? 'lamps' : 'desks',
    price_cents: 999 + at * 1000,
    stock: at,
    description: `Lamp number ${at + 1}`,
  })),
  customers: [
    { id: 'C-11', name: 'Ida Moe', email: 'ida@example.net', tier: 'gold' },
    { id: 'C-12', name: 'Ola Moe', email: 'ola@example.net', tier: 'standard' },
  ],
  coupons: [
    { code: 'LAMP15', percent: 15, category: 'lamps', min_total_cents: 3000, expires: '2026-03-10', uses_left: 1 },
    { code: 'OLD', percent: 50, category: null, min_total_cents: 0, expires: '2026-03-09', uses_left: 9 },
    { code: 'BIG', percent: 50, category: null, min_total_cents: 9000, expires: '2026-12-31', uses_left: 9 },
    { code: 'GONE', percent: 50, category: null, min_total_cents: 0, expires: '2026-12-31', uses_left: 0 },
  ],
  carts: { 'C-11': { items: [], coupon: null }, 'C-12': { items: [{ product_id: 'P-103', quantity: 2 }], coupon: null } },
  orders: [
    {
      id: 'O-1001',
      customer_id: 'C-11',
      placed: '2026-02-01',
      delivered: '2026-02-04',
      status: 'delivered',
      items: [
        { product_id: 'P-102', quantity: 3, unit_price_cents: 1500 },
        { product_id: 'P-108', quantity: 1, unit_price_cents: 9000 },
      ],
      discount_cents: 0,
      shipping_cents: 0,
      total_cents: 13_500,
      note: '',
    },
    {
      id: 'O-1002',
      customer_id: 'C-12',
      placed: '2026-03-09',
      delivered: null,
      status: 'paid',
      items: [{ product_id: 'P-104', quantity: 2, unit_price_cents: 3999 }],
      discount_cents: 0,
      shipping_cents: 0,
      total_cents: 7998,
      note: 'Leave it at the door.',
    },
  ],
  refunds: [],
  tickets: [],
};

const open = async () => {
  const running = (await shopWorld.start(structuredClone(state))) as Omit<RunningWorld, 'call'> & {
    call: (tool: string, given: Record<string, unknown>) => WorldResult;
  };
  return {
    do: (tool: string, given: Record<string, unknown>) => running.call(tool, given),
    read: (tool: string, given: Record<string, unknown>) => JSON.parse(running.call(tool, given).content) as Record<string, unknown>,
    state: () => running.snapshot() as ShopState,
  };
};

const ida = { customer_id: 'C-11' };

test('products are found by every condition, in pages', async () => {
  const shop = await open();
  const ids = (given: Record<string, unknown>) => (shop.read('search_products', given)['products'] as { id: string }[]).map(({ id }) => id);
  expect(ids({})).toEqual(['P-101', 'P-102', 'P-103', 'P-104', 'P-105', 'P-106']);
  expect(shop.read('search_products', { page: 2 })).toMatchObject({ page: 2, pages: 2, products: [{ id: 'P-107' }, { id: 'P-108' }] });
  expect(ids({ text: 'bLUE', category: 'lamps', max_price_cents: 4000, in_stock: true })).toEqual(['P-103']);
  expect(ids({ text: 'chair' })).toEqual([]);
  expect(shop.do('search_products', { page: 3 })).toMatchObject({ isError: true });
  expect(shop.read('get_product', { product_id: 'P-105' })).toMatchObject({ description: 'Lamp number 5', stock: 4 });
  expect(shop.read('find_customers', { text: 'moe' })['customers']).toHaveLength(2);
  expect(shop.read('list_orders', ida)).toMatchObject({ orders: [{ order_id: 'O-1001', status: 'delivered' }], pages: 1 });
  expect(shop.read('get_order', { order_id: 'O-1002' })).toMatchObject({ note: 'Leave it at the door.', refunds: [] });
  expect(shop.state()).toEqual(state);
});

test('a cart becomes an order: price, stock, coupon and cart all follow', async () => {
  const shop = await open();
  for (const [product_id, quantity] of [
    ['P-105', 1],
    ['P-103', 2],
    ['P-106', 1],
    ['P-105', 3],
    ['P-106', 0],
  ] as const)
    expect(shop.do('set_cart_item', { ...ida, product_id, quantity }).isError).toBe(false);
  expect(shop.do('apply_coupon', { ...ida, code: 'LAMP15' }).isError).toBe(false);
  // 2 × 2,999 + 3 × 4,999 = 20,995; 15 % of it is 3,149.25.
  expect(shop.read('view_cart', ida)).toMatchObject({
    subtotal_cents: 20_995,
    discount_cents: 3149,
    shipping_cents: 0,
    total_cents: 17_846,
  });
  expect(shop.read('check_out', { ...ida, delivery: 'express' })).toMatchObject({
    id: 'O-1003',
    shipping_cents: 1290,
    total_cents: 19_136,
  });
  const after = shop.state();
  expect(after.products.map(({ stock }) => stock)).toEqual([0, 1, 0, 3, 1, 5, 6, 7]);
  expect(after.coupons[0]?.uses_left).toBe(0);
  expect(after.carts['C-11']).toEqual({ items: [], coupon: null });
  expect(after.orders).toHaveLength(3);
  expect(after.carts['C-12']).toEqual(state.carts['C-12']);
});

test('shipping is free from the stated amount after the discount', async () => {
  const shop = await open();
  shop.do('set_cart_item', { ...ida, product_id: 'P-103', quantity: 1 });
  expect(shop.read('view_cart', ida)).toMatchObject({ shipping_cents: 490, total_cents: 3489 });
  shop.do('set_cart_item', { ...ida, product_id: 'P-102', quantity: 1 });
  shop.do('set_cart_item', { ...ida, product_id: 'P-103', quantity: 1 });
  expect(shop.read('view_cart', ida)).toMatchObject({ subtotal_cents: 4998, shipping_cents: 490 });
});

test.each([
  ['a product that is not there', 'set_cart_item', { ...ida, product_id: 'P-999', quantity: 1 }, 'there is no product'],
  ['a customer who is not there', 'set_cart_item', { customer_id: 'C-99', product_id: 'P-102', quantity: 1 }, 'there is no customer'],
  ['a name of JavaScript', 'view_cart', { customer_id: '__proto__' }, 'there is no customer'],
  ['more than the stock', 'set_cart_item', { ...ida, product_id: 'P-104', quantity: 4 }, 'out of stock: 3 of P-104'],
  ['a coupon for an empty cart', 'apply_coupon', { ...ida, code: 'LAMP15' }, 'needs goods of category lamps'],
  ['a coupon above the cart', 'apply_coupon', { customer_id: 'C-12', code: 'BIG' }, 'at least 9000 cents, the cart has 5998'],
  ['an expired coupon', 'apply_coupon', { customer_id: 'C-12', code: 'OLD' }, 'expired on 2026-03-09'],
  ['a used coupon', 'apply_coupon', { customer_id: 'C-12', code: 'GONE' }, 'is used up'],
  ['an unknown coupon', 'apply_coupon', { customer_id: 'C-12', code: 'NEW' }, 'there is no coupon'],
  ['no coupon to take off', 'remove_coupon', ida, 'has no coupon'],
  ['an empty cart', 'check_out', { ...ida, delivery: 'standard' }, 'the cart is empty'],
  ['a delivered order', 'cancel_order', { order_id: 'O-1001' }, 'is delivered'],
  ['an unknown order', 'cancel_order', { order_id: 'O-1' }, 'there is no order'],
  [
    'a product of another order',
    'refund',
    { order_id: 'O-1001', product_id: 'P-104', quantity: 1, amount_cents: 1, reason: 'damaged' },
    'holds no product',
  ],
  [
    'more pieces than were bought',
    'refund',
    { order_id: 'O-1001', product_id: 'P-102', quantity: 4, amount_cents: 1, reason: 'damaged' },
    '3 of P-102',
  ],
  [
    'more money than was paid',
    'refund',
    { order_id: 'O-1001', product_id: 'P-102', quantity: 2, amount_cents: 3001, reason: 'damaged' },
    '3000 cents',
  ],
  ['a ticket on nothing', 'open_ticket', { order_id: 'O-7', kind: 'complaint' }, 'there is no order'],
  ['a tool that is not there', 'give_everything', {}, 'there is no tool'],
])('%s', async (_name, tool, given, message) => {
  const shop = await open();
  const result = shop.do(tool, given);
  expect(result).toMatchObject({ isError: true, changed: false });
  expect(result.content).toContain(message);
  expect(shop.state()).toEqual(state);
});

test('a cart whose goods ran out while it stood cannot be paid, and nothing is half done', async () => {
  const shop = await open();
  shop.do('set_cart_item', { ...ida, product_id: 'P-102', quantity: 1 });
  shop.do('set_cart_item', { ...ida, product_id: 'P-103', quantity: 2 });
  expect(shop.do('check_out', { customer_id: 'C-12', delivery: 'standard' }).isError).toBe(false);
  const before = shop.state();
  expect(shop.do('check_out', { ...ida, delivery: 'standard' })).toMatchObject({ isError: true, changed: false });
  expect(shop.state()).toEqual(before);
});

test('a cancelled order gives its goods back, and is not refunded', async () => {
  const shop = await open();
  expect(shop.read('cancel_order', { order_id: 'O-1002' })).toMatchObject({ status: 'cancelled' });
  expect(shop.state().products[3]?.stock).toBe(5);
  expect(shop.do('cancel_order', { order_id: 'O-1002' })).toMatchObject({ isError: true });
  expect(shop.do('refund', { order_id: 'O-1002', product_id: 'P-104', quantity: 1, amount_cents: 1, reason: 'damaged' })).toMatchObject({
    isError: true,
  });
});

test('refunds add up to what was bought at most; refunds and tickets have one order', async () => {
  const shop = await open();
  const give = (quantity: number) =>
    shop.do('refund', { order_id: 'O-1001', product_id: 'P-102', quantity, amount_cents: 100, reason: 'changed_mind' });
  expect(give(2).isError).toBe(false);
  expect(give(2).content).toContain('1 of P-102 can still');
  expect(give(1).isError).toBe(false);
  shop.do('open_ticket', { order_id: 'O-1002', kind: 'lost_parcel' });
  shop.do('open_ticket', { order_id: 'O-1001', kind: 'complaint' });
  expect(shop.do('open_ticket', { order_id: 'O-1001', kind: 'complaint' })).toMatchObject({ isError: true });
  expect(shop.state().refunds.map(({ quantity }) => quantity)).toEqual([1, 2]);
  expect(shop.state().tickets.map(({ order_id }) => order_id)).toEqual(['O-1001', 'O-1002']);
});

test('whatever is called, stock plus goods of orders stays the same and no number goes below zero', async () => {
  const one = fc.record({
    tool: fc.constantFrom('set_cart_item', 'apply_coupon', 'check_out', 'cancel_order', 'refund', 'remove_coupon'),
    customer_id: fc.constantFrom('C-11', 'C-12'),
    product_id: fc.constantFrom('P-102', 'P-103', 'P-104', 'P-108'),
    quantity: fc.integer({ min: 0, max: 6 }),
    code: fc.constantFrom('LAMP15', 'OLD'),
    order_id: fc.constantFrom('O-1001', 'O-1002', 'O-1003'),
    amount_cents: fc.integer({ min: 1, max: 9000 }),
    delivery: fc.constantFrom('standard', 'express'),
    reason: fc.constant('damaged'),
  });
  const goods = ({ products, orders }: ShopState) =>
    products.reduce((sum, { stock }) => sum + stock, 0) +
    orders
      .filter(({ status }) => status !== 'cancelled')
      .reduce((sum, { items }) => sum + items.reduce((all, { quantity }) => all + quantity, 0), 0);
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 25 }), async (calls) => {
      const shop = await open();
      for (const { tool, ...given } of calls) shop.do(tool, given);
      const after = shop.state();
      expect(goods(after)).toBe(goods(state));
      expect(after.products.every(({ stock }) => stock >= 0)).toBe(true);
      expect(after.coupons.every(({ uses_left }) => uses_left >= 0)).toBe(true);
    }),
  );
});
