import { canonicalJson } from '../../kit/canonical-json.ts';
import { WorldError } from '../../kit/world/world.ts';
import type { Cart, Customer, Order, Product, ShopState } from './state.ts';

const shown = (value: unknown): string => JSON.stringify(String(value).slice(0, 80));

const found = <Item>(item: Item | undefined, what: string, id: unknown): Item => {
  if (item === undefined) throw new WorldError(`there is no ${what} ${shown(id)}`);
  return item;
};

export const productOf = (state: ShopState, id: unknown): Product =>
  found(
    state.products.find((one) => one.id === id),
    'product',
    id,
  );

export const customerOf = (state: ShopState, id: unknown): Customer =>
  found(
    state.customers.find((one) => one.id === id),
    'customer',
    id,
  );

export const orderOf = (state: ShopState, id: unknown): Order =>
  found(
    state.orders.find((one) => one.id === id),
    'order',
    id,
  );

export const cartOf = (state: ShopState, customerId: unknown): Cart => {
  const { id } = customerOf(state, customerId);
  return Object.hasOwn(state.carts, id) ? (state.carts[id] as Cart) : (state.carts[id] = { items: [], coupon: null });
};

/** The next order id, such as `O-1007`: one above the highest. */
export const nextOrderId = ({ orders }: ShopState): string => `O-${Math.max(1000, ...orders.map(({ id }) => Number(id.slice(2)))) + 1}`;

/** In an order that does not depend on who came first. */
export const sortedByText = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, text: canonicalJson(item) }))
    .toSorted((left, right) => (left.text < right.text ? -1 : 1))
    .map(({ item }) => item);

export type Page<Item> = { items: Item[]; page: number; pages: number };

/** One page of a list; a page behind the last one is an error. */
export const pageOf = <Item>(items: readonly Item[], page: unknown, size: number): Page<Item> => {
  const number = Number(page ?? 1);
  const pages = Math.max(1, Math.ceil(items.length / size));
  if (number > pages) throw new WorldError(`there is no page ${number}; the last one is ${pages}`);
  return { items: items.slice((number - 1) * size, number * size), page: number, pages };
};
