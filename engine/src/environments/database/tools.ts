import type { ToolDefinition } from '@benchloop/spec';
import { toolOf } from '../../kit/world/plain-world.ts';

/** What the model can do with a database. */
export const databaseTools: readonly ToolDefinition[] = [
  toolOf('list_tables', 'Lists the tables of the database with their numbers of rows.', {}),
  toolOf('describe_table', 'Shows the SQL that made a table and its indexes, and its number of rows.', { table: { type: 'string' } }),
  toolOf(
    'query',
    'Runs one SELECT statement of SQLite and returns one page of its rows. "more": true means that the next page holds further rows. Recursive queries are not available.',
    { sql: { type: 'string' }, 'page?': { type: 'integer', minimum: 1, maximum: 100, description: 'Page of the result; 1 if left out.' } },
  ),
  toolOf(
    'execute',
    'Runs one INSERT, UPDATE or DELETE statement of SQLite and returns the number of changed rows. There is no way back: each statement takes effect at once.',
    { sql: { type: 'string' } },
  ),
];
