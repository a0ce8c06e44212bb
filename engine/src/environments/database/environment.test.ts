import { afterAll, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import { createDatabaseEnvironment } from './environment.ts';
import { createDatabaseProcess } from './database-process.ts';

const database = createDatabaseProcess();
afterAll(() => database.close());

const toolNames = ['list_tables', 'describe_table', 'query', 'execute'];

const taskOf = (state: Record<string, unknown> = {}, offered = toolNames): Task => ({
  id: 'shelf-01',
  family: 'shelf',
  difficulty: 'easy',
  tags: [],
  messages: [{ role: 'user', content: 'Which book?' }],
  tools: offered.map((name) => ({ name, description: '', parameters: { type: 'object' } })),
  world: {
    id: 'database',
    state: {
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
  expect: {},
  limits: { maxTokens: 100, maxTurns: 5 },
  proof: { accepted: [], rejected: [] },
});

const open = (state: Record<string, unknown> = {}, offered = toolNames) => {
  const environment = createDatabaseEnvironment(taskOf(state, offered), database);
  let id = 0;
  const call = (name: string, given: Record<string, unknown> | null = {}) => {
    id += 1;
    return environment.call({ id: `call_${id}`, name, arguments: given, argumentsText: JSON.stringify(given), repairs: [] });
  };
  return {
    call,
    query: (sql: string, page?: number) => call('query', page === undefined ? { sql } : { sql, page }),
    execute: (sql: string) => call('execute', { sql }),
    rows: async () => ((await environment.evidence?.())?.data as { tables: Record<string, Record<string, unknown>[]> }).tables,
  };
};

test('the schema can be explored', async () => {
  const world = open();
  expect(JSON.parse((await world.call('list_tables')).content)).toEqual([
    { table: 'author', rows: 2 },
    { table: 'book', rows: 12 },
  ]);
  const book = JSON.parse((await world.call('describe_table', { table: 'book' })).content) as { rows: number; sql: string[] };
  expect(book.rows).toBe(12);
  expect(book.sql[0]).toContain('check (copies >= 0)');
  expect(book.sql[1]).toContain('create index book_author'.replace('create index', 'CREATE INDEX'));
  expect(await world.call('describe_table', { table: "book' or 1=1 --" })).toMatchObject({ isError: true });
  expect((await world.query("select name from sqlite_master where type = 'table' order by 1")).content).toContain('[["author"],["book"]]');
  expect((await world.query('pragma table_info(author)')).isError).toBe(false);
});

test('a result comes in pages, and the last one says so', async () => {
  const world = open();
  const page = async (number?: number) =>
    JSON.parse((await world.query('select id, price from book order by id', number)).content) as unknown;
  expect(await page()).toEqual({ columns: ['id', 'price'], rows: [1, 2, 3, 4, 5].map((id) => [id, id - 0.5]), page: 1, more: true });
  expect(await page(3)).toEqual({ columns: ['id', 'price'], rows: [11, 12].map((id) => [id, id - 0.5]), page: 3, more: false });
  expect(await page(4)).toMatchObject({ rows: [], more: false });
  for (const number of [0, -1, 1.5, 101, Number.NaN]) expect(await world.query('select 1', number)).toMatchObject({ isError: true });
});

test('changes last, are counted, and are seen in the evidence; a broken rule changes nothing', async () => {
  const world = open();
  expect((await world.execute('update book set copies = copies + 1 where author_id = 1')).content).toBe('{"changed_rows":6}');
  expect((await world.execute("insert into author (name) values ('Cy') returning id")).content).toBe(
    '{"changed_rows":1,"columns":["id"],"rows":[[3]]}',
  );
  for (const [sql, why] of [
    ["insert into author (name) values ('Cy')", 'UNIQUE'],
    ['update book set copies = copies - 5', 'CHECK'],
    ['delete from author', 'FOREIGN KEY'],
    ["insert into book (author_id, title, copies) values (9, 'x', 1)", 'FOREIGN KEY'],
    ['update bok set copies = 1', 'no such table'],
  ] as const) {
    const result = await world.execute(sql);
    expect(result.isError).toBe(true);
    expect(result.content).toContain(why);
  }
  const { author, book } = await world.rows();
  expect(author).toEqual([
    { id: 1, name: 'Ada Okafor' },
    { id: 2, name: 'Bo Lind' },
    { id: 3, name: 'Cy' },
  ]);
  expect(book?.map(({ copies }) => copies)).toEqual([1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11]);
  expect(book?.[0]).toEqual({ id: 1, author_id: 1, title: 'Volume 1', copies: 1, price: 0.5, added: null });
});

test('only offered tools with their own arguments are answered', async () => {
  const world = open({}, ['query']);
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
    expect(await world.call(name, given)).toMatchObject({ isError: true });
  expect((await world.rows())['book']).toHaveLength(12);
});

test('a call that the state makes fail fails once', async () => {
  const world = open({ faults: [{ tool: 'query', onCall: 2, message: 'database is locked' }] });
  expect((await world.query('select 1')).isError).toBe(false);
  expect(await world.query('select 1')).toEqual({ content: 'error: database is locked', isError: true });
  expect((await world.query('select 1')).isError).toBe(false);
});

test('a state that makes no database is told at once', async () => {
  await expect(open({ schema: ['create tabel x (y)'] }).call('list_tables')).rejects.toThrow('cannot be made');
  expect(() => open({ now: 'today' })).toThrow();
});

test('two databases side by side do not see each other', async () => {
  const [left, right] = [open(), open()];
  await left.execute('delete from book where id = 1');
  await right.execute('delete from book where id = 2');
  expect((await left.rows())['book']?.map(({ id }) => id)).not.toContain(1);
  expect((await right.rows())['book']?.map(({ id }) => id)).toContain(1);
});

test('time is the world’s own', async () => {
  const world = open();
  const values = async (sql: string) => (JSON.parse((await world.query(sql)).content) as { rows: unknown[][] }).rows[0];
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
  for (const zone of ['localtime', 'UTC']) expect(await world.query(`select datetime('now', '${zone}')`)).toMatchObject({ isError: true });
});
