import { addDays } from '../calendar.ts';
import { defineExtraction } from '../extraction.ts';
import { dayText, numberText, type DayStyle } from '../formats.ts';
import { codesOf } from '../pools.ts';
import { dayIn, found, foundAll, numberOf, paragraphs } from '../reading.ts';
import { code, date, decimal, integer, money, rows, text } from '../shape.ts';
import { drawInvoice, lineData, linesOf, totalOf, type Invoice, type Line } from './invoice-lines.ts';

type Folder = { invoices: (Invoice & { sign: number; credit: Line | null })[]; wanted: number };

const dayStyles: readonly DayStyle[] = ['english', 'dotted', 'german', 'spanish'];

const writeFolded = (invoice: Folder['invoices'][number], at: number): string =>
  [
    `[${at + 1}] ${invoice.seller} / invoice ${invoice.number} / ${dayText(invoice.day, dayStyles[invoice.sign] ?? 'english')} / to ${invoice.customer}`,
    ...invoice.lines.map(({ article, quantity, cents }) => `    ${article}; ${quantity} pcs; ${numberText(cents, 'german')} each`),
    `    sum ${numberText(totalOf(invoice), 'german')} PLN, payable in ${invoice.days} days`,
    ...(invoice.credit === null
      ? []
      : [
          '',
          `[note] Credit for invoice ${invoice.number}: ${invoice.credit.quantity} pcs of ${invoice.credit.article} came back and are taken off that line.`,
        ]),
  ].join('\n');

/** The invoice after its credit note. */
const settled = (invoice: Folder['invoices'][number]): Line[] =>
  invoice.lines.map((line) =>
    line.article === invoice.credit?.article ? { ...line, quantity: line.quantity - invoice.credit.quantity } : line,
  );

/** One of many invoices, less its credit note. */
export const invoiceFolder = defineExtraction<Folder>({
  shape: {
    invoice_number: code('number of the invoice'),
    date: date('day of the invoice'),
    seller: text('who sent it'),
    customer: text('who got it'),
    lines: rows('lines after the credit note has been taken off', {
      article: text('name of the article'),
      quantity: integer('pieces that stay'),
      unit_price: decimal('price of one piece'),
    }),
    total: money('sum over these lines'),
  },
  draw: (random) => {
    const numbers = codesOf(random, 'F', 12, 6);
    const invoices = numbers.map((number) => {
      const invoice = drawInvoice(random, 5, number);
      const lines = linesOf(random, 5, 2400);
      const back = random.pick(lines);
      const credit = random.chance(0.5) ? { ...back, quantity: random.int(1, back.quantity - 1) } : null;
      return { ...invoice, lines, credit, sign: random.int(0, 3) };
    });
    const wanted = random.int(1, 10);
    return {
      wanted,
      invoices: invoices.map((invoice, at) =>
        at === wanted
          ? { ...invoice, credit: { ...(invoice.lines[2] as Line), quantity: random.int(1, (invoice.lines[2]?.quantity ?? 2) - 1) } }
          : invoice,
      ),
    };
  },
  ask: ({ invoices, wanted }) =>
    `The document is a folder of invoices with notes; decimals stand behind a comma. Read invoice ${invoices[wanted]?.number} alone, and take off what its credit note takes off.`,
  write: ({ invoices }) => invoices.map(writeFolded).join('\n\n'),
  key: ({ invoices, wanted }) => {
    const invoice = invoices[wanted] as Folder['invoices'][number];
    const lines = settled(invoice);
    return {
      invoice_number: invoice.number,
      date: invoice.day,
      seller: invoice.seller,
      customer: invoice.customer,
      lines: lines.map(lineData),
      total: { amount: totalOf({ lines }) / 100, currency: 'PLN' },
    };
  },
  read: (document, ask) => {
    const number = found(ask, /invoice (\S+) alone/);
    const parts = paragraphs(document);
    const part = parts.find((one) => one.startsWith('[') && one.includes(`/ invoice ${number} /`)) ?? '';
    const note = parts.find((one) => one.startsWith(`[note] Credit for invoice ${number}:`)) ?? '';
    const [head = ''] = part.split('\n');
    const lines = foundAll(part, /^ {4}(.+); (\d+) pcs; (\S+) each$/gm).map(([article = '', quantity = '', price = '']) => ({
      article,
      quantity: Number(quantity) - (note.includes(`pcs of ${article} came`) ? Number(found(note, /: (\d+) pcs/)) : 0),
      unit_price: numberOf(price, ','),
    }));
    return {
      invoice_number: number,
      date: dayIn(head.split(' / ')[2] ?? ''),
      seller: found(head, /^\[\d+\] (.+?) \/ /),
      customer: found(head, / \/ to (.+)$/),
      lines,
      total: { amount: Math.round(lines.reduce((sum, line) => sum + line.quantity * line.unit_price * 100, 0)) / 100, currency: 'PLN' },
    };
  },
  decoys: ({ invoices, wanted }, key) => {
    const invoice = invoices[wanted] as Folder['invoices'][number];
    const other = invoices[wanted - 1] as Folder['invoices'][number];
    return [
      {
        name: 'the credit note forgotten',
        answer: { ...key, lines: invoice.lines.map(lineData), total: { amount: totalOf(invoice) / 100, currency: 'PLN' } },
      },
      { name: 'the head of another invoice', answer: { ...key, invoice_number: other.number, date: addDays(invoice.day, 400) } },
    ];
  },
});
