import { defineExtraction } from '../extraction.ts';
import { numberText } from '../formats.ts';
import { found, numberOf } from '../reading.ts';
import { code, decimal, inOrder, integer, orNull, rows, text, type Data } from '../shape.ts';
import { rowsOf, type Row } from './table-rows.ts';

type Joined = { supplier: string; table: Row[]; notes: string[] };

const quoted = (cell: string): string => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
/** Cells of a line of CSV with semicolons: a quotation mark within a quoted cell is doubled. */
const splitLine = (line: string): string[] =>
  [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map((match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? '');

const wantedRows = ({ supplier, table, notes }: Joined): (Row & { note: string })[] =>
  table
    .map((row, at) => ({ ...row, note: notes[at] ?? '' }))
    .filter((row) => row.supplier === supplier && row.active && (row.stock ?? 0) > 0);

/** Two CSV tables to be joined, filtered and sorted. */
export const joinedTables = defineExtraction<Joined>({
  shape: {
    articles: rows('articles that meet all conditions', {
      sku: code('number'),
      article: text('name'),
      note: orNull(text('content of its note, without the marks that CSV adds')),
      stock: integer('pieces'),
      price: decimal('price of one piece'),
    }),
    cheapest_first: inOrder('numbers of these articles', code(''), 'from the lowest price to the highest'),
    withdrawn: inOrder('numbers of the articles of this supplier that are not active, whatever their stock', code('')),
  },
  draw: (random) => {
    const table = rowsOf(random, 16, ['Oslo', 'Ghent'], 3000);
    const supplier = table[0]?.supplier ?? '';
    const mine = (at: number, active: boolean, stock: number | null): Row => ({ ...(table[at] as Row), supplier, active, stock });
    const notes = table.map((_row, at) =>
      at % 3 === 0
        ? ''
        : `${random.pick(['size', 'type', 'model'])} "${random.int(2, 99)}"; ${random.pick(['boxed', 'loose', 'in pairs'])}`,
    );
    const set = table
      .with(2, mine(2, true, 11))
      .with(5, mine(5, true, 0))
      .with(7, mine(7, false, 30))
      .with(9, mine(9, true, null));
    return {
      supplier,
      notes,
      table: set
        .with(11, mine(11, true, 85))
        .with(13, mine(13, false, null))
        .with(15, mine(15, true, 3)),
    };
  },
  ask: ({ supplier }) =>
    `Join these two CSV tables by sku. Conditions: supplier "${supplier}", active, stock known and above zero. Cells are split by semicolons, cells with special signs stand in quotation marks with inner ones doubled, decimals stand behind a comma.`,
  write: ({ table, notes }) => {
    const first = table.map(({ sku, article, supplier }, at) => [sku, article, supplier, notes[at] ?? ''].map(quoted).join(';'));
    const second = table
      .toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
      .map(({ sku, stock, cents, active }) =>
        [sku, active ? 'Y' : 'N', stock === null ? '?' : String(stock), numberText(cents, 'german')].join(';'),
      );
    return ['# articles', 'sku;article;supplier;note', ...first, '', '# state', 'sku;active;stock;price', ...second].join('\n');
  },
  key: (instance) => {
    const wanted = wantedRows(instance);
    return {
      articles: wanted.map(({ sku, article, note, stock, cents }): Data => ({
        sku,
        article,
        note: note === '' ? null : note,
        stock,
        price: cents / 100,
      })),
      cheapest_first: wanted.toSorted((a, b) => a.cents - b.cents).map(({ sku }) => sku),
      withdrawn: instance.table.filter((row) => row.supplier === instance.supplier && !row.active).map(({ sku }) => sku),
    };
  },
  read: (document, ask) => {
    const [articles = '', states = ''] = document.split('\n\n');
    const linesOf = (part: string): string[][] => part.split('\n').slice(2).map(splitLine);
    const state = new Map(linesOf(states).map(([sku = '', ...cells]) => [sku, cells]));
    const mine = linesOf(articles)
      .filter((cells) => cells[2] === found(ask, /supplier "(.+?)", active/))
      .map(([sku = '', article = '', , note = '']) => ({ sku, article, note, state: state.get(sku) ?? [] }));
    const wanted = mine
      .filter(({ state: [active, stock = ''] }) => active === 'Y' && stock !== '?' && stock !== '0')
      .map(({ sku, article, note, state: [, stock = '', price = ''] }) => ({
        sku,
        article,
        note: note || null,
        stock: Number(stock),
        price: numberOf(price, ','),
      }));
    return {
      articles: wanted,
      cheapest_first: [...wanted].sort((a, b) => a.price - b.price).map(({ sku }) => sku),
      withdrawn: mine.filter(({ state: [active] }) => active === 'N').map(({ sku }) => sku),
    };
  },
  decoys: (instance, key) => {
    const { sku, article, cents } = instance.table[5] as Row;
    const note = instance.notes[5] ?? '';
    return [
      {
        name: 'an article out of stock too',
        answer: { ...key, articles: [...(key['articles'] as Data[]), { sku, article, note: note || null, stock: 0, price: cents / 100 }] },
      },
      { name: 'no article withdrawn', answer: { ...key, withdrawn: [] } },
    ];
  },
});
