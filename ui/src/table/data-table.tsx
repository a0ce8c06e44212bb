import type { ReactNode } from 'react';

/** A column of a table of `Row`. Numbers stand right in tabular figures. */
export type Column<Row> = {
  id: string;
  title: ReactNode;
  /** Name for people and for the card view where `title` is not plain text. */
  label?: string;
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
};

export type SortMark = { column: string; direction: 'ascending' | 'descending' };

export type DataTableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Below its row, across all columns: remarks, reasons, remedies. */
  notesOf?: (row: Row) => readonly string[];
  footnotes?: readonly string[];
  density?: 'comfortable' | 'compact';
  sort?: SortMark;
  /** Given where the page can sort: the titles become buttons. */
  onSort?: (column: string) => void;
  /** Said instead of rows where there are none. */
  empty?: ReactNode;
};

const classOf = (numeric: boolean | undefined): string | undefined => (numeric === true ? 'bl-number' : undefined);

const labelOf = <Row,>({ title, label, id }: Column<Row>): string => label ?? (typeof title === 'string' ? title : id);

/** A head without a word on screen still has one for who hears the table. */
const titleOf = <Row,>(column: Column<Row>): ReactNode =>
  column.title === '' ? <span className="bl-hidden">{labelOf(column)}</span> : column.title;

const Head = <Row,>({ columns, sort, onSort }: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'>) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th
          key={column.id}
          scope="col"
          className={classOf(column.numeric)}
          {...(sort?.column === column.id ? { 'aria-sort': sort.direction } : {})}
        >
          {onSort === undefined ? (
            titleOf(column)
          ) : (
            <button type="button" onClick={() => onSort(column.id)}>
              {titleOf(column)}
            </button>
          )}
        </th>
      ))}
    </tr>
  </thead>
);

const RowCells = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) => (
  <tr>
    {columns.map((column, place) =>
      place === 0 ? (
        <th key={column.id} scope="row">
          {column.cell(row)}
        </th>
      ) : (
        <td key={column.id} className={classOf(column.numeric)} data-label={labelOf(column)}>
          {column.cell(row)}
        </td>
      ),
    )}
  </tr>
);

/** A table with a sticky head; on narrow screens each row becomes a card with the same order. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { caption, columns, rows, keyOf, notesOf, footnotes = [], density = 'comfortable', sort, onSort, empty } = props;
  return (
    <div className="bl-table-frame">
      <table className={`bl-table bl-table-${density}`}>
        <caption>{caption}</caption>
        <Head columns={columns} sort={sort} onSort={onSort} />
        {rows.length === 0 ? (
          <tbody>
            <tr>
              <td colSpan={columns.length}>{empty ?? 'nothing here'}</td>
            </tr>
          </tbody>
        ) : (
          rows.map((row) => (
            <tbody key={keyOf(row)}>
              <RowCells columns={columns} row={row} />
              {(notesOf?.(row) ?? []).map((note) => (
                <tr key={note} className="bl-row-note">
                  <td colSpan={columns.length}>{note}</td>
                </tr>
              ))}
            </tbody>
          ))
        )}
      </table>
      {footnotes.map((note) => (
        <p key={note} className="bl-note">
          {note}
        </p>
      ))}
    </div>
  );
};
