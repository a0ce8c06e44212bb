import type { Cart, Coupon, ShopState } from './state.ts';
import { productOf } from './find.ts';

export type Price = { subtotal_cents: number; discount_cents: number; shipping_cents: number; total_cents: number };

/** Goods of a cart that a coupon reduces, at their prices of today. */
export const reducible = (state: ShopState, cart: Cart, coupon: Coupon): number =>
  cart.items
    .map(({ product_id, quantity }) => ({ product: productOf(state, product_id), quantity }))
    .filter(({ product }) => coupon.category === null || product.category === coupon.category)
    .reduce((sum, { product, quantity }) => sum + product.price_cents * quantity, 0);

/** A discount is rounded down to whole cents; goods after it decide whether shipping is free. Express always costs. */
export const priceOf = (state: ShopState, cart: Cart, delivery: 'standard' | 'express'): Price => {
  const subtotal = cart.items.reduce((sum, { product_id, quantity }) => sum + productOf(state, product_id).price_cents * quantity, 0);
  const coupon = state.coupons.find(({ code }) => code === cart.coupon);
  const discount = coupon === undefined ? 0 : Math.floor((reducible(state, cart, coupon) * coupon.percent) / 100);
  const { standard_cents, express_cents, free_from_cents } = state.shipping;
  const goods = subtotal - discount;
  const shipping = delivery === 'express' ? express_cents : goods >= free_from_cents ? 0 : standard_cents;
  return { subtotal_cents: subtotal, discount_cents: discount, shipping_cents: shipping, total_cents: goods + shipping };
};

/** Why a coupon cannot be used in a cart today, or null. */
export const couponFault = (state: ShopState, cart: Cart, coupon: Coupon): string | null => {
  if (coupon.expires < state.today) return `the coupon ${coupon.code} expired on ${coupon.expires}`;
  if (coupon.uses_left === 0) return `the coupon ${coupon.code} is used up`;
  const goods = reducible(state, cart, coupon);
  const what = coupon.category === null ? 'goods' : `goods of category ${coupon.category}`;
  if (goods === 0) return `the coupon ${coupon.code} needs ${what} in the cart`;
  if (goods < coupon.min_total_cents)
    return `the coupon ${coupon.code} needs ${what} for at least ${coupon.min_total_cents} cents, the cart has ${goods}`;
  return null;
};
