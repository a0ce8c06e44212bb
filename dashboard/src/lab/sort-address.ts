import type { SortMark } from '@benchloop/ui';

/** The order of a table as its address names it: `size`, or `-size` for descending; empty = none. */
export const textOfSort = (sort: SortMark | null): string =>
  sort === null ? '' : `${sort.direction === 'descending' ? '-' : ''}${sort.column}`;

/** The order that an address names; null where it names none of these columns. */
export const sortOfText = (text: string, columns: readonly string[]): SortMark | null => {
  const direction = text.startsWith('-') ? 'descending' : 'ascending';
  const column = direction === 'descending' ? text.slice(1) : text;
  return columns.includes(column) ? { column, direction } : null;
};

/** What a click on the head of a column makes of an order: ascending first, then the other way. */
export const turnedSort = (sort: SortMark | null, column: string): SortMark => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
});
