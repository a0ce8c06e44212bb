import { afterAll, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import { createWorldEnvironment } from '../../kit/world/world-environment.ts';
import { worldEvidenceSchema } from '../../kit/world/world.ts';
import { createDatabaseProcess } from './database-process.ts';
import { databaseTools } from './tools.ts';
import { createDatabaseWorld } from './environment.ts';

const database = createDatabaseProcess();
afterAll(() => database.close());

const world = createDatabaseWorld(database);
const toolNames = databaseTools.map(({ name }) => name);

const taskOf = (state: Record<string, unknown> = {}, offered = toolNames): Task => ({
  id: 'shelf-01',
  family: 'shelf',
  difficulty: 'easy',
  tags: [],
  messages: [{ role: 'user', content: 'Which book?' }],
  tools: databaseTools.filter(({ name }) => offered.includes(name)),
  world: {
    id: 'database',
    state: {
      data: {
        now: '2026-03-05 09:30:00',
        schema: [
          'create table author (id integer primary key, name text not null unique)',
          'create table book (id integer primary key, author_id integer not null references author (id), title text not null, copies integer not null check (copies >= 0), price real, added text)',
          'create index book_author on book (author_id)',
        ],
        tables: {
          author: [
            { id: 1, name: 'Ada Okafor' },
            { id: 2, name: 'Bo Lind' },
          ],
          book: Array.from({ length: 12 }, (_, at) => ({
            id: at + 1,
            author_id: (at % 2) + 1,
            title: `Volume ${at + 1}`,
            copies: at,
            price: at + 0.5,
            added: at === 0 ? null : `2026-02-${String(at + 10)}`,
          })),
        },
        pageRows: 5,
        ...state,
      },
    },
  },
  expect: {},
  limits: { maxTokens: 100, maxTurns: 5 },
  proof: { accepted: [], rejected: [] },
});

const open = (state: Record<string, unknown> = {}, offered = toolNames) => {
  const environment = createWorldEnvironment(world, taskOf(state, offered));
  let id = 0;
  const call = (name: string, given: Record<string, unknown> | null = {}) => {
    id += 1;
    return environment.call({ id: `call_${id}`, name, arguments: given, argumentsText: JSON.stringify(given), repairs: [] });
  };
  return {
    call,
    query: (sql: string, page?: number) => call('query', page === undefined ? { sql } : { sql, page }),
    execute: (sql: string) => call('execute', { sql }),
    evidence: async () => worldEvidenceSchema.parse((await environment.evidence?.())?.data),
  };
};

const tablesOf = async (opened: ReturnType<typeof open>) => {
  const { state } = await opened.evidence();
  return (state as { tables: Record<string, Record<string, unknown>[]> }).tables;
};

test('the schema can be explored', async () => {
  const opened = open();
  expect(JSON.parse((await opened.call('list_tables')).content)).toEqual([
    { table: 'author', rows: 2 },
    { table: 'book', rows: 12 },
  ]);
  const book = JSON.parse((await opened.call('describe_table', { table: 'book' })).content) as { rows: number; sql: string[] };
  expect(book.rows).toBe(12);
  expect(book.sql[0]).toContain('check (copies >= 0)');
  expect(book.sql[1]).toContain('create index book_author'.replace('create index', 'CREATE INDEX'));
  expect(await opened.call('describe_table', { table: "book' or 1=1 --" })).toMatchObject({ isError: true });
  expect((await opened.query("select name from sqlite_master where type = 'table' order by 1")).content).toContain('[["author"],["book"]]');
  expect((await opened.query('pragma table_info(author)')).isError).toBe(false);
});

test('a result comes in pages, and the last one says so', async () => {
  const opened = open();
  const page = async (number?: number) =>
    JSON.parse((await opened.query('select id, price from book order by id', number)).content) as unknown;
  expect(await page()).toEqual({ columns: ['id', 'price'], rows: [1, 2, 3, 4, 5].map((id) => [id, id - 0.5]), page: 1, more: true });
  expect(await page(3)).toEqual({ columns: ['id', 'price'], rows: [11, 12].map((id) => [id, id - 0.5]), page: 3, more: false });
  expect(await page(4)).toMatchObject({ rows: [], more: false });
  for (const number of [0, -1, 1.5, 101, Number.NaN]) expect(await opened.query('select 1', number)).toMatchObject({ isError: true });
});

test('changes last, are counted, and are seen in the evidence; a broken rule changes nothing', async () => {
  const opened = open();
  expect((await opened.execute('update book set copies = copies + 1 where author_id = 1')).content).toBe('{"changed_rows":6}');
  expect((await opened.execute("insert into author (name) values ('Cy') returning id")).content).toBe(
    '{"changed_rows":1,"columns":["id"],"rows":[[3]]}',
  );
  for (const [sql, why] of [
    ["insert into author (name) values ('Cy')", 'UNIQUE'],
    ['update book set copies = copies - 5', 'CHECK'],
    ['delete from author', 'FOREIGN KEY'],
    ["insert into book (author_id, title, copies) values (9, 'x', 1)", 'FOREIGN KEY'],
    ['update bok set copies = 1', 'no such table'],
  ] as const) {
    const result = await opened.execute(sql);
    expect(result.isError).toBe(true);
    expect(result.content).toContain(why);
  }
  const { author, book } = await tablesOf(opened);
  expect(author).toEqual([
    { id: 1, name: 'Ada Okafor' },
    { id: 2, name: 'Bo Lind' },
    { id: 3, name: 'Cy' },
  ]);
  expect(book?.map(({ copies }) => copies)).toEqual([1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11]);
  expect(book?.[0]).toEqual({ id: 1, author_id: 1, title: 'Volume 1', copies: 1, price: 0.5, added: null });
});

test('only offered tools with their own arguments are answered', async () => {
  const opened = open({}, ['query']);
  for (const [name, given] of [
    ['execute', { sql: 'delete from book' }],
    ['drop_table', {}],
    ['query', null],
    ['query', {}],
    ['query', { sql: 5 }],
    ['query', { sql: 'select 1', limit: 5 }],
    ['query', { sql: 'select 1', page: '1' }],
    ['__proto__', {}],
    ['toString', {}],
  ] as const)
    expect(await opened.call(name, given)).toMatchObject({ isError: true });
  expect((await tablesOf(opened))['book']).toHaveLength(12);
});

test('the evidence tells which calls changed something', async () => {
  const opened = open();
  await opened.query('select 1');
  await opened.execute('delete from book where id = 99');
  await opened.execute('delete from book where id = 9');
  await opened.execute('delete from book where id = 8 returning title');
  await opened.execute('delete from bok');
  expect((await opened.evidence()).calls).toEqual([
    { ok: true, changed: false },
    { ok: true, changed: false },
    { ok: true, changed: true },
    { ok: true, changed: true },
    { ok: false, changed: false },
  ]);
});

test('a state that makes no database is told at once', async () => {
  await expect(open({ schema: ['create tabel x (y)'] }).call('list_tables')).rejects.toThrow('makes no database');
  await expect(open({ now: 'today' }).call('list_tables')).rejects.toThrow();
});

test('two databases side by side do not see each other', async () => {
  const [left, right] = [open(), open()];
  await left.execute('delete from book where id = 1');
  await right.execute('delete from book where id = 2');
  expect((await tablesOf(left))['book']?.map(({ id }) => id)).not.toContain(1);
  expect((await tablesOf(right))['book']?.map(({ id }) => id)).toContain(1);
});

test('time is the world’s own', async () => {
  const opened = open();
  const values = async (sql: string) => (JSON.parse((await opened.query(sql)).content) as { rows: unknown[][] }).rows[0];
  expect(await values("select date('now'), date(), current_date, current_time, current_timestamp, datetime(' NOW ', '+1 day')")).toEqual([
    '2026-03-05',
    '2026-03-05',
    '2026-03-05',
    '09:30:00',
    '2026-03-05 09:30:00',
    '2026-03-06 09:30:00',
  ]);
  expect(
    await values("select strftime('%Y-%m'), strftime('%Y-%m', 'n' || 'ow'), unixepoch(), julianday('now') - julianday('2026-03-01')"),
  ).toEqual(['2026-03', '2026-03', 1772703000, 4.395833333488554]);
  expect(await values("select date('2026-01-31', '+1 month'), timediff('now', '2026-03-01'), date(null), date('rubbish')")).toEqual([
    '2026-03-03',
    '+0000-00-04 09:30:00.000',
    null,
    null,
  ]);
  for (const zone of ['localtime', 'UTC']) expect(await opened.query(`select datetime('now', '${zone}')`)).toMatchObject({ isError: true });
});
