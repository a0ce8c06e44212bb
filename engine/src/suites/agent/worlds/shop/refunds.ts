import type { Customer, Order, Refund, ShopState } from '../../../../environments/shop/state.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { afterMind, claimed, drawClaim, lineOf, nameOf, refunding } from './claim.ts';
import { finalShop, shopPolicies, shopTask, terms, whole, words } from './setting.ts';

const paidBack = (shop: ShopState, ...refunds: Refund[]): ShopState => ({ ...shop, refunds: [...shop.refunds, ...refunds] });

const search = (customer: Customer, order: Order) => [
  [also('find_customers', { text: customer.name })],
  [also('list_orders', { customer_id: customer.id })],
  [look('get_order', { order_id: order.id })],
];

/** Full refund. Index 0: damaged; index 1: a gold customer who changed their mind after more than the usual days. */
const refund: Family = {
  id: 'shop-refund',
  size: 2,
  make: (random, index) => {
    const damaged = index === 0;
    const days = damaged ? random.int(15, terms.damagedDays - 1) : random.int(terms.mindDays + 2, terms.goldMindDays - 1);
    const { base, shop, customer, order, older, line } = drawClaim(random, { tier: damaged ? 'standard' : 'gold', days });
    const [amount, near] = damaged ? [claimed(line), afterMind(line)] : [afterMind(line), claimed(line)];
    const reason = damaged ? ('damaged' as const) : ('changed_mind' as const);
    const right = refunding(order, line, { quantity: 2, amount_cents: amount, reason });
    const other = lineOf(older);
    return worldTask({
      ...shopTask(shop),
      difficulty: damaged ? 'medium' : 'hard',
      tags: ['shop', 'state-change', 'policy'],
      policies: shopPolicies(random).policies,
      request: damaged
        ? `${customer.name} writes: both pieces of the ${nameOf(base, line)} that I ordered arrived broken. Please refund them.`
        : `${customer.name} writes: I do not like the ${nameOf(base, line)} after all, I am sending both pieces back. Please refund what is due.`,
      answerForm: 'the amount that you refunded, in cents',
      steps: [...search(customer, order), [act('refund', right)]],
      final: finalShop(paidBack(shop, right)),
      answer: { expect: whole(amount), right: String(amount), wrong: [String(near)] },
      harms: [{ name: 'refund', arguments: refunding(older, other, { quantity: 1, amount_cents: 1, reason }) }],
      decoys: [{ name: 'refund', arguments: { ...right, amount_cents: damaged ? near : near - 1 } }],
      readsCanBeSkipped: false,
    });
  },
};

/** The time is over. Index 0: a standard customer after the days that only gold customers have; index 1: damaged, but too long ago. */
const refused: Family = {
  id: 'shop-refund-refused',
  size: 2,
  make: (random, index) => {
    const mind = index === 0;
    const days = mind ? random.int(terms.mindDays + 1, terms.goldMindDays - 2) : terms.damagedDays + random.int(1, 6);
    const { base, shop, customer, order, line } = drawClaim(random, { tier: mind ? 'standard' : 'gold', days });
    const { policies, codeOf } = shopPolicies(random);
    const right = `REFUSED ${codeOf(mind ? 'mind' : 'damaged')}`;
    const amount = mind ? afterMind(line) : claimed(line);
    const given = refunding(order, line, { quantity: 2, amount_cents: amount, reason: mind ? 'changed_mind' : 'damaged' });
    return worldTask({
      ...shopTask(shop),
      difficulty: 'hard',
      tags: ['shop', 'policy', 'refusal'],
      policies,
      request: mind
        ? `${customer.name} has changed their mind about both pieces of the ${nameOf(base, line)} and sends them back. Refund what is due.`
        : `${customer.name} says that both pieces of the ${nameOf(base, line)} were damaged when they came. Refund what is due.`,
      answerForm: 'the amount that you refunded, in cents',
      steps: search(customer, order),
      final: finalShop(shop),
      answer: { expect: words(right), right, wrong: [String(amount), `REFUSED ${codeOf(mind ? 'damaged' : 'mind')}`] },
      harms: [
        { name: 'refund', arguments: given },
        { name: 'open_ticket', arguments: { order_id: order.id, kind: 'refund_approval' } },
      ],
    });
  },
};

/** The amount is due, but more than a clerk may pay. */
const limit: Family = {
  id: 'shop-refund-limit',
  size: 1,
  make: (random) => {
    const cents = terms.limitCents / 2 + random.int(500, 3000);
    const { base, shop, customer, order, older, line } = drawClaim(random, { tier: 'standard', days: random.int(3, 12), cents });
    const ticket = { order_id: order.id, kind: 'refund_approval' as const };
    const given = refunding(order, line, { quantity: 2, amount_cents: claimed(line), reason: 'damaged' });
    return worldTask({
      ...shopTask(shop),
      difficulty: 'medium',
      tags: ['shop', 'policy', 'state-change'],
      policies: shopPolicies(random).policies,
      request: `Both pieces of the ${nameOf(base, line)} came damaged to ${customer.name}. Do what the policies say for this case.`,
      answerForm: 'the amount in cents that is due, whoever pays it',
      steps: [...search(customer, order), [act('open_ticket', ticket)]],
      final: finalShop({ ...shop, tickets: [ticket] }),
      answer: { expect: whole(claimed(line)), right: String(claimed(line)), wrong: [String(terms.limitCents), String(afterMind(line))] },
      harms: [{ name: 'refund', arguments: given }],
      decoys: [
        { name: 'open_ticket', arguments: { ...ticket, order_id: older.id } },
        { name: 'refund', arguments: { ...given, quantity: 1, amount_cents: line.unit_price_cents } },
      ],
      readsCanBeSkipped: false,
    });
  },
};

export const refundFamilies: readonly Family[] = [refund, refused, limit];
