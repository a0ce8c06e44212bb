import { DataTable } from '../../table/data-table.tsx';
import type { TextTable as Table } from '../report-data.ts';

type Row = Table['rows'][number];

/** A table of texts whose first column names the row and whose others are numbers. */
export const TextTable = ({ table }: { table: Table }) => (
  <div className="numbers">
    <DataTable<Row>
      caption={table.title}
      columns={table.head.map((title, place) => ({
        id: `${place}`,
        title,
        numeric: place > 0,
        cell: ({ cells }) => cells[place] ?? '',
      }))}
      rows={table.rows}
      keyOf={({ cells }) => cells[0] ?? ''}
      notesOf={({ notes }) => notes}
      footnotes={table.footnotes}
      density="compact"
    />
  </div>
);
