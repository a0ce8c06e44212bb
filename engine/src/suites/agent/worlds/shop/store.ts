import type { Coupon, Customer, Line, Order, Product, ShopState } from '../../../../environments/shop/state.ts';
import type { Random } from '../../../../kit/random.ts';
import { familyNames, givenNames } from '../database/pools.ts';
import { addDays, type Day } from '../day-numbers.ts';

export const categories = ['lamp', 'chair', 'rug', 'clock'] as const;
export const adjectives = ['Amber', 'Basalt', 'Cobalt', 'Dune', 'Elm', 'Fjord', 'Granite', 'Hazel', 'Indigo', 'Juniper'] as const;

/** An order that a task needs, in place of a drawn one. */
export type Wish = {
  customer_id: string;
  placedDaysAgo: number;
  /** Null = on the way or not sent yet, as `status` says. */
  deliveredDaysAgo: number | null;
  status: Order['status'];
  items: Order['items'];
  note?: string;
};

export type Base = Pick<ShopState, 'today' | 'shipping' | 'products' | 'customers' | 'coupons'>;

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const drawProducts = (random: Random): Product[] =>
  random
    .sample(
      categories.flatMap((category) => adjectives.map((adjective) => ({ category, name: `${adjective} ${category}` }))),
      34,
    )
    .map(({ category, name }, at) => ({
      id: `P-${101 + at}`,
      name,
      category,
      price_cents: random.int(12, 95) * 100 + random.pick([0, 49, 50, 90, 99]),
      stock: random.chance(0.2) ? 0 : random.int(3, 14),
      description: random.pick(['Made to order.', 'Comes flat in one box.', 'Two years of warranty.', 'Easy to clean.']),
    }));

const drawCustomers = (random: Random): Customer[] => {
  const tiers = random.shuffle([
    ...Array.from({ length: 6 }, () => 'standard' as const),
    ...Array.from({ length: 4 }, () => 'gold' as const),
  ]);
  return random.sample(givenNames, tiers.length).map((given, at) => {
    const name = `${given} ${random.pick(familyNames)}`;
    return { id: `C-${41 + at}`, name, email: `${name.toLowerCase().replace(' ', '.')}@example.net`, tier: tiers[at] ?? 'standard' };
  });
};

const drawCoupons = (random: Random, today: Day): Coupon[] => [
  {
    code: `OLD${random.int(10, 99)}`,
    percent: 40,
    category: null,
    min_total_cents: 0,
    expires: addDays(today, -random.int(1, 20)),
    uses_left: 50,
  },
  {
    code: `SMALL${random.int(10, 99)}`,
    percent: random.pick([5, 6, 7]),
    category: null,
    min_total_cents: 0,
    expires: addDays(today, random.int(0, 40)),
    uses_left: 50,
  },
];

export const drawBase = (random: Random): Base => {
  const today = addDays('2026-02-10', random.int(0, 300));
  return {
    today,
    shipping: {
      standard_cents: random.pick([390, 490, 590]),
      express_cents: random.pick([1290, 1490]),
      free_from_cents: random.pick([8000, 9000, 10_000]),
    },
    products: drawProducts(random),
    customers: drawCustomers(random),
    coupons: drawCoupons(random, today).toSorted((left, right) => byText(left.code, right.code)),
  };
};

/** One line of an order at a price that is no longer that of today. */
export const bought = (product: Product, quantity: number, random: Random): Order['items'][number] => ({
  product_id: product.id,
  quantity,
  unit_price_cents: product.price_cents - random.int(1, 8) * 50,
});

const drawnWish = (random: Random, base: Base): Wish => {
  const delivered = random.int(2, 60);
  const way = random.chance(0.2);
  return {
    customer_id: random.pick(base.customers).id,
    placedDaysAgo: way ? random.int(1, 4) : delivered + random.int(2, 6),
    deliveredDaysAgo: way ? null : delivered,
    status: way ? 'shipped' : 'delivered',
    items: random
      .sample(base.products, random.int(1, 3))
      .toSorted((left, right) => byText(left.id, right.id))
      .map((product) => bought(product, random.int(1, 3), random)),
  };
};

const orderOf = (wish: Wish, { today, shipping }: Base): Omit<Order, 'id'> => {
  const goods = wish.items.reduce((sum, { quantity, unit_price_cents }) => sum + quantity * unit_price_cents, 0);
  const shipping_cents = goods >= shipping.free_from_cents ? 0 : shipping.standard_cents;
  return {
    customer_id: wish.customer_id,
    placed: addDays(today, -wish.placedDaysAgo),
    delivered: wish.deliveredDaysAgo === null ? null : addDays(today, -wish.deliveredDaysAgo),
    status: wish.status,
    items: wish.items,
    discount_cents: 0,
    shipping_cents,
    total_cents: goods + shipping_cents,
    note: wish.note ?? '',
  };
};

/** A whole shop whose orders are the wished ones among drawn ones, numbered by the day on which they were placed. */
export const drawShop = (random: Random, base: Base, wishes: readonly Wish[] = []): { shop: ShopState; wished: Order[] } => {
  const apart = new Set(wishes.map(({ customer_id }) => customer_id));
  const others = Array.from({ length: 14 }, () => drawnWish(random, base)).filter(({ customer_id }) => !apart.has(customer_id));
  const placed = [...wishes, ...others]
    .map((wish) => ({ wish, order: orderOf(wish, base) }))
    .toSorted((left, right) => byText(left.order.placed, right.order.placed));
  const numbered = placed.map(({ wish, order }, at) => ({ wish, order: { id: `O-${1001 + at}`, ...order } }));
  const shop: ShopState = {
    ...base,
    carts: Object.fromEntries(base.customers.map(({ id }) => [id, { items: [], coupon: null }])),
    orders: numbered.map(({ order }) => order),
    refunds: [],
    tickets: [],
  };
  return {
    shop,
    wished: wishes.map((wish) => {
      const found = numbered.find((one) => one.wish === wish);
      if (found === undefined) throw new Error('each wish became an order');
      return found.order;
    }),
  };
};

const priceOf = (shop: Base, productId: string): number => shop.products.find(({ id }) => id === productId)?.price_cents ?? 0;

/** What a cart costs, worked out from the published rules. */
export const billOf = (shop: Base, items: readonly Line[], { coupon, express = false }: { coupon?: Coupon; express?: boolean } = {}) => {
  let goods = 0;
  let reduced = 0;
  for (const { product_id, quantity } of items) {
    const cents = priceOf(shop, product_id) * quantity;
    goods += cents;
    if (
      coupon !== undefined &&
      (coupon.category === null || shop.products.some(({ id, category }) => id === product_id && category === coupon.category))
    )
      reduced += cents;
  }
  const discount = coupon === undefined ? 0 : (reduced * coupon.percent - ((reduced * coupon.percent) % 100)) / 100;
  const { standard_cents, express_cents, free_from_cents } = shop.shipping;
  const carriage = express ? express_cents : goods - discount < free_from_cents ? standard_cents : 0;
  return { discount_cents: discount, shipping_cents: carriage, total_cents: goods - discount + carriage };
};

/** The shop after a customer’s cart of these items was paid. */
export const afterCheckOut = (shop: ShopState, customerId: string, items: readonly Line[], express = false): ShopState => {
  const sorted = items.toSorted((left, right) => byText(left.product_id, right.product_id));
  return {
    ...shop,
    products: shop.products.map((product) => ({
      ...product,
      stock: product.stock - (items.find(({ product_id }) => product_id === product.id)?.quantity ?? 0),
    })),
    carts: { ...shop.carts, [customerId]: { items: [], coupon: null } },
    orders: [
      ...shop.orders,
      {
        id: `O-${1001 + shop.orders.length}`,
        customer_id: customerId,
        placed: shop.today,
        delivered: null,
        status: 'paid',
        items: sorted.map(({ product_id, quantity }) => ({ product_id, quantity, unit_price_cents: priceOf(shop, product_id) })),
        ...billOf(shop, items, { express }),
        note: '',
      },
    ],
  };
};
