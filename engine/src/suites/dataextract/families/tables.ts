import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { numberText } from '../formats.ts';
import { cities } from '../pools.ts';
import { found, numberOf } from '../reading.ts';
import { code, decimal, integer, money, orNull, rows, text, type Data } from '../shape.ts';
import { joinedTables } from './joined-tables.ts';
import { rowsOf, type Row } from './table-rows.ts';

const oneRow = defineExtraction({
  shape: {
    sku: code('number of the article'),
    article: text('its name'),
    stock: integer('pieces in stock'),
    price: decimal('price of one piece'),
  },
  draw: (random) => ({
    table: rowsOf(random, 5, ['Oslo']).map((row) => ({ ...row, stock: random.int(1, 400) })),
    wanted: random.int(1, 4),
  }),
  ask: ({ table, wanted }) => `Read the line of article ${table[wanted]?.sku} in this CSV table.`,
  write: ({ table }) =>
    [
      'sku,article,stock,price',
      ...table.map(({ sku, article, stock, cents }) => [sku, article, stock, numberText(cents, 'english')].join(',')),
    ].join('\n'),
  key: ({ table, wanted }) => {
    const { sku, article, stock, cents } = table[wanted] as Row;
    return { sku, article, stock, price: cents / 100 };
  },
  read: (document, ask) => {
    const wanted = found(ask, /article (\S+) in/);
    const [sku = '', article = '', stock = '', price = ''] =
      document
        .split('\n')
        .find((line) => line.startsWith(wanted))
        ?.split(',') ?? [];
    return { sku, article, stock: Number(stock), price: Number(price) };
  },
  decoys: ({ table, wanted }, key) => {
    const { sku, article } = table[wanted - 1] as Row;
    return [{ name: 'the line above', answer: { ...key, sku, article } }];
  },
});

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const markdown = defineExtraction({
  shape: {
    depot: text('the depot in question'),
    articles: rows('its active articles', {
      sku: code('number'),
      article: text('name'),
      stock: orNull(integer('pieces')),
      price: decimal('price'),
    }),
  },
  draw: (random) => {
    const depots = random.sample(cities, 3);
    const table = rowsOf(random, 10, depots);
    const [depot = ''] = depots;
    const set = (at: number, active: boolean, stock: number | null): Row => ({ ...(table[at] as Row), depot, active, stock });
    return {
      depot,
      table: table
        .with(1, set(1, true, null))
        .with(4, set(4, true, 7))
        .with(6, set(6, false, 9))
        .with(7, set(7, true, 12)),
    };
  },
  ask: ({ depot }) => `Read the articles of the depot ${depot} that are active. A dash in the table means that the value is not known.`,
  write: ({ table }) =>
    [
      '| sku | article | depot | stock | price | active |',
      '|---|---|---|---:|---:|---|',
      ...table.map(
        ({ sku, article, depot, stock, cents, active }) =>
          `| ${sku} | ${article} | ${depot} | ${stock ?? '-'} | ${numberText(cents, 'english')} | ${active ? 'yes' : 'no'} |`,
      ),
    ].join('\n'),
  key: ({ depot, table }) => ({
    depot,
    articles: table
      .filter((row) => row.depot === depot && row.active)
      .map(({ sku, article, stock, cents }): Data => ({ sku, article, stock, price: cents / 100 })),
  }),
  read: (document, ask) => {
    const depot = found(ask, /the depot (.+?) that are/);
    const articles = document
      .split('\n')
      .slice(2)
      .map(cellsOf)
      .filter((cells) => cells[2] === depot && cells[5] === 'yes');
    return {
      depot,
      articles: articles.map(([sku = '', article = '', , stock = '', price = '']) => ({
        sku,
        article,
        stock: stock === '-' ? null : Number(stock),
        price: Number(price),
      })),
    };
  },
  decoys: ({ depot, table }, key) => {
    const idle = table.find((row) => row.depot === depot && !row.active) as Row;
    const { sku, article, stock, cents } = idle;
    return [
      {
        name: 'an inactive article too',
        answer: { ...key, articles: [...(key['articles'] as Data[]), { sku, article, stock, price: cents / 100 }] },
      },
    ];
  },
});

const widths = [8, 16, 14, 8, 13, 8] as const;
const padded = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at > 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
    .join('')
    .trimEnd();

const fixedWidth = defineExtraction({
  shape: {
    lines: rows('every line of the supplier', {
      sku: code('number'),
      article: text('name'),
      depot: text('depot; an empty cell means: the same as in the line above it in the table'),
      stock: orNull(integer('pieces')),
      price: money('price of one piece'),
    }),
    stock_sum: integer('sum of the known stock of these lines'),
  },
  draw: (random) => {
    const depots: string[] = random.sample(cities, 3);
    const table = rowsOf(random, 12, depots, 2400).toSorted((a, b) => depots.indexOf(a.depot) - depots.indexOf(b.depot));
    const supplier = table[0]?.supplier ?? '';
    const mine = (at: number, stock: number | null): Row => ({ ...(table[at] as Row), supplier, stock });
    return { supplier, table: table.with(3, mine(3, 1204)).with(5, mine(5, null)).with(10, mine(10, 38)) };
  },
  ask: ({ supplier, table }) =>
    `Read all lines of the supplier "${supplier}", short "${table
      .find((row) => row.supplier === supplier)
      ?.supplier.slice(0, 5)
      .trim()}", in this table of fixed width. Numbers have a point between thousands and a comma before decimals; n/a means that the value is not known; prices are in euros.`,
  write: ({ table }) =>
    [
      padded(['sku', 'article', 'depot', 'stock', 'price', 'supp.']),
      ...table.map(({ sku, article, depot, stock, cents, supplier }, at) =>
        padded([
          sku,
          article,
          at > 0 && table[at - 1]?.depot === depot ? '' : depot,
          stock === null ? 'n/a' : numberText(stock, 'german', 0),
          numberText(cents, 'german'),
          supplier.slice(0, 5),
        ]),
      ),
    ].join('\n'),
  key: ({ supplier, table }) => {
    const mine = table.filter((row) => row.supplier === supplier);
    return {
      lines: mine.map(({ sku, article, depot, stock, cents }): Data => ({
        sku,
        article,
        depot,
        stock,
        price: { amount: cents / 100, currency: 'EUR' },
      })),
      stock_sum: mine.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
    };
  },
  read: (document, ask) => {
    const short = found(ask, /short "(.+?)"/).trim();
    let depot = '';
    const lines: { stock: number | null; [key: string]: Data }[] = [];
    for (const line of document.split('\n').slice(1)) {
      const starts = widths.map((_width, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
      const cells = starts.map((start, at) => line.slice(start, start + (widths[at] ?? 0)).trim());
      const [sku = '', article = '', place = '', stock = '', price = '', supplier = ''] = cells;
      depot = place || depot;
      if (supplier !== short) continue;
      lines.push({
        sku,
        article,
        depot,
        stock: stock === 'n/a' ? null : numberOf(stock, ','),
        price: { amount: numberOf(price, ','), currency: 'EUR' },
      });
    }
    return { lines, stock_sum: lines.reduce((sum, line) => sum + (line.stock ?? 0), 0) };
  },
  decoys: (_instance, key) => [{ name: 'a thousand pieces misread', answer: { ...key, stock_sum: 1.204 } }],
});

export const tables: ExtractionFamily = {
  id: 'tables',
  tags: ['table', 'filter', 'list-of-objects'],
  levels: [
    ['easy', oneRow],
    ['medium', markdown],
    ['hard', fixedWidth],
    ['extreme', joinedTables],
  ],
};
