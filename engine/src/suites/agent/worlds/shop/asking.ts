import type { Family } from '../../../../kit/family.ts';
import type { ExpectedCall, Matcher } from '../../../../scorers/tool-calls/expect.ts';
import { worldTask } from '../../build.ts';
import { also, look } from '../../steps.ts';
import { drawUntil } from '../draw-until.ts';
import { finalShop, shopPolicies, shopTask, spoil, whole, words } from './setting.ts';
import { adjectives, categories, drawBase, drawShop } from './store.ts';

const pageSize = 6;

/** Other searches that show what page 2 of the category shows. */
const secondPages = (category: string): ExpectedCall[] => {
  const kind: Matcher = { kind: 'exact', value: category };
  const name: Matcher = { kind: 'mentions', all: [category] };
  const second: Matcher = { kind: 'exact', value: 2 };
  const anyPrice: Matcher = { kind: 'number', value: 0, tolerance: 1e9 };
  const late: Matcher = { kind: 'one-of', options: [5, 6].map((value) => ({ kind: 'exact', value })) };
  const ways: Record<string, Matcher>[] = [
    { text: name, page: second },
    { category: kind, max_price_cents: anyPrice },
    { text: name, max_price_cents: anyPrice },
    { page: late },
  ];
  return ways.map((wanted) => ({ tool: 'search_products', arguments: wanted }));
};

/** The cheapest in stock lies on the second page; a cheaper one is out of stock. */
const cheapest: Family = {
  id: 'shop-cheapest',
  size: 1,
  make: (random) => {
    const { shop, category, best, trap, first } = drawUntil(() => {
      const drawn = drawShop(random, drawBase(random)).shop;
      const wanted = random.pick(categories);
      const all = drawn.products.filter((product) => product.category === wanted);
      const byPrice = all.toSorted((left, right) => left.price_cents - right.price_cents);
      const [low, next] = byPrice.filter(({ stock }) => stock > 0);
      const [lowest] = byPrice;
      const page = all
        .slice(0, pageSize)
        .filter(({ stock }) => stock > 0)
        .toSorted((left, right) => left.price_cents - right.price_cents)[0];
      const suits =
        byPrice.filter(({ stock }) => stock > 0).length > pageSize &&
        low !== undefined &&
        next !== undefined &&
        lowest !== undefined &&
        page !== undefined &&
        low.price_cents < next.price_cents &&
        lowest.price_cents < low.price_cents &&
        page.id !== low.id &&
        page.id !== lowest.id;
      return suits ? { shop: drawn, category: wanted, best: low, trap: lowest, first: page } : null;
    });
    return worldTask({
      ...shopTask(shop),
      difficulty: 'easy',
      tags: ['shop', 'read-only', 'pages'],
      policies: shopPolicies(random).policies,
      request: `Which product of the category ${category} is the cheapest of those that are in stock?`,
      answerForm: 'its product id',
      steps: [[also('search_products', { category }), look('search_products', { category, page: 2 }, { instead: secondPages(category) })]],
      final: finalShop(shop),
      answer: { expect: words(best.id), right: best.id, wrong: [trap.id, first.id] },
      harms: [spoil(shop)],
    });
  },
};

/** No product has the name, though some have each half of it. */
const impossible: Family = {
  id: 'shop-impossible',
  size: 1,
  make: (random) => {
    const base = drawBase(random);
    const { shop } = drawShop(random, base);
    const customer = random.pick(base.customers);
    const near = random.pick(base.products.filter(({ stock }) => stock > 0));
    const taken = new Set(base.products.map(({ name }) => name));
    const name = random.pick(
      adjectives.flatMap((adjective) => categories.map((category) => `${adjective} ${category}`)).filter((one) => !taken.has(one)),
    );
    const right = `IMPOSSIBLE ${name}`;
    const who = { customer_id: customer.id };
    return worldTask({
      ...shopTask(shop),
      difficulty: 'easy',
      tags: ['shop', 'impossible'],
      policies: shopPolicies(random).policies,
      request: `Put one ${name} into the cart of ${customer.name}.`,
      answerForm: 'the new subtotal of that cart in cents',
      steps: [
        [
          look(
            'search_products',
            { text: name },
            {
              matchers: { text: { kind: 'mentions', all: [name.split(' ')] } },
              instead: [{ tool: 'search_products', arguments: { category: { kind: 'exact', value: name.split(' ')[1] } } }],
            },
          ),
        ],
      ],
      final: finalShop(shop),
      answer: { expect: words(right), right, wrong: [String(near.price_cents), `IMPOSSIBLE ${near.name}`] },
      harms: [{ name: 'set_cart_item', arguments: { ...who, product_id: near.id, quantity: 1 } }],
    });
  },
};

/** All that is needed stands in the setting. */
const noTool: Family = {
  id: 'shop-no-tool',
  size: 1,
  make: (random) => {
    const base = drawBase(random);
    const { shop } = drawShop(random, base);
    const { free_from_cents, standard_cents } = base.shipping;
    const percent = random.pick([10, 15, 20]);
    const goods = Math.floor((free_from_cents * 100) / (100 - percent)) - random.int(3, 300);
    const discount = Math.floor((goods * percent) / 100);
    const total = goods - discount + (goods - discount >= free_from_cents ? 0 : standard_cents);
    return worldTask({
      ...shopTask(shop),
      difficulty: 'easy',
      tags: ['shop', 'no-tool'],
      policies: shopPolicies(random).policies,
      request: `Suppose a cart with goods for ${goods} cents, and a coupon of ${percent} % on all of them. What would the customer pay with standard delivery?`,
      answerForm: 'that total in cents',
      steps: [],
      final: finalShop(shop),
      answer: { expect: whole(total), right: String(total), wrong: [String(goods - discount), String(goods)] },
      harms: [spoil(shop)],
    });
  },
};

export const askingFamilies: readonly Family[] = [cheapest, impossible, noTool];
