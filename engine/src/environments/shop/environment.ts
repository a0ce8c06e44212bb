import { createPlainWorld } from '../../kit/world/plain-world.ts';
import { afterSalesTools } from './after-sales-tools.ts';
import { cartTools } from './cart-tools.ts';
import { shopForms } from './forms.ts';
import { lookTools } from './look-tools.ts';
import { shopStateSchema } from './state.ts';

/**
 * A shop seen by a clerk who acts for customers. The tools keep to what cannot be (no stock, an expired coupon, more money
 * back than was paid); what may not be, a task's policies say, and nothing but the clerk keeps to them.
 */
export const shopWorld = createPlainWorld({
  id: 'shop',
  stateSchema: shopStateSchema,
  tools: [...lookTools, ...cartTools, ...afterSalesTools],
  forms: shopForms,
});
