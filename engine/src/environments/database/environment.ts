import type { RunningWorld, World, WorldResult } from '../../kit/world/world.ts';
import { createDatabaseProcess, type DatabaseProcess } from './database-process.ts';
import type { FromDatabase, Step } from './protocol.ts';
import { databaseStateSchema, type DatabaseState } from './state.ts';
import { databaseTools } from './tools.ts';

const shared = createDatabaseProcess();
let lastKey = 0;

const stepOf = (tool: string, given: Record<string, unknown>): Step | null => {
  const sql = String(given['sql']);
  switch (tool) {
    case 'list_tables':
      return { type: 'tables' };
    case 'describe_table':
      return { type: 'describe', table: String(given['table']) };
    case 'query':
      return { type: 'run', mode: 'read', sql, page: Number(given['page'] ?? 1) };
    case 'execute':
      return { type: 'run', mode: 'write', sql, page: 1 };
    default:
      return null;
  }
};

const failed = (message: string): WorldResult => ({ content: `error: ${message}`, isError: true, changed: false });

/** One database of the process. What the process holds can be made again from the state and the statements that changed rows. */
const openDatabase = (database: DatabaseProcess, state: DatabaseState): RunningWorld => {
  const writes: string[] = [];
  let key = 0;
  const openAndAsk = async (step: Step): Promise<FromDatabase | null> => {
    lastKey += 1;
    key = lastKey;
    const answer = await database.ask({ key, step, open: { state, writes } });
    if (answer?.type === 'broken') throw new Error(`this state makes no database: ${answer.message}`);
    return answer;
  };
  /** The process may end for what others left in it; only a step over which it ends twice is at fault itself. */
  const ask = async (step: Step): Promise<FromDatabase | null> => {
    const first = key === 0 ? await openAndAsk(step) : await database.ask({ key, step });
    return first === null || first.type === 'unknown' ? openAndAsk(step) : first;
  };
  return {
    call: async (tool, given) => {
      const step = stepOf(tool, given);
      if (step === null) return failed(`there is no tool named ${tool}`);
      const answer = await ask(step);
      if (answer === null) return failed('the statement needed too much time or memory and was stopped; nothing was changed');
      if (answer.type !== 'answer') throw new Error('the process of the database gave no answer');
      const { content, isError, changed } = answer;
      if (changed && step.type === 'run') writes.push(step.sql);
      return { content, isError, changed };
    },
    snapshot: async () => {
      const answer = await ask({ type: 'rows' });
      if (answer?.type !== 'rows') throw new Error('the process of the database gave no rows');
      return answer.rows;
    },
    close: async () => {
      if (key !== 0) await database.ask({ key, step: { type: 'close' } });
      key = 0;
    },
  };
};

/**
 * SQL over a real SQLite. It runs in a process of its own, since SQLite cannot be stopped within a statement; the process
 * is shared by all databases, starts with the first call and ends with this one.
 */
export const createDatabaseWorld = (database: DatabaseProcess = shared): World => ({
  id: 'database',
  tools: databaseTools,
  start: (data) => openDatabase(database, databaseStateSchema.parse(data)),
});

export const databaseWorld: World = createDatabaseWorld();
