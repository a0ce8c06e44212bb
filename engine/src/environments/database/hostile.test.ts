import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabaseProcess } from './database-process.ts';
import { createDatabaseWorld } from './environment.ts';

const database = createDatabaseProcess();
const folder = mkdtempSync(join(tmpdir(), 'database-world-'));
const file = (name: string) => join(folder, name);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const rowsOf = Array.from({ length: 200 }, (_, at) => ({ id: at + 1, label: `row ${at + 1}`, n: at }));
const state = {
  now: '2026-03-05 09:30:00',
  schema: [
    'create table t (id integer primary key, label text, n integer)',
    'create table log (id integer primary key, t_id integer references t (id), note text)',
  ],
  tables: { t: rowsOf, log: [{ id: 1, t_id: 1, note: 'first' }] },
  writable: ['t'],
};

const world = createDatabaseWorld(database);
const open = async () => {
  const running = await world.start(state);
  return {
    query: async (sql: string) => running.call('query', { sql }),
    execute: async (sql: string) => running.call('execute', { sql }),
    rows: async () => running.snapshot(),
  };
};

const untouched = { tables: { t: rowsOf, log: state.tables.log } };

const digits =
  '(select 0 d union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7)';
const many = Array.from('abcdefghij', (name) => `${digits} ${name}`).join(', ');
const refusedQueries: Record<string, string> = {
  'another file': `attach '${file('a.db')}' as a`,
  'another file after a comment': `/* select */ attach '${file('a.db')}' as a`,
  'a copy of the database': `vacuum into '${file('b.db')}'`,
  'a file as a function': "select readfile('/etc/passwd')",
  'a file written by a function': `select writefile('${file('c')}', 'x')`,
  'an extension': "select load_extension('x')",
  'a folder for temporary files': `pragma temp_store_directory = '${folder}'`,
  'a journal on disk': 'pragma journal_mode = wal',
  'writable schema': 'pragma writable_schema = on',
  'guards off': 'pragma trusted_schema = on',
  'no foreign keys': 'pragma foreign_keys = off',
  'a larger heap': 'pragma hard_heap_limit = 0',
  'a pragma as a table': 'select * from pragma_database_list',
  'pages of the file': 'select * from sqlite_dbpage',
  'pages by statistics': 'select * from dbstat',
  'a counted inner table': 'select count(*) from dbstat',
  'a table made from JSON': "select * from json_each('[1,2]')",
  'a change in a query': 'delete from t',
  'a change behind WITH': 'with x as (select 1) delete from t',
  'a change behind EXPLAIN': 'explain delete from t',
  'a change that returns rows': 'update t set n = 0 returning id',
  'two statements': 'select 1; delete from t',
  'two statements and a comment': "select ';' /* ; */ ; -- x\n delete from t",
  'a statement that is only a comment': '-- select 1',
  nothing: '  ;; ',
  'a transaction': 'begin',
  'a savepoint': 'savepoint x',
  'a temporary table': 'create temp table x (y)',
  'a view': 'create view v as select 1',
  'a trigger': 'create trigger r after insert on t begin delete from t; end',
  'a virtual table': `create virtual table f using fts5(x)`,
  'a virtual table over a file': `create virtual table f using csv('/etc/passwd')`,
  chance: 'select random()',
  'random bytes': 'select hex(randomblob(4))',
  'the order of chance': 'select * from t order by random()',
  'the C library’s rounding': 'select exp(n), ln(n), sin(n) from t',
  'the machine’s time zone': "select datetime('now', 'localtime')",
  'an endless recursion': 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c',
  'a recursion with an end': 'with recursive c(x) as (select 1 union all select x + 1 from c where x < 3) select * from c',
  'an endless recursion without its keyword': 'with c(x) as (select 1 union all select x from c) select * from c',
  'a huge blob': 'select length(zeroblob(1000000000))',
  'a text that grows':
    "select length(replace(replace(replace(printf('%.1000c', 'x'), 'x', 'xxxxxxxxxx'), 'x', 'xxxxxxxxxx'), 'x', 'xxxxxxxxxx'))",
  'all rows in one text': 'select length(group_concat(a.label || b.label || c.label)) from t a, t b, t c',
  'a result of many columns': `select ${Array.from({ length: 101 }, (_, at) => at).join(', ')}`,
  'a long result': `select ${Array.from({ length: 30 }, () => "printf('%.400c', 'x')").join(', ')}`,
  'a long statement': `select '${'x'.repeat(20_000)}'`,
  'a deep sum': `select ${'1 + '.repeat(500)}1`,
  'many unions': Array.from({ length: 60 }, () => 'select 1').join(' union all '),
  'a slow pattern': `select count(*) from t where label like '${'%r'.repeat(100)}'`,
  'a bound value': 'select ?1',
  'a zero character': 'select 1 \u0000 ; delete from t',
};

describe('query refuses', () => {
  test.each(Object.entries(refusedQueries))('%s', async (_name, sql) => {
    const opened = await open();
    const result = await opened.query(sql);
    expect(result.isError).toBe(true);
    expect(result.content.length).toBeLessThan(600);
    expect(await opened.rows()).toEqual(untouched);
  });
});

const refusedChanges: Record<string, string> = {
  'a table without the right to change it': "insert into log (note) values ('x')",
  'the catalogue': "update sqlite_master set sql = 'x'",
  'a dropped table': 'drop table t',
  'a changed table': 'alter table t add column x',
  'a new table': 'create table x (y)',
  'a new table from a query': 'create table x as select * from t',
  'a new index': 'create index i on t (n)',
  'a reindex': 'reindex',
  statistics: 'analyze',
  'another file': `attach '${file('a.db')}' as a`,
  'a copy of the database': `vacuum into '${file('b.db')}'`,
  'a pragma': 'pragma foreign_keys = off',
  'two statements': 'delete from t where id = 1; delete from t where id = 2',
  'a commit': 'commit',
  chance: 'update t set n = random()',
  'a chance default': 'insert into t (label) values (randomblob(5))',
  'an endless recursion': 'insert into t (n) with recursive c(x) as (select 1 union all select x + 1 from c) select x from c',
  'more rows than the database may hold': "insert into t (label) select printf('%.400c', 'x') from t a, t b",
  'a row that others need': 'delete from t',
};

describe('execute refuses', () => {
  test.each(Object.entries(refusedChanges))('%s', async (_name, sql) => {
    const opened = await open();
    expect(await opened.execute(sql)).toMatchObject({ isError: true, changed: false });
    expect(await opened.rows()).toEqual(untouched);
  });
});

test('a text that would be too large is no text', async () => {
  expect(
    (await (await open()).query("select length(printf('%.*c', 1000000000, 'x')) as n, length(printf('%.40000c', 'x')) as m")).content,
  ).toContain('"rows":[[null,40000]]');
});

test('a statement without end is stopped, what was changed before it stays, and others go on', async () => {
  const [opened, other] = [await open(), await open()];
  await other.execute('update t set n = -7 where id = 1');
  await opened.execute('update t set n = -5 where id = 200');
  const results = await Promise.all([
    opened.query(`select count(*) from t a, t b, t c, t d, t e`),
    other.query('select n from t where id = 1'),
  ]);
  expect(results[0]).toEqual({ content: expect.stringContaining('was stopped') as string, isError: true, changed: false });
  expect(results[1]?.content).toContain('[[-7]]');
  expect((await opened.query('select n from t where id = 200')).content).toContain('[[-5]]');
  const changed = await opened.execute(`update t set n = (select count(*) from ${many}) where id = 1`);
  expect(changed.content).toContain('nothing was changed');
  expect(await opened.rows()).toEqual({
    tables: { ...untouched.tables, t: [...rowsOf.slice(0, -1), { id: 200, label: 'row 200', n: -5 }] },
  });
}, 600_000);

test('a statement that fills the memory is stopped', async () => {
  const opened = await open();
  const sql = `select count(*) from (select distinct printf('%.2000c', 'x') || a.id || '-' || b.id || '-' || c.id as long from t a, t b, t c order by long desc)`;
  expect(await opened.query(sql)).toMatchObject({ isError: true, changed: false });
  expect(await opened.rows()).toEqual(untouched);
}, 600_000);

test('nothing was written beside the databases', () => {
  expect(readdirSync(folder)).toEqual([]);
});

test('the same calls give the same results, also in a new process', async () => {
  const script = async () => {
    const opened = await open();
    const results = [];
    for (const sql of [
      'select * from t where n % 7 = 3',
      'select label, n from t order by n % 10 limit 7',
      'select avg(n), group_concat(id) from t where id < 9',
    ])
      results.push(await opened.query(sql));
    results.push(
      await opened.execute('insert into t (label, n) select label, n * 2 from t where id < 20'),
      await opened.execute('delete from t where n > 300'),
    );
    return JSON.stringify([results, await opened.rows()]);
  };
  const first = await script();
  expect(await script()).toBe(first);
  await database.close();
  expect(await script()).toBe(first);
});
