import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { moneyAnswer, percentageAnswer, type Answer, type MoneyCurrency } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { moneyText, rangeOf, roundedHalfUp } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { names } from '../words.ts';

type Instance =
  | { kind: 'change'; who: string; currency: MoneyCurrency; items: { count: number; name: string; cents: number }[]; paid: number }
  | { kind: 'rise'; who: string; thing: string; before: number; after: number; currency: MoneyCurrency }
  | { kind: 'invoice'; who: string; currency: MoneyCurrency; hours: number; cents: number; discount: number; tax: number }
  | { kind: 'savings'; who: string; currency: MoneyCurrency; start: number; deposit: number; ratePermille: number; years: number };

const currencies = ['EUR', 'USD', 'GBP'] as const;
const words: Record<MoneyCurrency, string> = { EUR: 'euros', USD: 'US dollars', GBP: 'pounds' };
const shop = ['notebooks', 'candles', 'loaves', 'tea towels', 'light bulbs', 'plant pots', 'maps', 'mugs', 'brushes', 'lemons'] as const;

const drawers: Record<Difficulty, (random: Random) => Instance> = {
  easy: (random) => ({
    kind: 'change',
    who: random.pick(names),
    currency: random.pick(currencies),
    items: random.sample(shop, 2).map((name) => ({ name, count: random.int(2, 6), cents: random.int(9, 69) * 5 })),
    paid: random.pick([2000, 5000, 10_000]),
  }),
  medium: (random) => ({
    kind: 'rise',
    who: random.pick(names),
    thing: random.pick(['rent', 'gas bill', 'insurance', 'tram pass', 'club fee', 'internet bill']),
    before: random.int(41, 890),
    after: random.int(60, 1200),
    currency: random.pick(currencies),
  }),
  hard: (random) => ({
    kind: 'invoice',
    who: random.pick(names),
    currency: random.pick(currencies),
    hours: random.int(11, 87),
    cents: random.int(1801, 9499),
    discount: random.int(2, 17),
    tax: random.pick([7, 8, 9, 19, 21, 23]),
  }),
  extreme: (random) => ({
    kind: 'savings',
    who: random.pick(names),
    currency: random.pick(currencies),
    start: random.int(1200, 9800) * 100 + random.int(1, 99),
    deposit: random.int(120, 990) * 100,
    ratePermille: random.int(11, 58),
    years: random.int(5, 7),
  }),
};

const big = BigInt;
type Rounding = (top: bigint, bottom: bigint) => bigint;

const invoiceSteps = (instance: Extract<Instance, { kind: 'invoice' }>, round: Rounding) => {
  const gross = big(instance.hours) * big(instance.cents);
  const net = gross - round(gross * big(instance.discount), 100n);
  return { gross, net, total: net + round(net * big(instance.tax), 100n) };
};

const savings = (instance: Extract<Instance, { kind: 'savings' }>, round: Rounding): bigint =>
  rangeOf(instance.years).reduce(
    (balance) => balance + round(balance * big(instance.ratePermille), 1000n) + big(instance.deposit),
    big(instance.start),
  );

/** Tenths of a percent for the rise, cents for the others. */
const solveWith = (instance: Instance, round: Rounding): bigint => {
  switch (instance.kind) {
    case 'change':
      return big(instance.paid) - instance.items.reduce((sum, item) => sum + big(item.count * item.cents), 0n);
    case 'rise':
      return round(big(instance.after - instance.before) * 1000n, big(instance.before));
    case 'invoice':
      return invoiceSteps(instance, round).total;
    case 'savings':
      return savings(instance, round);
  }
};

/** The whole number nearest to a quotient, found by halving an interval. */
const nearest: Rounding = (top, bottom) => {
  let [low, high] = [0n, top + 1n];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (2n * (top - middle * bottom) >= bottom) low = middle + 1n;
    else high = middle;
  }
  return low;
};

/** Change is counted up item by item; a rise by trying tenths of a percent; the others with another rounding rule. */
const check = (instance: Instance): bigint => {
  switch (instance.kind) {
    case 'change': {
      let left = instance.paid;
      for (const item of instance.items) for (let count = 0; count < item.count; count += 1) left -= item.cents;
      return big(left);
    }
    case 'rise': {
      const distance = (tenths: number) => Math.abs(instance.before * (1000 + tenths) - instance.after * 1000);
      return big(rangeOf(3000).reduce((best, tenths) => (distance(tenths) < distance(best) ? tenths : best), 0));
    }
    case 'invoice':
    case 'savings':
      return solveWith(instance, nearest);
  }
};

const isFit = (instance: Instance): boolean => {
  if (instance.kind === 'change')
    return (
      solveWith(instance, roundedHalfUp) > 1100n &&
      solveWith(instance, roundedHalfUp) < 5000n &&
      solveWith(instance, roundedHalfUp) % 100n !== 0n
    );
  // Ties of rounding are kept out, so that every usual rule gives the same key.
  if (instance.kind === 'rise')
    return (
      instance.after > instance.before &&
      instance.after < instance.before * 3 &&
      ((instance.after - instance.before) * 2000) % instance.before !== 0
    );
  if (instance.kind === 'invoice') {
    const { gross, net } = invoiceSteps(instance, roundedHalfUp);
    return (gross * big(instance.discount)) % 100n !== 50n && (net * big(instance.tax)) % 100n !== 50n;
  }
  return true;
};

const keyOf = (instance: Instance, value: bigint): string =>
  instance.kind === 'rise' ? `${value / 10n}.${value % 10n}` : moneyText(value);

const roundDown: Rounding = (top, bottom) => top / bottom;
const centsOf = (key: string): bigint => big(key.replace('.', ''));

const present = (instance: Instance, key: string): Presentation => {
  const word = words[instance.currency];
  const amount = (): Answer => moneyAnswer(centsOf(key), instance.currency);
  switch (instance.kind) {
    case 'change': {
      const [first, second] = instance.items;
      if (!first || !second) throw new Error('a purchase needs two items');
      return {
        question: `${instance.who} buys ${first.count} ${first.name} at ${moneyText(big(first.cents))} ${word} each and ${second.count} ${second.name} at ${moneyText(big(second.cents))} ${word} each, and pays with ${instance.paid / 100} ${word}. How much change is due?`,
        answer: amount(),
        tags: ['money', 'arithmetic'],
        nearMisses: [
          { name: 'the price instead of the change', text: moneyText(big(instance.paid) - centsOf(key)) },
          { name: 'one of each', text: moneyText(big(instance.paid - first.cents - second.cents)) },
          { name: 'second kind forgotten', text: moneyText(big(instance.paid - first.count * first.cents)) },
        ],
      };
    }
    case 'rise':
      return {
        question: `The ${instance.thing} of ${instance.who} went up from ${instance.before} ${word} to ${instance.after} ${word}. By how many percent did it rise?`,
        answer: percentageAnswer(key, 1),
        tags: ['percent', 'rounding'],
        nearMisses: [
          { name: 'rounded down', text: `${keyOf(instance, solveWith(instance, roundDown))}%` },
          {
            name: 'relative to the new amount',
            text: `${keyOf(instance, roundedHalfUp(big(instance.after - instance.before) * 1000n, big(instance.after)))}%`,
          },
          { name: 'new amount relative to the old', text: `${keyOf(instance, centsOf(key) + 1000n)}%` },
        ],
      };
    case 'invoice': {
      const { gross, net } = invoiceSteps(instance, roundedHalfUp);
      return {
        question: `${instance.who} bills ${instance.hours} hours at ${moneyText(big(instance.cents))} ${word} per hour. First a discount of ${instance.discount} % is taken off (the discount rounded to two decimals), then ${instance.tax} % tax is added to what is left (the tax rounded to two decimals). Round half up. What is the final amount?`,
        answer: amount(),
        tags: ['percent', 'money', 'rounding'],
        nearMisses: [
          { name: 'tax left out', text: moneyText(net) },
          { name: 'discount left out', text: moneyText(gross + roundedHalfUp(gross * big(instance.tax), 100n)) },
          { name: 'percentages netted', text: moneyText(roundedHalfUp(gross * big(100 - instance.discount + instance.tax), 100n)) },
        ],
      };
    }
    case 'savings':
      return {
        question: `${instance.who} opens an account with ${moneyText(big(instance.start))} ${word}. At the end of each year the bank adds ${decimalPercent(instance.ratePermille)} % interest on the balance (rounded half up to two decimals), and right after that ${instance.who} pays in ${moneyText(big(instance.deposit))} ${word}. What is the balance after ${instance.years} years, including the last payment?`,
        answer: amount(),
        tags: ['percent', 'money', 'rounding', 'multi-step'],
        nearMisses: [
          { name: 'last payment left out', text: moneyText(centsOf(key) - big(instance.deposit)) },
          {
            name: 'simple interest',
            text: moneyText(
              roundedHalfUp(big(instance.start) * big(1000 + instance.ratePermille * instance.years), 1000n) +
                big(instance.deposit * instance.years),
            ),
          },
          { name: 'one year too few', text: moneyText(savings({ ...instance, years: instance.years - 1 }, roundedHalfUp)) },
        ],
      };
  }
};

const decimalPercent = (permille: number): string => `${Math.floor(permille / 10)}.${permille % 10}`;

export const money = definePuzzle<Instance>({
  id: 'money',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) => drawUntil(() => drawers[level](random), isFit),
  solve: (instance) => keyOf(instance, solveWith(instance, roundedHalfUp)),
  check: (instance) => keyOf(instance, check(instance)),
  present: (instance, [key = '']) => present(instance, key),
});
