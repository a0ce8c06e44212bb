import { toolOf, type PlainTool } from '../../kit/world/plain-world.ts';
import { cartOf, customerOf, orderOf, pageOf, productOf } from './find.ts';
import { priceOf } from './price.ts';
import type { ShopState } from './state.ts';

export const productsPerPage = 6;
export const ordersPerPage = 5;

const text = { type: 'string' };
const page = { type: 'integer', minimum: 1, description: '1 if left out.' };
const holds = (whole: string, part: unknown): boolean => typeof part !== 'string' || whole.toLowerCase().includes(part.toLowerCase());

const looking = (
  definition: PlainTool<ShopState>['definition'],
  read: (state: ShopState, given: Record<string, unknown>) => unknown,
): PlainTool<ShopState> => ({
  definition,
  changes: false,
  run: (state, given) => JSON.stringify(read(state, given)),
});

/** Tools that change nothing. */
export const lookTools: readonly PlainTool<ShopState>[] = [
  looking(
    toolOf('search_products', `Finds products, ${productsPerPage} on a page, by id. Every condition that is given must hold.`, {
      'text?': { ...text, description: 'Part of the name.' },
      'category?': text,
      'max_price_cents?': { type: 'integer', minimum: 0 },
      'in_stock?': { type: 'boolean', description: 'true: only products with stock above 0.' },
      'page?': page,
    }),
    (state, given) => {
      const found = state.products.filter(
        (product) =>
          holds(product.name, given['text']) &&
          (given['category'] === undefined || product.category === given['category']) &&
          product.price_cents <= Number(given['max_price_cents'] ?? Infinity) &&
          (given['in_stock'] !== true || product.stock > 0),
      );
      const { items, ...where } = pageOf(found, given['page'], productsPerPage);
      return { products: items.map(({ description: _description, ...product }) => product), ...where };
    },
  ),
  looking(toolOf('get_product', 'Shows one product with its description.', { product_id: text }), (state, given) =>
    productOf(state, given['product_id']),
  ),
  looking(
    toolOf('find_customers', `Finds customers by a part of the name or of the mail address, ${ordersPerPage} on a page.`, {
      text,
      'page?': page,
    }),
    (state, given) => {
      const found = state.customers.filter(({ name, email }) => holds(name, given['text']) || holds(email, given['text']));
      const { items, ...where } = pageOf(found, given['page'], ordersPerPage);
      return { customers: items, ...where };
    },
  ),
  looking(toolOf('view_cart', 'Shows a customer’s cart with its price for standard delivery.', { customer_id: text }), (state, given) => {
    const cart = cartOf(structuredClone(state), given['customer_id']);
    const items = cart.items.map((line) => {
      const { name, price_cents, stock } = productOf(state, line.product_id);
      return { ...line, name, price_cents, stock };
    });
    return { items, coupon: cart.coupon, ...priceOf(state, cart, 'standard') };
  }),
  looking(
    toolOf('get_coupon', 'Shows the terms of a coupon.', { code: text }),
    (state, given) => state.coupons.find(({ code }) => code === given['code']) ?? { code: given['code'], known: false },
  ),
  looking(
    toolOf('list_orders', `Lists a customer’s orders, newest first, ${ordersPerPage} on a page.`, { customer_id: text, 'page?': page }),
    (state, given) => {
      const { id } = customerOf(state, given['customer_id']);
      const mine = state.orders
        .filter(({ customer_id }) => customer_id === id)
        .toSorted((left, right) => (left.placed === right.placed ? (left.id < right.id ? 1 : -1) : left.placed < right.placed ? 1 : -1));
      const { items, ...where } = pageOf(mine, given['page'], ordersPerPage);
      return {
        orders: items.map(({ id: order_id, placed, status, total_cents }) => ({ order_id, placed, status, total_cents })),
        ...where,
      };
    },
  ),
  looking(
    toolOf('get_order', 'Shows one order with its items, its refunds and the customer’s note.', { order_id: text }),
    (state, given) => {
      const order = orderOf(state, given['order_id']);
      return {
        ...order,
        items: order.items.map((line) => ({ ...line, name: productOf(state, line.product_id).name })),
        refunds: state.refunds.filter(({ order_id }) => order_id === order.id),
      };
    },
  ),
];
