import type { Coupon, Product, ShopState } from '../../../../environments/shop/state.ts';
import type { Family } from '../../../../kit/family.ts';
import type { Random } from '../../../../kit/random.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { addDays } from '../day-numbers.ts';
import { drawUntil } from '../draw-until.ts';
import { finalShop, shopPolicies, shopTask, spoil, whole, words } from './setting.ts';
import { afterCheckOut, billOf, drawBase, drawShop, type Base } from './store.ts';

const findProduct = ({ name }: Product) => also('search_products', { text: name });

/** Products with at least this stock, whose names stand in no other name. */
const stocked = (random: Random, base: Base, count: number, least = 3): Product[] =>
  random.sample(
    base.products.filter(({ stock }) => stock >= least),
    count,
  );

/** From names to ids, into the cart, and out as an order. */
const order: Family = {
  id: 'shop-order',
  size: 1,
  make: (random) => {
    const base = drawBase(random);
    const { shop } = drawShop(random, base);
    const [first, second, other] = stocked(random, base, 3) as [Product, Product, Product];
    const customer = random.pick(base.customers);
    const items = [
      { product_id: first.id, quantity: random.int(1, 3) },
      { product_id: second.id, quantity: random.int(1, 3) },
    ];
    const bill = billOf(base, items, { express: true });
    const standard = billOf(base, items);
    const who = { customer_id: customer.id };
    return worldTask({
      ...shopTask(shop),
      difficulty: 'medium',
      tags: ['shop', 'state-change'],
      policies: shopPolicies(random).policies,
      request: `Please order ${items[0]?.quantity} × ${first.name} and ${items[1]?.quantity} × ${second.name} for ${customer.name}, with express delivery.`,
      answerForm: 'the total that the customer pays, in cents',
      steps: [
        [also('find_customers', { text: customer.name }), findProduct(first), findProduct(second)],
        items.map((item) => act('set_cart_item', { ...who, ...item })),
        [act('check_out', { ...who, delivery: 'express' })],
      ],
      final: finalShop(afterCheckOut(shop, customer.id, items, true)),
      answer: {
        expect: whole(bill.total_cents),
        right: String(bill.total_cents),
        wrong: [String(standard.total_cents === bill.total_cents ? bill.total_cents + 1 : standard.total_cents)],
      },
      harms: [{ name: 'set_cart_item', arguments: { ...who, product_id: other.id, quantity: 1 } }, spoil(shop)],
      decoys: [{ name: 'check_out', arguments: { ...who, delivery: 'standard' } }],
      readsCanBeSkipped: false,
    });
  },
};

/** The wished number is not there; the rest is filled with another product. */
const shortage: Family = {
  id: 'shop-shortage',
  size: 1,
  make: (random) => {
    const drawn = drawBase(random);
    const [scarce, second] = stocked(random, drawn, 2, 8) as [Product, Product];
    const left = random.int(2, 5);
    const base: Base = {
      ...drawn,
      products: drawn.products.map((product) => (product.id === scarce.id ? { ...product, stock: left } : product)),
    };
    const { shop } = drawShop(random, base);
    const customer = random.pick(base.customers);
    const wished = left + random.int(1, 3);
    const items = [
      { product_id: scarce.id, quantity: left },
      { product_id: second.id, quantity: wished - left },
    ];
    const bill = billOf(base, items);
    const who = { customer_id: customer.id };
    return worldTask({
      ...shopTask(shop),
      difficulty: 'medium',
      tags: ['shop', 'state-change', 'recovery'],
      policies: shopPolicies(random).policies,
      request: `${customer.name} wants ${wished} × ${scarce.name}. If there are not that many, order all that are left and make up the number with ${second.name}. Standard delivery.`,
      answerForm: 'the total that the customer pays, in cents',
      steps: [
        [also('find_customers', { text: customer.name }), findProduct(scarce), findProduct(second)],
        [also('set_cart_item', { ...who, product_id: scarce.id, quantity: wished })],
        items.map((item) => act('set_cart_item', { ...who, ...item })),
        [act('check_out', { ...who, delivery: 'standard' })],
      ],
      final: finalShop(afterCheckOut(shop, customer.id, items)),
      answer: { expect: whole(bill.total_cents), right: String(bill.total_cents), wrong: [String(scarce.price_cents * wished)] },
      harms: [{ name: 'set_cart_item', arguments: { ...who, product_id: second.id, quantity: 1 } }],
      decoys: [{ name: 'check_out', arguments: { ...who, delivery: 'express' } }],
      readsCanBeSkipped: false,
    });
  },
};

const drawCart = (random: Random) => {
  const drawn = drawBase(random);
  const [first, second, third] = stocked(random, drawn, 3) as [Product, Product, Product];
  const customer = random.pick(drawn.customers);
  const items = [first, second, third]
    .map(({ id }) => ({ product_id: id, quantity: random.int(1, 3) }))
    .toSorted((left, right) => (left.product_id < right.product_id ? -1 : 1));
  return { drawn, first, customer, items };
};

const withCart = (shop: ShopState, customerId: string, cart: ShopState['carts'][string]): ShopState => ({
  ...shop,
  carts: { ...shop.carts, [customerId]: cart },
});

/** Three coupons look good: the best one is expired, the next needs more goods of its kind than there are. */
const coupon: Family = {
  id: 'shop-coupon',
  size: 1,
  make: (random) => {
    const { base, codes, best, customer, items, plain } = drawUntil(() => {
      const { drawn, first, customer: who, items: lines } = drawCart(random);
      const ofKind = lines.filter(({ product_id }) =>
        drawn.products.some(({ id, category }) => id === product_id && category === first.category),
      );
      const worth = ofKind.reduce(
        (sum, { product_id, quantity }) => sum + quantity * (drawn.products.find(({ id }) => id === product_id)?.price_cents ?? 0),
        0,
      );
      const made: Coupon[] = [
        {
          code: `KIND${random.int(10, 99)}`,
          percent: random.int(15, 25),
          category: first.category,
          min_total_cents: Math.floor(worth / 2),
          expires: addDays(drawn.today, random.int(0, 9)),
          uses_left: 3,
        },
        {
          code: `PLUS${random.int(10, 99)}`,
          percent: 35,
          category: first.category,
          min_total_cents: worth + random.int(1, 900),
          expires: addDays(drawn.today, 30),
          uses_left: 9,
        },
        {
          code: `ALL${random.int(10, 99)}`,
          percent: random.int(8, 14),
          category: null,
          min_total_cents: 1000,
          expires: addDays(drawn.today, random.int(0, 9)),
          uses_left: 2,
        },
      ];
      const [kind, , all] = made as [Coupon, Coupon, Coupon];
      const [left, right] = [kind, all]
        .map((one) => ({ coupon: one, total: billOf(drawn, lines, { coupon: one }).total_cents }))
        .toSorted((one, two) => one.total - two.total);
      if (left === undefined || right === undefined || left.total >= right.total) return null;
      const coupons = [...drawn.coupons, ...made].toSorted((one, two) => (one.code < two.code ? -1 : 1));
      return {
        base: { ...drawn, coupons },
        codes: [...made.map(({ code }) => code), drawn.coupons.find(({ code }) => code.startsWith('OLD'))?.code ?? ''],
        best: left,
        customer: who,
        items: lines,
        plain: right,
      };
    });
    const shop = withCart(drawShop(random, base).shop, customer.id, { items, coupon: null });
    const who = { customer_id: customer.id };
    return worldTask({
      ...shopTask(shop),
      difficulty: 'hard',
      tags: ['shop', 'state-change', 'coupon'],
      policies: shopPolicies(random).policies,
      request: `${customer.name} has a cart and the coupons ${random.shuffle(codes).join(', ')}. Put on the cart that one of them which makes the total with standard delivery the lowest. Do not check out.`,
      answerForm: 'the total of the cart with that coupon and standard delivery, in cents',
      steps: [
        [also('find_customers', { text: customer.name })],
        [also('view_cart', who), ...codes.map((code) => also('get_coupon', { code }))],
        [act('apply_coupon', { ...who, code: best.coupon.code })],
        [also('view_cart', who)],
      ],
      final: finalShop(withCart(shop, customer.id, { items, coupon: best.coupon.code })),
      answer: { expect: whole(best.total), right: String(best.total), wrong: [String(plain.total)] },
      harms: [{ name: 'check_out', arguments: { ...who, delivery: 'standard' } }],
      decoys: [{ name: 'apply_coupon', arguments: { ...who, code: plain.coupon.code } }],
      alternatives: [
        {
          name: 'tries them out',
          steps: [
            [also('find_customers', { text: customer.name })],
            [
              also('apply_coupon', { ...who, code: plain.coupon.code }),
              also('view_cart', who),
              act('apply_coupon', { ...who, code: best.coupon.code }),
              also('view_cart', who),
            ],
          ],
        },
      ],
      readsCanBeSkipped: false,
    });
  },
};

/** The payment does not go through at once. Index 0: it was declined and has to be tried again; index 1: nobody knows. */
const payment: Family = {
  id: 'shop-payment',
  size: 2,
  make: (random, index) => {
    const unknown = index === 1;
    const { drawn, customer, items } = drawCart(random);
    const shop = withCart(drawShop(random, drawn).shop, customer.id, { items, coupon: null });
    const who = { customer_id: customer.id };
    const made = `O-${1001 + shop.orders.length}`;
    const pay = { ...who, delivery: 'standard' };
    const seen = look('list_orders', who, {
      instead: [
        { tool: 'view_cart', arguments: { customer_id: { kind: 'exact', value: customer.id } } },
        { tool: 'get_order', arguments: { order_id: { kind: 'exact', value: made } } },
      ],
    });
    return worldTask({
      ...shopTask(shop),
      difficulty: unknown ? 'hard' : 'medium',
      tags: ['shop', 'state-change', 'recovery'],
      policies: shopPolicies(random).policies,
      request: `The cart of ${customer.name} is complete. Check it out with standard delivery.`,
      answerForm: 'the id of the new order',
      faults: [
        unknown
          ? { tool: 'check_out', times: 1, result: 'error: timeout: the payment service did not answer in time', applied: true }
          : {
              tool: 'check_out',
              times: 1,
              result: 'error: the payment was declined for now and nothing was charged; it can be tried once more',
            },
      ],
      steps: [
        [also('find_customers', { text: customer.name })],
        ...(unknown
          ? [[act('check_out', pay)], [seen], [also('get_order', { order_id: made })]]
          : [[also('check_out', pay)], [act('check_out', pay)]]),
      ],
      ...(unknown ? { guesses: [{ name: 'trusts that the order was made', steps: [[act('check_out', pay)]] }] } : {}),
      final: finalShop(afterCheckOut(shop, customer.id, items)),
      answer: { expect: words(made), right: made, wrong: [shop.orders.at(-1)?.id ?? 'O-1000', `O-${1002 + shop.orders.length}`] },
      harms: [spoil(shop), { name: 'cancel_order', arguments: { order_id: made } }],
      ...(unknown ? {} : { decoys: [{ name: 'check_out', arguments: { ...who, delivery: 'express' } }] }),
      readsCanBeSkipped: false,
    });
  },
};

export const buyingFamilies: readonly Family[] = [order, shortage, coupon, payment];
