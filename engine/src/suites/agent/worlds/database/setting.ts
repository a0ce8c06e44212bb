import { databaseWorld } from '../../../../environments/database/environment.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Matcher } from '../../../../scorers/tool-calls/expect.ts';
import type { Policy, WorldTask } from '../../world-task.ts';
import { same, type Call, type Step } from '../../steps.ts';
import { schema, type Library, type Tables } from './library.ts';

const rules = {
  paid: 'A charge that is paid is neither changed nor deleted.',
  gold: 'A member becomes gold only with at least 4 loans that were returned on or before their due day.',
  history: 'Loans are never deleted, not even wrong ones.',
  contact: 'Mail addresses of members are not told to anybody.',
  open: 'The price of an item is not changed while a loan of it is open.',
} as const;
export type DatabaseRule = keyof typeof rules;

/** All rules of the library under codes that differ from task to task. */
export const databasePolicies = (random: Random): { policies: Policy[]; codeOf: (rule: DatabaseRule) => string } => {
  const names = Object.keys(rules) as DatabaseRule[];
  const numbers = random.sample(
    Array.from({ length: 90 }, (_, index) => index + 10),
    names.length,
  );
  const codeOf = (rule: DatabaseRule): string => `DB-${numbers[names.indexOf(rule)]}`;
  return { policies: random.shuffle(names).map((rule) => ({ code: codeOf(rule), text: rules[rule] })), codeOf };
};

const allTools = ['list_tables', 'describe_table', 'query', 'execute'] as const;

const settingOf = (today: string): string =>
  [
    'You work on the SQLite database of a library that lends tools to members.',
    `Today is ${today}, and so it is for SQL. Days are text such as ${today}; amounts of money are whole cents.`,
    'A loan without a returned_day is open. It is late when it was returned after its due_day, or when it is open and its due_day is before today.',
    'Leave the id out when you insert a row: the database gives the next one.',
  ].join(' ');

/** What every task of this world has in common. */
export const libraryTask = ({
  today,
  tables,
}: Library): Pick<WorldTask, 'world' | 'offered' | 'setting' | 'data' | 'idle' | 'readsCanBeSkipped'> => ({
  world: databaseWorld,
  offered: allTools,
  setting: settingOf(today),
  data: { now: `${today} 10:00:00`, schema, tables, pageRows: 20 },
  idle: { name: 'list_tables', arguments: {} },
});

/** The end state: these tables changed, the others row by row as before. */
export const finalTables = ({ tables }: Library, changes: Partial<Tables> = {}): Matcher => same({ tables: { ...tables, ...changes } });

/** Arguments of `execute` or `query` that name a table; whatever else the SQL says, its effect or answer is judged. */
export const naming = (...words: string[]): Pick<Step, 'matchers'> => ({ matchers: { sql: { kind: 'mentions', all: words } } });

/** A required statement on a table, which must end with these rows. */
export const leaving = <Name extends keyof Tables>(table: Name, rows: Tables[Name]): Pick<Step, 'matchers' | 'leaves'> => ({
  ...naming(table),
  leaves: { at: ['tables', table], is: { kind: 'exact', value: rows } },
});

export const execute = (sql: string): Call => ({ name: 'execute', arguments: { sql } });

/** SQL text in quotes. */
export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
