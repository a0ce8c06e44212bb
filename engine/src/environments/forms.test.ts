import { describe, expect, test } from 'vitest';
import { noticeMark } from '../kit/world/changing-world.ts';
import { createEnvironment, worlds } from './index.ts';

const open = (id: string, data: unknown, change: { form: string; tool: string }) => {
  const tools = worlds.find((one) => one.id === id)?.tools;
  const environment = createEnvironment({ id: 't', tools, world: { id, state: { data, changes: [change] } } } as never);
  const say = async (name: string, given: Record<string, unknown>) =>
    (await environment.call({ id: 'c', name, arguments: given, argumentsText: '', repairs: [] })).content;
  const end = async () => (await environment.evidence?.())?.data;
  return { say, end };
};

describe('the calendar in UTC', () => {
  const event = { id: 'e-1', title: 'Talk', day: '2026-03-02', start: '10:00', end: '11:00', organiser: 'b@a.example', attendees: [] };
  const office = { me: 'a@a.example', contacts: [], mails: {}, sent: [], events: [event] };
  const changed = async () => {
    const opened = open('mail-calendar', office, { form: 'utc', tool: 'list_events' });
    const first = await opened.say('list_events', { day: event.day });
    return { ...opened, first };
  };

  test('is told of after the first look, and shown and taken from then on', async () => {
    const { say, end, first } = await changed();
    expect(first).toContain('10:00 to 11:00 |');
    expect(first).toContain(`\n${noticeMark} from the next call on, the calendar shows and takes all times in UTC`);
    expect(await say('list_events', { day: event.day })).toContain('| 08:00 to 09:00 UTC |');
    expect(await say('move_event', { id: 'e-1', day: event.day, start: '12:00', end: '13:00' })).toContain('12:00 to 13:00 UTC');
    expect(await end()).toMatchObject({ state: { events: [{ start: '14:00', end: '15:00' }] } });
  });

  test('has no day of another zone and no other form of times', async () => {
    const { say, end } = await changed();
    const made = { title: 'x', day: event.day, attendees: [] };
    expect(await say('create_event', { ...made, start: '08:00', end: '09:00' })).toContain('taken by "Talk" from 08:00 to 09:00 UTC');
    expect(await say('create_event', { ...made, start: '21:00', end: '22:00' })).toBe('error: 22:00 UTC is on the next day in the office');
    expect(await say('create_event', { ...made, start: '9', end: '10:00' })).toContain('no time of the form HH:MM');
    expect(await end()).toMatchObject({ state: { events: [{ start: '10:00' }] } });
  });
});

const shop = {
  today: '2026-03-02',
  shipping: { standard_cents: 1, express_cents: 2, free_from_cents: 9000 },
  products: [{ id: 'P-1', name: 'Elm chair', category: 'chair', price_cents: 100, stock: 9, description: '' }],
  customers: [{ id: 'C-1', name: 'A B', email: 'a@b.example', tier: 'gold' }],
  coupons: [],
  carts: { 'C-1': { items: [{ product_id: 'P-1', quantity: 2 }], coupon: null } },
  orders: [
    {
      id: 'O-1001',
      customer_id: 'C-1',
      placed: '2026-02-01',
      delivered: '2026-02-04',
      status: 'delivered',
      items: [{ product_id: 'P-1', quantity: 2, unit_price_cents: 1250 }],
      discount_cents: 0,
      shipping_cents: 1,
      total_cents: 2501,
      note: '',
    },
  ],
  refunds: [],
  tickets: [],
};

test('orders in euros: amounts have other names and values, and refunds go on in cents', async () => {
  const { say, end } = open('shop', shop, { form: 'euros', tool: 'list_orders' });
  expect(await say('list_orders', { customer_id: 'C-1' })).toContain('"total_cents":2501');
  expect(JSON.parse(await say('get_order', { order_id: 'O-1001' }))).toMatchObject({
    items: [{ quantity: 2, unit_price_euros: 12.5 }],
    shipping_euros: 0.01,
    total_euros: 25.01,
  });
  expect(await say('get_order', { order_id: 'O-1' })).toBe('error: there is no order "O-1"');
  expect(await say('view_cart', { customer_id: 'C-1' })).toContain('"subtotal_cents":200');
  const refund = { order_id: 'O-1001', product_id: 'P-1', quantity: 2, amount_cents: 25, reason: 'damaged' };
  expect(await say('refund', refund)).toContain('"amount_cents":25');
  expect(await end()).toMatchObject({ state: { refunds: [refund], orders: [{ total_cents: 2501 }] } });
});

test('a cart that adds: pieces are added after the look that says so, and 0 takes the product out', async () => {
  const { say, end } = open('shop', shop, { form: 'cart-adds', tool: 'view_cart' });
  const set = (quantity: number) => say('set_cart_item', { customer_id: 'C-1', product_id: 'P-1', quantity });
  expect(await set(3)).toContain('"quantity":3');
  expect(await say('view_cart', { customer_id: 'C-1' })).toContain(`${noticeMark} from the next call on, set_cart_item adds`);
  expect(await set(3)).toContain('"quantity":6');
  expect(await set(4)).toContain('out of stock');
  expect(await set(0)).toContain('"items":[]');
  expect(await set(4)).toContain('"quantity":4');
  expect(await end()).toMatchObject({ state: { carts: { 'C-1': { items: [{ product_id: 'P-1', quantity: 4 }] } } } });
});
