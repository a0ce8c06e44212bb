import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { createGuard, type Guard, type Mode } from './authorizer.ts';
import { stopClock } from './clock-functions.ts';
import { oneStatement } from './one-statement.ts';
import type { Cell, DatabaseRows, DatabaseState, Row } from './state.ts';

export type SqlAnswer = { content: string; isError: boolean; changed: boolean };

/** One world's database. Every statement of the model goes through the guard; only `rows` and the loading do not. */
export type SqlEngine = {
  run: (mode: Mode, sql: string, page: number) => SqlAnswer;
  tables: () => string;
  describe: (table: string) => SqlAnswer;
  rows: () => DatabaseRows;
  close: () => void;
};

const maxReplyCharacters = 8_000;
const maxCellCharacters = 400;
const maxPages = 100;
/** 4 KiB each. */
const maxDatabasePages = 1_000;

// A long value or row, a deep expression or a large program would cost memory or time before the first row.
const limits = {
  length: 50_000,
  sqlLength: 10_000,
  column: 100,
  exprDepth: 60,
  compoundSelect: 10,
  vdbeOp: 20_000,
  functionArg: 32,
  attach: 0,
  likePatternLength: 60,
  variableNumber: 0,
  triggerDepth: 5,
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const load = (database: DatabaseSyncInstance, state: DatabaseState): void => {
  database.exec(`pragma temp_store = memory; pragma max_page_count = ${maxDatabasePages}; begin; pragma defer_foreign_keys = on;`);
  for (const statement of state.schema) database.exec(statement);
  for (const [table, rows] of Object.entries(state.tables)) {
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) continue;
    const insert = database.prepare(
      `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }
  database.exec('commit');
};

const plain = (value: unknown): Cell => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return value as Cell;
};

const shown = (value: unknown): Cell => {
  const cell = plain(value);
  if (typeof cell !== 'string' || cell.length <= maxCellCharacters) return cell;
  return `${cell.slice(0, maxCellCharacters)}… (${cell.length - maxCellCharacters} more characters)`;
};

const failed = (message: string): SqlAnswer => ({ content: `error: ${message}`, isError: true, changed: false });

const told = (data: unknown, changed = false): SqlAnswer => {
  const content = JSON.stringify(data);
  return content.length > maxReplyCharacters
    ? { ...failed(`the result is larger than ${maxReplyCharacters} characters: ask for fewer columns or rows`), changed }
    : { content, isError: false, changed };
};

/** Rows of one page and whether more follow; the rest is never computed. */
const readPage = (rows: Iterable<unknown[]>, page: number, size: number): { rows: Cell[][]; more: boolean } => {
  const found: Cell[][] = [];
  let at = 0;
  for (const row of rows) {
    if (at >= page * size) return { rows: found, more: true };
    if (at >= (page - 1) * size) found.push(row.map(shown));
    at += 1;
  }
  return { rows: found, more: false };
};

const firstWord = (sql: string): string => /^[a-z]+/i.exec(sql)?.[0]?.toLowerCase() ?? '';
const wordsOf: Record<Mode, readonly string[]> = {
  read: ['select', 'with', 'values', 'explain', 'pragma'],
  write: ['insert', 'update', 'delete', 'replace', 'with'],
};

const runStatement = (
  database: DatabaseSyncInstance,
  guard: Guard,
  { mode, sql, page, size }: { mode: Mode; sql: string; page: number; size: number },
): SqlAnswer => {
  guard.begin(mode);
  try {
    const statement = database.prepare(sql, { readBigInts: true, returnArrays: true });
    const columns = statement.columns().map(({ name }) => name);
    if (mode === 'read') {
      const found = readPage(statement.iterate() as Iterable<unknown[]>, page, size);
      return told({ columns, rows: found.rows, page, more: found.more });
    }
    if (columns.length === 0) {
      const changes = Number(statement.run().changes);
      return told({ changed_rows: changes }, changes > 0);
    }
    const rows = statement.all() as unknown[][];
    return told({ changed_rows: rows.length, columns, rows: rows.slice(0, size).map((row) => row.map(shown)) }, rows.length > 0);
  } catch (error) {
    return failed(guard.refusal() ?? (error as Error).message);
  }
};

export const createSqlEngine = (state: DatabaseState): SqlEngine => {
  const database = new DatabaseSync(':memory:', { defensive: true });
  load(database, state);
  stopClock(database, state.now);
  const names = Object.keys(state.tables).toSorted();
  const known = new Set(names);
  const guard = createGuard(known, new Set(state.writable ?? names));
  Object.assign(database.limits, limits);
  const arm = (): void => database.setAuthorizer((action, first, second) => guard.authorize(action, first, second));
  const unguarded = <Result>(read: () => Result): Result => {
    database.setAuthorizer(null);
    try {
      return read();
    } finally {
      arm();
    }
  };
  const count = (table: string) => Number((database.prepare(`select count(*) as n from ${quoted(table)}`).get() as { n: number }).n);
  arm();
  return {
    run: (mode, text, page) => {
      if (text.length > limits.sqlLength) return failed(`a statement may have ${limits.sqlLength} characters at most`);
      const sql = oneStatement(text);
      if (sql === null) return failed('give exactly one SQL statement');
      if (!wordsOf[mode].includes(firstWord(sql)))
        return failed(mode === 'read' ? 'query takes one SELECT statement' : 'execute takes one INSERT, UPDATE or DELETE statement');
      if (!Number.isInteger(page) || page < 1 || page > maxPages) return failed(`page must be a whole number from 1 to ${maxPages}`);
      return runStatement(database, guard, { mode, sql, page, size: state.pageRows });
    },
    tables: () => JSON.stringify(unguarded(() => names.map((table) => ({ table, rows: count(table) })))),
    describe: (table) => {
      if (!known.has(table)) return failed(`there is no table named ${JSON.stringify(table.slice(0, 80))}`);
      const created = unguarded(
        () =>
          database
            .prepare(`select sql from sqlite_master where tbl_name = '${table}' and sql is not null order by type desc, name`)
            .all() as {
            sql: string;
          }[],
      );
      return told({ table, rows: unguarded(() => count(table)), sql: created.map(({ sql }) => sql) });
    },
    rows: () =>
      unguarded(() => ({
        tables: Object.fromEntries(
          names.map((table) => {
            const statement = database.prepare(`select * from ${quoted(table)}`, { readBigInts: true });
            const order = statement.columns().map((_, at) => at + 1);
            const sorted = database.prepare(`select * from ${quoted(table)} order by ${order.join(', ')}`, { readBigInts: true });
            const rows = (sorted.all() as Record<string, unknown>[]).map((row): Row =>
              Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)])),
            );
            return [table, rows];
          }),
        ),
      })),
    close: () => database.close(),
  };
};
