import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { csvOf, markdownOf } from './csv.ts';
import { DataTable } from './data-table.tsx';
import { PairwiseTable, type PairwiseCell } from './pairwise-table.tsx';

type Row = { name: string; score: number };
const rows: Row[] = [
  { name: 'a<b>', score: 3 },
  { name: 'c', score: 12 },
];
const columns = [
  { id: 'name', title: 'name', cell: (row: Row) => row.name },
  { id: 'score', title: 'score', numeric: true, cell: (row: Row) => row.score },
];

describe('DataTable', () => {
  test('is a table with a caption, column heads and row heads; text is escaped', () => {
    const html = renderToStaticMarkup(<DataTable caption="Scores" columns={columns} rows={rows} keyOf={({ name }) => name} />);
    expect(html).toContain('<caption>Scores</caption>');
    expect(html).toContain('<th scope="col" class="bl-number">score</th>');
    expect(html).toContain('<th scope="row">a&lt;b&gt;</th>');
    expect(html).toContain('<td class="bl-number" data-label="score">12</td>');
  });

  test('notes stand in a row of their own below, footnotes below the table', () => {
    const html = renderToStaticMarkup(
      <DataTable
        caption="Scores"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        notesOf={({ score }) => (score < 5 ? ['too few'] : [])}
        footnotes={['all of them']}
      />,
    );
    expect(html).toContain('<tr class="bl-row-note"><td colSpan="2">too few</td></tr></tbody>');
    expect(html.match(/bl-row-note/g)).toHaveLength(1);
    expect(html).toContain('<p class="bl-note">all of them</p>');
  });

  test('sorting is said, and the heads are buttons where the page can sort', () => {
    const html = renderToStaticMarkup(
      <DataTable
        caption="Scores"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        sort={{ column: 'score', direction: 'descending' }}
        onSort={() => undefined}
      />,
    );
    expect(html).toContain('aria-sort="descending"><button type="button">score</button>');
    expect(html.match(/aria-sort/g)).toHaveLength(1);
  });

  test('no rows: one sentence', () => {
    const html = renderToStaticMarkup(
      <DataTable caption="Runs" columns={columns} rows={[]} keyOf={({ name }: Row) => name} empty="No run yet." />,
    );
    expect(html).toContain('<td colSpan="2">No run yet.</td>');
  });
});

describe('PairwiseTable', () => {
  const cell = (row: number, column: number): PairwiseCell =>
    row + column === 3
      ? { reason: 'no task in common' }
      : { verdict: row > column ? 'better' : 'worse', difference: { value: row - column, low: -2, high: 4, n: 60 } };
  const html = renderToStaticMarkup(<PairwiseTable names={['A', 'B', 'C']} cell={cell} />);

  test('every pair has its verdict with difference, interval and n, or the reason why not', () => {
    expect(html.match(/n=60/g)).toHaveLength(4);
    expect(html).toContain('better</span><span class="bl-pair-difference">+1.0</span><span class="bl-pair-limits">95 % −2.0 to +4.0, n=60');
    expect(html.match(/not compared: no task in common/g)).toHaveLength(2);
    expect(html.match(/aria-label="itself"/g)).toHaveLength(3);
  });
});

describe('data as text', () => {
  test.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', ' =1'])('%j cannot run as a formula in CSV', (text) => {
    expect(csvOf({ head: ['a'], rows: [[text]] })).toContain(`'${text}`);
  });

  test('no text begins a formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(csvOf({ head: [], rows: [[text]] }).slice(1)).not.toMatch(/^"?\s*[=+\-@]/);
      }),
    );
  });

  test('numbers stay numbers, unknown is empty, commas and quotes are quoted', () => {
    expect(csvOf({ head: ['a', 'b', 'c'], rows: [[-1.5, null, 'x, "y"']] })).toBe('a,b,c\n-1.5,,"x, ""y"""');
  });

  test('Markdown cells cannot end the row or begin markup', () => {
    expect(markdownOf({ head: ['a'], rows: [['x|y <b> [l](u)\nz']] })).toBe(String.raw`| a |
| --- |
| x\|y \<b\> \[l\](u) z |`);
  });
});
