import { toolOf, type PlainTool } from '../../kit/world/plain-world.ts';
import { WorldError } from '../../kit/world/world.ts';
import { cartOf, nextOrderId, productOf } from './find.ts';
import { couponFault, priceOf } from './price.ts';
import type { Cart, Order, ShopState } from './state.ts';

const text = { type: 'string' };

const setItem = (state: ShopState, given: Record<string, unknown>): Cart => {
  const cart = cartOf(state, given['customer_id']);
  const { id, stock } = productOf(state, given['product_id']);
  const quantity = Number(given['quantity']);
  if (quantity > stock) throw new WorldError(`out of stock: ${stock} of ${id} are left`);
  const others = cart.items.filter(({ product_id }) => product_id !== id);
  const items = quantity === 0 ? others : [...others, { product_id: id, quantity }];
  cart.items = items.toSorted((left, right) => (left.product_id < right.product_id ? -1 : 1));
  return cart;
};

const applyCoupon = (state: ShopState, given: Record<string, unknown>): Cart => {
  const cart = cartOf(state, given['customer_id']);
  const coupon = state.coupons.find(({ code }) => code === given['code']);
  if (coupon === undefined) throw new WorldError(`there is no coupon ${JSON.stringify(String(given['code']).slice(0, 80))}`);
  const fault = couponFault(state, cart, coupon);
  if (fault !== null) throw new WorldError(fault);
  cart.coupon = coupon.code;
  return cart;
};

const checkOut = (state: ShopState, given: Record<string, unknown>): Order => {
  const cart = cartOf(state, given['customer_id']);
  if (cart.items.length === 0) throw new WorldError('the cart is empty');
  const coupon = state.coupons.find(({ code }) => code === cart.coupon);
  const fault = coupon === undefined ? null : couponFault(state, cart, coupon);
  if (fault !== null) throw new WorldError(fault);
  const price = priceOf(state, cart, given['delivery'] === 'express' ? 'express' : 'standard');
  const items = cart.items.map(({ product_id, quantity }) => {
    const product = productOf(state, product_id);
    if (quantity > product.stock) throw new WorldError(`out of stock: ${product.stock} of ${product_id} are left`);
    product.stock -= quantity;
    return { product_id, quantity, unit_price_cents: product.price_cents };
  });
  if (coupon !== undefined) coupon.uses_left -= 1;
  const { subtotal_cents: _subtotal, ...paid } = price;
  const order: Order = {
    id: nextOrderId(state),
    customer_id: String(given['customer_id']),
    placed: state.today,
    delivered: null,
    status: 'paid',
    items,
    ...paid,
    note: '',
  };
  state.orders.push(order);
  cart.items = [];
  cart.coupon = null;
  return order;
};

const changing = (
  definition: PlainTool<ShopState>['definition'],
  run: (state: ShopState, given: Record<string, unknown>) => unknown,
): PlainTool<ShopState> => ({
  definition,
  changes: true,
  run: (state, given) => JSON.stringify(run(state, given)),
});

/** Tools of the way from a cart to an order. */
export const cartTools: readonly PlainTool<ShopState>[] = [
  changing(
    toolOf('set_cart_item', 'Sets how many of a product lie in a customer’s cart; 0 takes it out.', {
      customer_id: text,
      product_id: text,
      quantity: { type: 'integer', minimum: 0, maximum: 999 },
    }),
    setItem,
  ),
  changing(
    toolOf('apply_coupon', 'Puts a coupon on a customer’s cart, in place of the one that is there.', { customer_id: text, code: text }),
    applyCoupon,
  ),
  changing(toolOf('remove_coupon', 'Takes the coupon off a customer’s cart.', { customer_id: text }), (state, given) => {
    const cart = cartOf(state, given['customer_id']);
    if (cart.coupon === null) throw new WorldError('the cart has no coupon');
    cart.coupon = null;
    return cart;
  }),
  changing(
    toolOf('check_out', 'Charges the customer for the cart and makes an order of it.', {
      customer_id: text,
      delivery: { type: 'string', enum: ['standard', 'express'] },
    }),
    checkOut,
  ),
];
