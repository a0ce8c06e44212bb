import type { WorldForm } from '../../kit/world/world.ts';
import type { ShopState } from './state.ts';

/** Pieces are added to those in the cart, in place of setting their number. */
const cartAdds: WorldForm = {
  id: 'cart-adds',
  notice:
    'from the next call on, set_cart_item adds its quantity to the pieces of the product that are in the cart, in place of setting their number; 0 still takes the product out.',
  given: (tool, given, state) => {
    const quantity = Number(given['quantity']);
    if (tool !== 'set_cart_item' || quantity === 0) return given;
    const items = (state as ShopState).carts[String(given['customer_id'])]?.items ?? [];
    const present = items.find(({ product_id }) => product_id === given['product_id'])?.quantity ?? 0;
    return { ...given, quantity: present + quantity };
  },
};

const inEuros = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inEuros);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key.endsWith('_cents') ? [key.replace(/cents$/, 'euros'), Number(member) / 100] : [key, inEuros(member)],
    ),
  );
};

const ordersShown: ReadonlySet<string> = new Set(['list_orders', 'get_order']);

/** Amounts of orders are shown in euros, under other names; what takes an amount goes on taking cents. */
const euros: WorldForm = {
  id: 'euros',
  notice:
    'from the next call on, list_orders and get_order show amounts in euros, under names that end in _euros. All other tools go on with whole cents.',
  shown: (tool, content) =>
    ordersShown.has(tool) && !content.startsWith('error: ') ? JSON.stringify(inEuros(JSON.parse(content))) : content,
};

export const shopForms: readonly WorldForm[] = [cartAdds, euros];
