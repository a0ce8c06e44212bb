import { constants } from '@photostructure/sqlite';

/** `read` may change nothing; `write` may also insert, update and delete rows. */
export type Mode = 'read' | 'write';

type Authorize = (action: number, first: string | null, second: string | null) => number;

/** Functions whose result follows from their arguments alone, on every machine: no chance, no files, no rounding of the C library. */
const functions = new Set(
  (
    'abs avg ceil ceiling changes char coalesce concat concat_ws count cume_dist current_date current_time current_timestamp date datetime ' +
    'dense_rank first_value floor format glob group_concat hex if ifnull iif instr json json_array json_array_length json_extract ' +
    'json_group_array json_group_object json_object json_type json_valid julianday lag last_insert_rowid last_value lead length like lower ' +
    'ltrim max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc printf quote rank ' +
    'replace round row_number rtrim sign sqrt strftime string_agg substr substring sum time timediff total trim trunc typeof unhex unicode ' +
    'unistr unixepoch upper -> ->>'
  ).split(' '),
);

const pragmas = new Set(['table_info', 'table_xinfo', 'table_list', 'foreign_key_list', 'index_list', 'index_info']);
const catalogues = new Set(['sqlite_master', 'sqlite_schema']);
const internal = /^(?:sqlite_|pragma_|json|dbstat|fts|rtree|geopoly|bytecode|tables_used)/i;

export type Guard = { authorize: Authorize; begin: (mode: Mode) => void; refusal: () => string | null };

/** Decides, while a statement is compiled, whether it may do what it says. Everything that is not named is refused. */
export const createGuard = (tables: ReadonlySet<string>, writable: ReadonlySet<string>): Guard => {
  let mode: Mode = 'read';
  let reason: string | null = null;
  const refuse = (why: string): number => {
    reason ??= why;
    return constants.SQLITE_DENY;
  };
  const change = (table: string | null): number => {
    if (mode === 'read') return refuse('query only reads: use execute to change rows');
    if (!tables.has(table ?? '')) return refuse(`${table} cannot be changed`);
    return writable.has(table ?? '') ? constants.SQLITE_OK : refuse(`you have no right to change the table ${table}`);
  };
  const read = (table: string, column: string | null): number => {
    // Only a named table of the catalogue has columns here; a subquery that is merely counted has a name but none.
    const known = tables.has(table) || catalogues.has(table) || (column === '' && !internal.test(table));
    return known ? constants.SQLITE_OK : refuse(`${table} cannot be read here`);
  };
  return {
    begin: (next) => {
      mode = next;
      reason = null;
    },
    refusal: () => reason,
    authorize: (action, first, second) => {
      switch (action) {
        case constants.SQLITE_SELECT:
          return constants.SQLITE_OK;
        case constants.SQLITE_READ:
          return read(first ?? '', second);
        case constants.SQLITE_FUNCTION:
          return functions.has((second ?? '').toLowerCase()) ? constants.SQLITE_OK : refuse(`the function ${second} is not available here`);
        case constants.SQLITE_PRAGMA:
          return pragmas.has((first ?? '').toLowerCase()) ? constants.SQLITE_OK : refuse(`PRAGMA ${first} is not available here`);
        case constants.SQLITE_RECURSIVE:
          return refuse('recursive queries are not available here');
        case constants.SQLITE_INSERT:
        case constants.SQLITE_UPDATE:
        case constants.SQLITE_DELETE:
          return change(first);
        default:
          return refuse('only SELECT, INSERT, UPDATE and DELETE are available here');
      }
    },
  };
};
