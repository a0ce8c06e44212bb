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
  shown: (_tool, content) => content,
};

export const shopForms: readonly WorldForm[] = [cartAdds];
