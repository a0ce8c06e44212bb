import type { Order, Product, ShopState } from '../../../../environments/shop/state.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { afterMind, claimed, delivered, lineOf, nameOf, refunding, tierOf, type Line } from './claim.ts';
import { finalShop, shopPolicies, shopTask, spoil, terms, whole } from './setting.ts';
import { bought, drawBase, drawShop } from './store.ts';

/** The look into the cart gives notice that numbers are from now on added to it. */
const doubled: Family = {
  id: 'shop-doubled',
  size: 1,
  make: (random) => {
    const drawn = drawBase(random);
    const chosen = random.sample(drawn.products, 3).toSorted((one, two) => (one.id < two.id ? -1 : 1)) as [Product, Product, Product];
    // Enough for three times of what is in the cart, which is what a model orders that missed the notice.
    const products = drawn.products.map((product) => (chosen.some(({ id }) => id === product.id) ? { ...product, stock: 14 } : product));
    const base = { ...drawn, products };
    const customer = random.pick(base.customers);
    const kept = random.int(0, 2);
    const items = chosen.map(({ id }) => ({ product_id: id, quantity: random.int(1, 4) }));
    const wanted = items.map((item, at) => (at === kept ? item : { ...item, quantity: 2 * item.quantity }));
    const withItems = (shop: ShopState, lines: typeof items): ShopState => ({
      ...shop,
      carts: { ...shop.carts, [customer.id]: { items: lines, coupon: null } },
    });
    const shop = withItems(drawShop(random, base).shop, items);
    const subtotal = (lines: typeof items): number =>
      lines.reduce((sum, { quantity }, at) => sum + quantity * (chosen[at] as Product).price_cents, 0);
    const who = { customer_id: customer.id };
    const raised = items.flatMap((item, at) => (at === kept ? [] : [{ ...item, at, name: (chosen[at] as Product).name }]));
    const put = (product_id: string, quantity: number) => ({ ...who, product_id, quantity });
    const acts = raised.map(({ product_id, quantity, at }) =>
      act('set_cart_item', put(product_id, quantity), {
        free: ['quantity'],
        leaves: { at: ['carts', customer.id, 'items', String(at), 'quantity'], is: { kind: 'exact', value: 2 * quantity } },
      }),
    );
    const [find, see, seeAgain] = [also('find_customers', { text: customer.name }), look('view_cart', who), also('view_cart', who)];
    const [first, last] = [raised[0] as (typeof raised)[number], raised.at(-1) as (typeof raised)[number]];
    return worldTask({
      ...shopTask(shop),
      difficulty: 'hard',
      tags: ['shop', 'state-change', 'changed-form'],
      policies: shopPolicies(random).policies,
      request: `Double the number of pieces of ${raised.map(({ name }) => `the ${name}`).join(' and of ')} in the cart of ${customer.name}. Leave the rest of the cart as it is, and do not check out.`,
      answerForm: 'the new subtotal of that cart in cents',
      changes: [{ form: 'cart-adds', tool: 'view_cart' }],
      steps: [[find], [see], acts, [seeAgain]],
      final: finalShop(withItems(shop, wanted)),
      answer: {
        expect: whole(subtotal(wanted)),
        right: String(subtotal(wanted)),
        wrong: [String(subtotal(items)), String(subtotal(items.map((item) => ({ ...item, quantity: 2 * item.quantity }))))],
      },
      harms: [spoil(shop), { name: 'set_cart_item', arguments: put((items[kept] as (typeof items)[number]).product_id, 1) }],
      decoys: [{ name: 'set_cart_item', arguments: put(last.product_id, 2 * last.quantity) }],
      alternatives: [
        {
          name: 'takes one product out and puts it in again',
          steps: [
            [find],
            [see],
            [
              also('set_cart_item', put(first.product_id, 0)),
              also('set_cart_item', put(first.product_id, 2 * first.quantity)),
              ...acts.slice(1),
            ],
            [seeAgain],
          ],
        },
      ],
      unchanged: [
        [find],
        [see],
        raised.map(({ product_id, quantity }) => also('set_cart_item', put(product_id, 2 * quantity))),
        [seeAgain],
      ],
      readsCanBeSkipped: false,
    });
  },
};

/** The list of orders gives notice that orders are shown in euros; refunds are still paid in cents. */
const amounts: Family = {
  id: 'shop-amounts',
  size: 1,
  make: (random) => {
    const base = drawBase(random);
    const customer = tierOf(random, base, 'standard');
    const [first, second, third] = random.sample(base.products, 3) as [Product, Product, Product];
    // Whole euros, which could as well be cents.
    const line: Line = { product_id: first.id, quantity: 2, unit_price_cents: 100 * random.int(12, 90) };
    const days = random.int(5, terms.damagedDays - 1);
    const { shop, wished } = drawShop(random, base, [
      delivered(random, { customer, days, items: [line, bought(second, 1, random)] }),
      delivered(random, { customer, days: days + random.int(25, 40), items: [bought(third, 2, random)] }),
    ]);
    const [order, older] = wished as [Order, Order];
    const amount = claimed(line);
    const right = refunding(order, line, { quantity: 2, amount_cents: amount, reason: 'damaged' });
    const asEuros = { ...right, amount_cents: amount / 100 };
    const before = [
      [also('find_customers', { text: customer.name })],
      [also('list_orders', { customer_id: customer.id })],
      [look('get_order', { order_id: order.id })],
    ];
    return worldTask({
      ...shopTask(shop),
      difficulty: 'hard',
      tags: ['shop', 'state-change', 'policy', 'changed-form'],
      policies: shopPolicies(random).policies,
      request: `${customer.name} writes: both pieces of the ${nameOf(base, line)} that I ordered came broken. Please refund what is due.`,
      answerForm: 'the amount that you refunded, in cents',
      changes: [{ form: 'euros', tool: 'list_orders' }],
      steps: [...before, [act('refund', right)]],
      final: finalShop({ ...shop, refunds: [right] }),
      answer: { expect: whole(amount), right: String(amount), wrong: [String(amount / 100), String(afterMind(line))] },
      harms: [{ name: 'refund', arguments: refunding(older, lineOf(older), { quantity: 1, amount_cents: 1, reason: 'damaged' }) }],
      decoys: [{ name: 'refund', arguments: asEuros }],
      unchanged: [...before, [also('refund', asEuros)]],
      readsCanBeSkipped: false,
    });
  },
};

export const changedFormFamilies: readonly Family[] = [doubled, amounts];
