import type { Random } from '../../../kit/random.ts';
import { addDays, type Day } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { clockText, dayText, numberText } from '../formats.ts';
import { centsOf, cities, codeOf, companies, dayOf, minuteOf, peopleOf, phoneOf, streets } from '../pools.ts';
import { dayIn, found, foundOrNull, labelled, numberOf, paragraphs } from '../reading.ts';
import { code, date, integer, money, option, orNull, rows, text, type Data, type Fields } from '../shape.ts';

const two = defineExtraction({
  shape: { customer: text('name'), street: text('street and number'), city: text('city') },
  draw: (random) => {
    const [city = '', before = ''] = random.sample(cities, 2);
    return {
      customer: random.pick(companies),
      street: `${random.pick(streets)} ${random.int(1, 90)}`,
      old: `${random.pick(streets)} ${random.int(91, 180)}`,
      city,
      before,
    };
  },
  ask: () => 'Read the address of this customer. The letter is newer than the card, so the letter wins wherever they differ.',
  write: ({ customer, street, old, city, before }) =>
    `Card: ${customer}; ${old}; ${before}\n\nLetter: Dear all, we at ${customer} have moved. You find us at ${street} in ${city} from now on.`,
  key: ({ customer, street, city }) => ({ customer, street, city }),
  read: (document) => ({
    customer: found(document, /we at (.+) have moved/),
    street: found(document, /us at (.+) in /),
    city: found(document, / in (\w+) from now on/),
  }),
  decoys: ({ old, before }, key) => [{ name: 'the address of the card', answer: { ...key, street: old, city: before } }],
});

const sourceNames = ['contract', 'mail', 'phone note'] as const;
type Source = { hours: number | null; cents: number | null; start: Day | null; contact: string | null };

const drawSource = (random: Random, at: number, day: Day, person: string): Source => ({
  hours: at === 2 || random.chance(0.6) ? random.int(10, 40) + at * 40 : null,
  cents: at === 1 || random.chance(0.5) ? centsOf(random, 20, 120) + at * 20_000 : null,
  start: at === 0 || random.chance(0.6) ? addDays(day, at * 7) : null,
  contact: random.chance(0.4) ? person : null,
});

const writeSource = (name: string, { hours, cents, start, contact }: Source): string =>
  [
    `## ${name}`,
    ...(hours === null ? [] : [`Hours: ${hours}`]),
    ...(cents === null ? [] : [`Rate: £${numberText(cents, 'english')}`]),
    ...(start === null ? [] : [`Start: ${dayText(start, 'english')}`]),
    ...(contact === null ? [] : [`Contact: ${contact}`]),
    'Anything else as usual.',
  ].join('\n');

const firstOf = <Value>(values: readonly (Value | null)[]): Value | null => values.find((value) => value !== null) ?? null;

const precedence = defineExtraction({
  shape: {
    hours: integer('agreed hours'),
    rate: money('rate for one hour'),
    start: date('first day'),
    contact: orNull(text('contact person')),
  },
  draw: (random) => {
    const day = dayOf(random);
    const people = peopleOf(random, 3);
    return { sources: sourceNames.map((_name, at) => drawSource(random, at, day, people[at] ?? '')), order: random.shuffle([0, 1, 2]) };
  },
  ask: () =>
    'Join these three sources. For each value the contract wins over the mail, and the mail over the phone note, whatever their order in the document.',
  write: ({ sources, order }) => order.map((at) => writeSource(sourceNames[at] ?? '', sources[at] as Source)).join('\n\n'),
  key: ({ sources }) => ({
    hours: firstOf(sources.map(({ hours }) => hours)),
    rate: { amount: (firstOf(sources.map(({ cents }) => cents)) ?? 0) / 100, currency: 'GBP' },
    start: firstOf(sources.map(({ start }) => start)),
    contact: firstOf(sources.map(({ contact }) => contact)),
  }),
  read: (document) => {
    const parts = paragraphs(document);
    const record: Record<string, string> = {};
    for (const name of ['phone note', 'mail', 'contract'])
      for (const line of (parts.find((part) => part.startsWith(`## ${name}`)) ?? '').split('\n')) {
        const [label = '', value] = line.split(': ');
        if (value !== undefined) record[label] = value;
      }
    return {
      hours: Number(record['Hours']),
      rate: { amount: numberOf((record['Rate'] ?? '').replace('£', '')), currency: 'GBP' },
      start: dayIn(record['Start'] ?? ''),
      contact: record['Contact'] ?? null,
    };
  },
  decoys: (_instance, key) => [{ name: 'the hours of a weaker source', answer: { ...key, hours: (key['hours'] as number) + 40 } }],
});

type Listing = { name: string; versions: { day: Day; seats: number; phone: string | null; opens: number; level: 'draft' | 'official' }[] };

/** The newest official version that gives a value. */
const latest = <Key extends keyof Listing['versions'][number]>({ versions }: Listing, key: Key): Listing['versions'][number][Key] | null =>
  versions.filter((version) => version.level === 'official' && version[key] !== null).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]?.[
    key
  ] ?? null;

const versions = defineExtraction<Listing>({
  shape: {
    venue: text('name of the venue'),
    valid_from: date('day of the version that the seats come from'),
    seats: integer('number of seats'),
    opens: code('opening time as HH:MM'),
    phone: orNull(code('telephone')),
  },
  draw: (random) => {
    const day = dayOf(random);
    const list = [0, 1, 2, 3, 4].map((at) => ({
      day: addDays(day, at * 30 + random.int(0, 20)),
      seats: random.int(40, 90) + at * 100,
      phone: at === 4 || random.chance(0.5) ? null : phoneOf(random),
      opens: minuteOf(random),
      level: at === 4 || at === 1 ? ('draft' as const) : ('official' as const),
    }));
    return { name: random.pick(companies), versions: random.shuffle(list) };
  },
  ask: () =>
    'The document holds several versions of one entry. For each value take the newest official version that gives it; drafts do not count.',
  write: ({ name, versions: list }) =>
    list
      .map(({ day, seats, phone, opens, level }) =>
        [
          `Version of ${dayText(day, 'dotted')} (${level})`,
          `Venue: ${name}`,
          `Seats: ${seats}`,
          `Opens: ${clockText(opens)}`,
          ...(phone === null ? [] : [`Phone: ${phone}`]),
        ].join('\n'),
      )
      .join('\n\n'),
  key: (listing) => ({
    venue: listing.name,
    valid_from: latest(listing, 'day'),
    seats: latest(listing, 'seats'),
    opens: clockText(latest(listing, 'opens') ?? 0),
    phone: latest(listing, 'phone'),
  }),
  read: (document) => {
    const official = paragraphs(document).filter((part) => part.includes('(official)'));
    const sorted = [...official].sort((a, b) => dayIn(a).localeCompare(dayIn(b)));
    const record: Fields = { phone: null };
    for (const part of sorted) {
      Object.assign(record, {
        venue: labelled(part, 'Venue'),
        valid_from: dayIn(part),
        seats: Number(labelled(part, 'Seats')),
        opens: labelled(part, 'Opens'),
      });
      record['phone'] = foundOrNull(part, /Phone: (.+)/) ?? record['phone'] ?? null;
    }
    return record;
  },
  decoys: ({ versions: list }, key) => [
    { name: 'the newest draft', answer: { ...key, seats: Math.max(...list.map(({ seats }) => seats)) } },
  ],
});

type Fact = {
  product: string;
  attribute: 'price' | 'stock' | 'status';
  value: number;
  source: 'shop' | 'warehouse' | 'supplier';
  day: number;
};
const statuses = ['on sale', 'announced', 'ended'] as const;
const ranks: Record<Fact['attribute'], readonly Fact['source'][]> = {
  price: ['shop', 'supplier', 'warehouse'],
  stock: ['warehouse', 'shop', 'supplier'],
  status: ['supplier', 'shop', 'warehouse'],
};

/** Rank of the source first, then the later day. */
const settle = (facts: readonly Fact[], product: string, attribute: Fact['attribute']): number | null =>
  facts
    .filter((fact) => fact.product === product && fact.attribute === attribute)
    .toSorted((a, b) => ranks[attribute].indexOf(a.source) - ranks[attribute].indexOf(b.source) || b.day - a.day)[0]?.value ?? null;

const writeFact = (first: Day, { product, attribute, value, source, day }: Fact): string => {
  const said =
    attribute === 'price'
      ? `price CHF ${numberText(value, 'swiss')}`
      : attribute === 'stock'
        ? `${value} in stock`
        : `status ${statuses[value]}`;
  return `${addDays(first, day)} ${source}: ${product}, ${said}`;
};

const merged = defineExtraction<{ first: Day; products: string[]; facts: Fact[] }>({
  shape: {
    products: rows('one for each product', {
      product: code('number of the product'),
      price: orNull(money('price')),
      stock: orNull(integer('pieces in stock')),
      status: orNull(option('status', statuses)),
    }),
  },
  draw: (random) => {
    const products = [codeOf(random, 'P', 3), codeOf(random, 'Q', 3), codeOf(random, 'R', 3), codeOf(random, 'S', 3)];
    const values: Record<Fact['attribute'], () => number> = {
      price: () => centsOf(random, 200, 2900),
      stock: () => random.int(1, 900),
      status: () => random.int(0, 2),
    };
    const facts = products.flatMap((product, at) =>
      (['price', 'stock', 'status'] as const).flatMap((attribute, column) =>
        at === column + 1
          ? []
          : [0, 1, 2].map((): Fact => ({
              product,
              attribute,
              value: values[attribute](),
              source: random.pick(['shop', 'warehouse', 'supplier']),
              day: 0,
            })),
      ),
    );
    return { first: dayOf(random), products, facts: random.shuffle(facts).map((fact, day) => ({ ...fact, day })) };
  },
  ask: () =>
    'Join these reports into one record for each product. For the price the shop wins over the supplier and the supplier over the warehouse; for the stock the warehouse over the shop and the shop over the supplier; for the status the supplier over the shop and the shop over the warehouse. Among reports of the same source the latest counts.',
  write: ({ first, facts }) =>
    facts
      .map((fact) => writeFact(first, fact))
      .toSorted((a, b) => a.slice(8, 10).localeCompare(b.slice(8, 10)) || a.localeCompare(b))
      .join('\n'),
  key: ({ products, facts }) => ({
    products: products.map((product): Data => {
      const [price = null, stock = null, status = null] = (['price', 'stock', 'status'] as const).map((attribute) =>
        settle(facts, product, attribute),
      );
      return {
        product,
        price: price === null ? null : { amount: price / 100, currency: 'CHF' },
        stock,
        status: status === null ? null : (statuses[status] ?? null),
      };
    }),
  }),
  read: (document) => {
    const best = new Map<string, Record<string, { weight: string; value: Data }>>();
    const order = { price: 'warehouse supplier shop', stock: 'supplier shop warehouse', status: 'warehouse shop supplier' };
    for (const line of document.split('\n')) {
      const [, day = '', source = '', product = '', said = ''] = /^(\S+) (\w+): (\S+), (.+)$/.exec(line) ?? [];
      const kind = said.startsWith('price') ? 'price' : said.startsWith('status') ? 'status' : 'stock';
      const value: Data =
        kind === 'price'
          ? { amount: numberOf(said.replace('price CHF ', '')), currency: 'CHF' }
          : kind === 'stock'
            ? Number.parseInt(said, 10)
            : said.replace('status ', '');
      const weight = `${order[kind].split(' ').indexOf(source)} ${day}`;
      const known = best.get(product) ?? {};
      if (weight > (known[kind]?.weight ?? '')) known[kind] = { weight, value };
      best.set(product, known);
    }
    return {
      products: [...best]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([product, facts]) => ({
          product,
          price: facts['price']?.value ?? null,
          stock: facts['stock']?.value ?? null,
          status: facts['status']?.value ?? null,
        })),
    };
  },
});

export const conflictingSources: ExtractionFamily = {
  id: 'conflicting-sources',
  tags: ['conflict', 'precedence', 'null'],
  levels: [
    ['easy', two],
    ['medium', precedence],
    ['hard', versions],
    ['extreme', merged],
  ],
};
