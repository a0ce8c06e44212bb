import { toolOf, type PlainTool } from '../../kit/world/plain-world.ts';
import { WorldError } from '../../kit/world/world.ts';
import { orderOf, productOf, sortedByText } from './find.ts';
import type { Order, Refund, ShopState } from './state.ts';

const text = { type: 'string' };
const reasons = ['damaged', 'wrong_item', 'changed_mind'] as const;
const kinds = ['refund_approval', 'lost_parcel', 'complaint'] as const;

const cancel = (state: ShopState, given: Record<string, unknown>): Order => {
  const order = orderOf(state, given['order_id']);
  if (order.status !== 'paid')
    throw new WorldError(`the order ${order.id} is ${order.status}: only a paid order that is not shipped can be cancelled`);
  for (const { product_id, quantity } of order.items) productOf(state, product_id).stock += quantity;
  order.status = 'cancelled';
  return order;
};

/** What physics allows: never more pieces or money than were paid and not yet given back. Policies are the clerk's to keep. */
const refund = (state: ShopState, given: Record<string, unknown>): Refund => {
  const order = orderOf(state, given['order_id']);
  const line = order.items.find(({ product_id }) => product_id === given['product_id']);
  if (line === undefined)
    throw new WorldError(`the order ${order.id} holds no product ${JSON.stringify(String(given['product_id']).slice(0, 80))}`);
  if (order.status === 'cancelled') throw new WorldError(`the order ${order.id} is cancelled and paid back`);
  const before = state.refunds.filter(({ order_id, product_id }) => order_id === order.id && product_id === line.product_id);
  const left = line.quantity - before.reduce((sum, { quantity }) => sum + quantity, 0);
  const quantity = Number(given['quantity']);
  const amount = Number(given['amount_cents']);
  if (quantity > left) throw new WorldError(`${left} of ${line.product_id} can still be refunded`);
  if (amount > quantity * line.unit_price_cents)
    throw new WorldError(`the amount is more than the ${quantity * line.unit_price_cents} cents paid for ${quantity}`);
  const made: Refund = {
    order_id: order.id,
    product_id: line.product_id,
    quantity,
    amount_cents: amount,
    reason: given['reason'] as Refund['reason'],
  };
  state.refunds = sortedByText([...state.refunds, made]);
  return made;
};

/** Tools for what happens after an order. */
export const afterSalesTools: readonly PlainTool<ShopState>[] = [
  {
    definition: toolOf('cancel_order', 'Cancels an order that is paid and not shipped, and puts its goods back into stock.', {
      order_id: text,
    }),
    changes: true,
    run: (state, given) => JSON.stringify(cancel(state, given)),
  },
  {
    definition: toolOf('refund', 'Pays money back for pieces of one product of an order. It cannot be taken back.', {
      order_id: text,
      product_id: text,
      quantity: { type: 'integer', minimum: 1, maximum: 999 },
      amount_cents: { type: 'integer', minimum: 1, description: 'The whole amount for all pieces.' },
      reason: { type: 'string', enum: reasons },
    }),
    changes: true,
    run: (state, given) => JSON.stringify(refund(state, given)),
  },
  {
    definition: toolOf('open_ticket', 'Hands a matter of one order to a manager.', {
      order_id: text,
      kind: { type: 'string', enum: kinds },
    }),
    changes: true,
    run: (state, given) => {
      const ticket = { order_id: orderOf(state, given['order_id']).id, kind: given['kind'] as (typeof kinds)[number] };
      if (state.tickets.some(({ order_id, kind }) => order_id === ticket.order_id && kind === ticket.kind))
        throw new WorldError(`the order ${ticket.order_id} already has a ticket of kind ${ticket.kind}`);
      state.tickets = sortedByText([...state.tickets, ticket]);
      return JSON.stringify(ticket);
    },
  },
];
