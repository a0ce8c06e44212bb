import { addDays } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { dayText, numberText, type NumberStyle } from '../formats.ts';
import { centsOf, personOf } from '../pools.ts';
import { dayIn, found, foundAll, foundOrNull, labelled, numberOf } from '../reading.ts';
import { code, date, decimal, integer, money, orNull, rows, text, type Data } from '../shape.ts';
import { invoiceFolder } from './invoice-folder.ts';
import { drawInvoice, lineData, linesOf, totalOf, type Invoice } from './invoice-lines.ts';

const euros = (cents: number): Data => ({ amount: cents / 100, currency: 'EUR' });

const simple = defineExtraction({
  shape: {
    invoice_number: code('number of the invoice'),
    date: date('day of the invoice'),
    customer: text('who gets the bill'),
    total: money('amount due'),
  },
  draw: (random) => ({ invoice: drawInvoice(random, 2), contact: personOf(random) }),
  ask: () => 'Read this invoice.',
  write: ({ invoice, contact }) =>
    [
      `INVOICE ${invoice.number}`,
      `Date: ${dayText(invoice.day, 'english')}`,
      `From: ${invoice.seller}`,
      `Bill to: ${invoice.customer}`,
      `Your contact: ${contact}`,
      `Amount due: € ${numberText(totalOf(invoice), 'english')}`,
    ].join('\n'),
  key: ({ invoice }) => ({
    invoice_number: invoice.number,
    date: invoice.day,
    customer: invoice.customer,
    total: euros(totalOf(invoice)),
  }),
  read: (document) => ({
    invoice_number: found(document, /INVOICE (\S+)/),
    date: dayIn(document),
    customer: labelled(document, 'Bill to'),
    total: { amount: numberOf(labelled(document, 'Amount due')), currency: 'EUR' },
  }),
  decoys: ({ invoice }, key) => [{ name: 'the seller for the customer', answer: { ...key, customer: invoice.seller } }],
});

const withLines = defineExtraction({
  shape: {
    invoice_number: code('number of the invoice'),
    date: date('day of the invoice'),
    seller: text('who sends the invoice'),
    order_number: orNull(code('order number of the customer')),
    lines: rows('lines of the invoice', {
      article: text('name of the article'),
      quantity: integer('pieces'),
      unit_price: decimal('price of one piece'),
    }),
    total: money('sum over all lines'),
  },
  draw: (random) => drawInvoice(random, 3),
  ask: () => 'Read this invoice.',
  write: (invoice) =>
    [
      invoice.seller,
      `Invoice no. ${invoice.number}, issued on ${dayText(invoice.day, 'english')}`,
      `For: ${invoice.customer}`,
      ...(invoice.order === null ? [] : [`Your order: ${invoice.order}`]),
      '',
      ...invoice.lines.map(
        ({ article, quantity, cents }) =>
          `${quantity} x ${article} @ ${numberText(cents, 'english')} = ${numberText(quantity * cents, 'english')}`,
      ),
      '',
      `Total: EUR ${numberText(totalOf(invoice), 'english')}`,
    ].join('\n'),
  key: (invoice) => ({
    invoice_number: invoice.number,
    date: invoice.day,
    seller: invoice.seller,
    order_number: invoice.order,
    lines: invoice.lines.map(lineData),
    total: euros(totalOf(invoice)),
  }),
  read: (document) => ({
    invoice_number: found(document, /Invoice no\. ([^,]+),/),
    date: dayIn(document),
    seller: document.split('\n')[0] ?? '',
    order_number: foundOrNull(document, /Your order: (.+)/),
    lines: foundAll(document, /^(\d+) x (.+) @ (\S+) = /gm).map(([quantity = '', article = '', price = '']) => ({
      article,
      quantity: Number(quantity),
      unit_price: numberOf(price),
    })),
    total: { amount: numberOf(labelled(document, 'Total').replace('EUR', '')), currency: 'EUR' },
  }),
  decoys: (invoice, key) => [
    { name: 'the customer for the seller', answer: { ...key, seller: invoice.customer } },
    {
      name: 'line totals for unit prices',
      answer: {
        ...key,
        lines: invoice.lines.map((line) => ({ ...(lineData(line) as object), unit_price: (line.quantity * line.cents) / 100 })),
      },
    },
  ],
});

type Foreign = Invoice & { style: NumberStyle; currency: 'EUR' | 'CHF'; shipping: number };

/** Net sum, VAT of 19 % rounded half up to cents, and their sum. */
const taxed = (invoice: Foreign): { net: number; vat: number; gross: number } => {
  const net = totalOf(invoice) + invoice.shipping;
  const vat = Math.floor((net * 19 + 50) / 100);
  return { net, vat, gross: net + vat };
};

const german = defineExtraction<Foreign>({
  shape: {
    invoice_number: code('number of the invoice'),
    date: date('day of the invoice'),
    due_date: date('last day for paying: the day of the invoice plus the term of payment'),
    order_number: orNull(code('order number of the customer')),
    lines: rows('articles; shipping is no article', {
      article: text('name of the article'),
      quantity: integer('pieces'),
      unit_price: decimal('price of one piece'),
    }),
    net: money('sum before tax, shipping included'),
    vat: money('tax'),
    gross: money('sum after tax'),
  },
  draw: (random) => {
    const swiss = random.chance(0.4);
    const invoice = drawInvoice(random, 4);
    const lines = linesOf(random, 4, 1900).map((line, at) => (at === 1 ? { ...line, cents: centsOf(random, 1100, 1900) } : line));
    return { ...invoice, lines, style: swiss ? 'swiss' : 'german', currency: swiss ? 'CHF' : 'EUR', shipping: centsOf(random, 8, 60) };
  },
  ask: () => 'Read this German invoice.',
  write: (invoice) => {
    const { net, vat, gross } = taxed(invoice);
    const amount = (cents: number) =>
      invoice.currency === 'CHF' ? `CHF ${numberText(cents, invoice.style)}` : `${numberText(cents, invoice.style)} €`;
    return [
      `${invoice.seller} · Rechnung ${invoice.number}`,
      `Rechnungsdatum ${dayText(invoice.day, 'dotted')}, Lieferdatum ${dayText(addDays(invoice.day, -6), 'dotted')}`,
      `An: ${invoice.customer}`,
      ...(invoice.order === null ? ['Ihre Bestellung: mündlich'] : [`Ihre Bestellnummer: ${invoice.order}`]),
      '',
      ...invoice.lines.map(
        ({ article, quantity, cents }, at) =>
          `Pos. ${at + 1}  ${article}  ${quantity} Stk. à ${amount(cents)}  zusammen ${amount(quantity * cents)}`,
      ),
      `Versand  ${amount(invoice.shipping)}`,
      '',
      `Nettobetrag ${amount(net)}`,
      `MwSt. 19 % ${amount(vat)}`,
      `Rechnungsbetrag ${amount(gross)}`,
      `Zahlbar innerhalb von ${invoice.days} Tagen ab Rechnungsdatum ohne Abzug.`,
    ].join('\n');
  },
  key: (invoice) => {
    const of = (cents: number): Data => ({ amount: cents / 100, currency: invoice.currency });
    const { net, vat, gross } = taxed(invoice);
    return {
      invoice_number: invoice.number,
      date: invoice.day,
      due_date: addDays(invoice.day, invoice.days),
      order_number: invoice.order,
      lines: invoice.lines.map(lineData),
      net: of(net),
      vat: of(vat),
      gross: of(gross),
    };
  },
  read: (document) => {
    const currency = document.includes('CHF') ? 'CHF' : 'EUR';
    const number = (written: string) => numberOf(written, currency === 'CHF' ? '.' : ',');
    const of = (label: string): Data => ({ amount: number(labelled(document, label)), currency });
    const day = dayIn(found(document, /Rechnungsdatum (\S+),/));
    const due = new Date(`${day}T12:00:00Z`);
    due.setUTCDate(due.getUTCDate() + Number(found(document, /innerhalb von (\d+) Tagen/)));
    return {
      invoice_number: found(document, /Rechnung (\S+)/),
      date: day,
      due_date: due.toISOString().slice(0, 10),
      order_number: foundOrNull(document, /Bestellnummer: (\S+)/),
      lines: foundAll(document, /^Pos\. \d+ {2}(.+?) {2}(\d+) Stk\. à (.+?) {2}/gm).map(([article = '', quantity = '', price = '']) => ({
        article,
        quantity: Number(quantity),
        unit_price: number(price),
      })),
      net: of('Nettobetrag'),
      vat: of('MwSt. 19 %'),
      gross: of('Rechnungsbetrag'),
    };
  },
  decoys: (invoice, key) => [
    { name: 'the delivery day for the invoice day', answer: { ...key, date: addDays(invoice.day, -6) } },
    { name: 'gross and net swapped', answer: { ...key, net: key['gross'] ?? null, gross: key['net'] ?? null } },
  ],
});

export const invoices: ExtractionFamily = {
  id: 'invoices',
  tags: ['invoice', 'money', 'list-of-objects'],
  levels: [
    ['easy', simple],
    ['medium', withLines],
    ['hard', german],
    ['extreme', invoiceFolder],
  ],
};
