import { z } from 'zod';

const cents = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
const day = z.iso.date();

const productSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  price_cents: cents,
  stock: count,
  description: z.string(),
});
const customerSchema = z.strictObject({ id: z.string(), name: z.string(), email: z.string(), tier: z.enum(['standard', 'gold']) });
const couponSchema = z.strictObject({
  code: z.string(),
  percent: z.number().int().min(1).max(100),
  /** Only goods of this category are reduced, and count for `min_total_cents`; null = all. */
  category: z.string().nullable(),
  min_total_cents: cents,
  /** The last day on which it is taken. */
  expires: day,
  uses_left: count,
});
const lineSchema = z.strictObject({ product_id: z.string(), quantity: z.number().int().positive() });
const cartSchema = z.strictObject({ items: z.array(lineSchema), coupon: z.string().nullable() });
const orderSchema = z.strictObject({
  id: z.string(),
  customer_id: z.string(),
  placed: day,
  delivered: day.nullable(),
  status: z.enum(['paid', 'shipped', 'delivered', 'cancelled']),
  items: z.array(lineSchema.extend({ unit_price_cents: cents })),
  discount_cents: cents,
  shipping_cents: cents,
  total_cents: cents,
  note: z.string(),
});
const refundSchema = z.strictObject({
  order_id: z.string(),
  product_id: z.string(),
  quantity: z.number().int().positive(),
  amount_cents: z.number().int().positive(),
  reason: z.enum(['damaged', 'wrong_item', 'changed_mind']),
});
const ticketSchema = z.strictObject({
  order_id: z.string(),
  kind: z.enum(['refund_approval', 'lost_parcel', 'complaint']),
});

/** A whole shop as plain data. Money is in cents; lists are in the order of their ids, refunds and tickets in that of their text. */
export const shopStateSchema = z.strictObject({
  today: day,
  shipping: z.strictObject({ standard_cents: cents, express_cents: cents, free_from_cents: cents }),
  products: z.array(productSchema),
  customers: z.array(customerSchema),
  coupons: z.array(couponSchema),
  /** One for each customer, by id. */
  carts: z.record(z.string(), cartSchema),
  orders: z.array(orderSchema),
  refunds: z.array(refundSchema),
  tickets: z.array(ticketSchema),
});

export type ShopState = z.infer<typeof shopStateSchema>;
export type Product = z.infer<typeof productSchema>;
export type Customer = z.infer<typeof customerSchema>;
export type Coupon = z.infer<typeof couponSchema>;
export type Cart = z.infer<typeof cartSchema>;
export type Line = z.infer<typeof lineSchema>;
export type Order = z.infer<typeof orderSchema>;
export type Refund = z.infer<typeof refundSchema>;
