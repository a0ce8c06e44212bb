import type { Random } from '../../../kit/random.ts';
import { addDays, type Day } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { dayText } from '../formats.ts';
import { cities, codeOf, colours, dayOf, goods, peopleOf, personOf, phoneOf, streets } from '../pools.ts';
import { dayIn, found, foundAll, foundOrNull } from '../reading.ts';
import { code, date, integer, option, orNull, rows, text, truth, type Data } from '../shape.ts';

type Item = { article: string; quantity: number };

const itemsOf = (random: Random, count: number): Item[] =>
  random.sample(goods, count).map((article) => ({ article, quantity: random.int(2, 60) }));
const itemShape = { article: text('name of the article'), quantity: integer('pieces') };
const itemsIn = (part: string): Item[] =>
  foundAll(part, /(\d+) x ([a-z ]+?)(?=[,.;\n]|$)/gm).map(([quantity = '', article = '']) => ({ article, quantity: Number(quantity) }));

const short = defineExtraction({
  shape: {
    customer: text('who orders'),
    article: text('name of the article'),
    quantity: integer('pieces'),
    delivery_date: date('wanted day of delivery'),
  },
  draw: (random) => ({ person: personOf(random), item: itemsOf(random, 1)[0] as Item, day: dayOf(random), clerk: personOf(random) }),
  ask: () => 'Read this order.',
  write: ({ person, item, day, clerk }) =>
    `Dear ${clerk},\n\nplease send us ${item.quantity} x ${item.article}. We need the delivery on ${dayText(day, 'english')}.\n\nKind regards,\n${person}`,
  key: ({ person, item, day }) => ({ customer: person, ...item, delivery_date: day }),
  read: (document) => {
    const [item] = itemsIn(document);
    return { customer: found(document, /regards,\n(.+)$/), ...(item as Item), delivery_date: dayIn(document) };
  },
  decoys: ({ clerk, person }, key) =>
    clerk === person ? [] : [{ name: 'the reader for the writer', answer: { ...key, customer: clerk } }],
});

const deliveries = ['standard', 'express', 'pickup'] as const;
const deliveryWords = {
  standard: 'Standard delivery will do',
  express: 'Send it by express, please',
  pickup: 'We will pick it up ourselves',
} as const;

const coloured = defineExtraction({
  shape: {
    customer_number: code('number of the customer'),
    contact: text('who writes'),
    phone: orNull(code('telephone of the writer')),
    items: rows('what is ordered', { ...itemShape, colour: text('one word') }),
    delivery: option('kind of delivery', deliveries),
    gift_wrap: truth('whether the writer wants it wrapped as a gift'),
  },
  draw: (random) => ({
    number: codeOf(random, 'C'),
    person: personOf(random),
    phone: random.chance(0.5) ? phoneOf(random) : null,
    items: itemsOf(random, 3).map((item) => ({ ...item, colour: random.pick(colours) })),
    delivery: random.pick(deliveries),
    wrap: random.chance(0.5),
  }),
  ask: () => 'Read this order.',
  write: ({ number, person, phone, items, delivery, wrap }) =>
    [
      `Hello, this is ${person}, customer ${number}.`,
      `We would like ${items.map(({ quantity, article, colour }) => `${quantity} x ${article} in ${colour}`).join(', ')}.`,
      `${deliveryWords[delivery]}. ${wrap ? 'Gift wrapping for all of it would be nice.' : 'Please do not wrap anything as a gift this time.'}`,
      phone === null ? 'Just answer by mail if something is unclear.' : `Call me on ${phone} if something is unclear.`,
    ].join('\n'),
  key: ({ number, person, phone, items, delivery, wrap }) => ({
    customer_number: number,
    contact: person,
    phone,
    items,
    delivery,
    gift_wrap: wrap,
  }),
  read: (document) => ({
    customer_number: found(document, /customer (C-\d+)/),
    contact: found(document, /this is (.+), customer/),
    phone: foundOrNull(document, /on (\+[\d ]+\d) if/),
    items: foundAll(document, /(\d+) x ([a-z ]+) in ([a-z]+)/g).map(([quantity = '', article = '', colour = '']) => ({
      article,
      quantity: Number(quantity),
      colour,
    })),
    delivery: document.includes('express') ? 'express' : document.includes('pick it up') ? 'pickup' : 'standard',
    gift_wrap: !document.includes('do not wrap'),
  }),
  decoys: ({ items }, key) => [
    {
      name: 'the colour within the article',
      answer: { ...key, items: items.map((item) => ({ ...item, article: `${item.colour} ${item.article}` })) },
    },
  ],
});

type Corrected = { person: string; company: string; items: Item[]; more: number; gone: Item; day: Day; later: number; street: string };

const corrected = defineExtraction<Corrected>({
  shape: {
    contact: text('who writes'),
    items: rows('what is ordered after all corrections', itemShape),
    delivery_date: date('wanted day of delivery after all corrections'),
    delivery_address: text('where to, as one text'),
    invoice_address: orNull(text('where the invoice goes, where the mail names an address of its own for it')),
  },
  draw: (random) => {
    const [gone, ...items] = itemsOf(random, 5);
    return {
      person: personOf(random),
      company: random.chance(0.5) ? `${random.pick(streets)} ${random.int(1, 99)}, ${random.pick(cities)}` : '',
      items,
      more: random.int(61, 95),
      gone: gone as Item,
      day: dayOf(random),
      later: random.int(2, 9),
      street: `${random.pick(streets)} ${random.int(100, 199)}, ${random.pick(cities)}`,
    };
  },
  ask: () => 'Read this order and apply the corrections in it.',
  write: ({ person, company, items, more, gone, day, later, street }) => {
    const [first, ...others] = items as [Item, ...Item[]];
    const listed = [first, gone, ...others];
    return [
      `Hi, please note our order for ${dayText(day, 'english')}:`,
      ...listed.map(({ quantity, article }) => `- ${quantity} x ${article}`),
      '',
      `Deliver to ${street}.${company === '' ? '' : ` The invoice goes to ${company}, though.`}`,
      '',
      `Wait, not ${first.quantity} of the ${first.article}: make it ${more}. And scrap the ${gone.article}, we still have enough.`,
      `Oh, and we are closed on that day, so bring everything ${later} days later.`,
      '',
      person,
    ].join('\n');
  },
  key: ({ person, company, items, more, day, later, street }) => ({
    contact: person,
    items: items.map((item, at): Data => (at === 0 ? { ...item, quantity: more } : item)),
    delivery_date: addDays(day, later),
    delivery_address: street,
    invoice_address: company === '' ? null : company,
  }),
  read: (document) => {
    const [, article = '', more = ''] = /not \d+ of the ([a-z ]+): make it (\d+)/.exec(document) ?? [];
    const gone = found(document, /scrap the ([a-z ]+),/);
    const day = new Date(`${dayIn(document)}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + Number(found(document, /everything (\d+) days later/)));
    return {
      contact: document.split('\n').at(-1) ?? '',
      items: itemsIn(document)
        .filter((item) => item.article !== gone)
        .map((item) => (item.article === article ? { ...item, quantity: Number(more) } : item)),
      delivery_date: day.toISOString().slice(0, 10),
      delivery_address: found(document, /Deliver to ([^.]+)\./),
      invoice_address: foundOrNull(document, /invoice goes to (.+), though/),
    };
  },
  decoys: ({ items, gone, day }, key) => [
    { name: 'the withdrawn quantity', answer: { ...key, items } },
    { name: 'the withdrawn day', answer: { ...key, delivery_date: day } },
    { name: 'the withdrawn article kept', answer: { ...key, items: [...(key['items'] as Data[]), gone] } },
  ],
});

type Change = { kind: 'set' | 'drop' | 'add'; article: string; quantity: number };
type Thread = { person: string; clerk: string; start: Item[]; changes: Change[][]; past: Item[]; number: string; days: Day[]; due: Day };

const sayChange = ({ kind, article, quantity }: Change): string =>
  kind === 'set'
    ? `${article}: ${quantity} in total, please`
    : kind === 'drop'
      ? `${article}: not needed any more`
      : `${article}: ${quantity} on top of what I have asked for so far`;

/** The order after every change, in the order in which the mails were sent. */
const settledOrder = ({ start, changes }: Thread): Item[] => {
  const order = new Map(start.map(({ article, quantity }) => [article, quantity]));
  for (const { kind, article, quantity } of changes.flat()) {
    if (kind === 'drop') order.delete(article);
    else order.set(article, kind === 'set' ? quantity : (order.get(article) ?? 0) + quantity);
  }
  return [...order].map(([article, quantity]) => ({ article, quantity }));
};

const thread = defineExtraction<Thread>({
  shape: {
    order_number: code('number that the clerk gave to this order'),
    contact: text('the customer who writes'),
    items: rows('the order as it stands after the last mail', itemShape),
    delivery_date: date('day of delivery as it stands after the last mail'),
  },
  draw: (random) => {
    const articles = random.sample(goods, 12);
    const [person = '', clerk = ''] = peopleOf(random, 2);
    const day = dayOf(random);
    const start = articles.slice(0, 6).map((article) => ({ article, quantity: random.int(5, 40) }));
    const change = (kind: Change['kind'], at: number): Change => ({
      kind,
      article: articles[at] ?? '',
      quantity: kind === 'drop' ? 0 : random.int(41, 90),
    });
    return {
      person,
      clerk,
      start,
      changes: [
        [change('set', 0), change('drop', 1), change('add', 6)],
        [change('add', 2), change('set', 6)],
        [change('drop', 3), change('set', 0), change('set', 1)],
      ],
      past: articles.slice(7).map((article) => ({ article, quantity: random.int(200, 240) })),
      number: codeOf(random, 'ORD'),
      days: [0, 2, 3, 6].map((after) => addDays(day, after)),
      due: addDays(day, random.int(20, 40)),
    };
  },
  ask: () =>
    'The document is a thread of mails, the newest first. Read the order that its customer wants in the end. Orders delivered before do not belong to it.',
  write: ({ person, clerk, start, changes, past, number, days, due }) => {
    const mail = (at: number, from: string, lines: string[]): string =>
      [`On ${dayText(days[at] ?? '', 'english')} ${from} wrote:`, ...lines].join('\n');
    const sent = [
      mail(0, person, [
        `I want to order again. Last time (delivered under ORD-00001) it was ${past.map(({ quantity, article }) => `${quantity} x ${article}`).join(', ')}.`,
        'This time I need:',
        ...start.map(({ quantity, article }) => `* ${quantity} x ${article}`),
        `Delivery on ${dayText(addDays(due, -9), 'english')}.`,
      ]),
      mail(0, clerk, [`Thank you, noted as ${number}. Is there anything to change?`]),
      mail(1, person, [
        'Yes, some changes:',
        ...(changes[0] ?? []).map(sayChange),
        `And deliver on ${dayText(addDays(due, -3), 'english')}, not before.`,
      ]),
      mail(2, person, ['I counted once more:', ...(changes[1] ?? []).map(sayChange)]),
      mail(3, person, [
        'Last changes, I promise:',
        ...(changes[2] ?? []).map(sayChange),
        `Move the delivery by three more days, so ${dayText(due, 'english')}.`,
      ]),
      mail(3, clerk, [`All right, ${person}, ${number} is changed as you say.`]),
    ];
    return sent.reverse().join('\n\n');
  },
  key: (instance) => ({
    order_number: instance.number,
    contact: instance.person,
    items: settledOrder(instance),
    delivery_date: instance.due,
  }),
  read: (document) => {
    const order: Item[] = [];
    const mails = document.split('\n\n').reverse();
    for (const mail of mails) {
      for (const [quantity = '', article = ''] of foundAll(mail, /^\* (\d+) x (.+)$/gm))
        order.push({ article, quantity: Number(quantity) });
      for (const [article = '', what = ''] of foundAll(mail, /^([a-z ]+): (\d+ in total|not needed|\d+ on top)/gm)) {
        const at = order.findIndex((item) => item.article === article);
        const amount = Number.parseInt(what, 10);
        if (what.startsWith('not')) order.splice(at, 1);
        else if (at < 0) order.push({ article, quantity: amount });
        else order[at] = { article, quantity: what.endsWith('top') ? (order[at]?.quantity ?? 0) + amount : amount };
      }
    }
    return {
      order_number: found(document, /noted as (ORD-\d+)/),
      contact: found(mails[0] ?? '', /\d{4} (.+) wrote:/),
      items: order,
      delivery_date: dayIn(found(document, /three more days, so ([^.]+)\./)),
    };
  },
  decoys: ({ start, past, due }, key) => [
    {
      name: 'the quantities of the first mail',
      answer: { ...key, items: (key['items'] as Item[]).map((item) => start.find(({ article }) => article === item.article) ?? item) },
    },
    { name: 'the order before', answer: { ...key, items: past } },
    { name: 'the day of an earlier mail', answer: { ...key, delivery_date: addDays(due, -3) } },
  ],
});

export const orderMails: ExtractionFamily = {
  id: 'order-mails',
  tags: ['mail', 'correction', 'list-of-objects'],
  levels: [
    ['easy', short],
    ['medium', coloured],
    ['hard', corrected],
    ['extreme', thread],
  ],
};
