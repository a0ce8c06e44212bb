import { expect, test } from 'vitest';
import { oneStatement } from './one-statement.ts';

test.each([
  ['select 1', 'select 1'],
  ['  select 1 ;  ', 'select 1 '],
  ['-- first\nselect 1; -- done', 'select 1'],
  ["select ';' as a", "select ';' as a"],
  ["select 'it''s; x'", "select 'it''s; x'"],
  ['select ";", [;], `;` /* ; */ from t;;', 'select ";", [;], `;` /* ; */ from t'],
  ["select 'never closed; ", "select 'never closed; "],
])('%s is one statement', (sql, statement) => {
  expect(oneStatement(sql)).toBe(statement);
});

test.each(['', ' ; ', '-- select 1', '/* select 1', 'select 1; select 2', "select 1; 'x'", 'select 1;/* */delete from t'])(
  '%s is not',
  (sql) => {
    expect(oneStatement(sql)).toBeNull();
  },
);
