import type { Mode } from './authorizer.ts';
import type { DatabaseRows, DatabaseState } from './state.ts';

/** What a world asks of its database. */
export type Step =
  | { type: 'tables' }
  | { type: 'describe'; table: string }
  | { type: 'run'; mode: Mode; sql: string; page: number }
  | { type: 'rows' }
  | { type: 'close' };

/** `open` = the state and the changes so far, for a process that does not hold this database. */
export type ToDatabase = { key: number; step: Step; open?: { state: DatabaseState; writes: readonly string[] } };

export type FromDatabase =
  | { type: 'ready' }
  | { type: 'unknown' }
  /** The state makes no database. */
  | { type: 'broken'; message: string }
  | { type: 'answer'; content: string; isError: boolean; changed: boolean }
  | { type: 'rows'; rows: DatabaseRows }
  | { type: 'closed' };
