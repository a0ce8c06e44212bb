import type { Environment, Task, ToolCall, ToolResult } from '@benchloop/spec';
import { createDatabaseProcess, type DatabaseProcess } from './database-process.ts';
import type { FromDatabase, Step } from './protocol.ts';
import { databaseStateSchema } from './state.ts';

const failed = (message: string): ToolResult => ({ content: `error: ${message}`, isError: true });

const shared = createDatabaseProcess();
let lastKey = 0;

type Read = { step: Step } | { problem: string };

const sqlOf = (given: Record<string, unknown>): string | null => (typeof given['sql'] === 'string' ? given['sql'] : null);

const readers: Record<string, { arguments: readonly string[]; read: (given: Record<string, unknown>) => Read }> = {
  list_tables: { arguments: [], read: () => ({ step: { type: 'tables' } }) },
  describe_table: {
    arguments: ['table'],
    read: ({ table }) =>
      typeof table === 'string' ? { step: { type: 'describe', table } } : { problem: 'the argument table must be the name of a table' },
  },
  query: {
    arguments: ['sql', 'page'],
    read: (given) => {
      const sql = sqlOf(given);
      const page = given['page'] ?? 1;
      if (sql === null) return { problem: 'the argument sql must be text' };
      return typeof page === 'number'
        ? { step: { type: 'run', mode: 'read', sql, page } }
        : { problem: 'the argument page must be a whole number' };
    },
  },
  execute: {
    arguments: ['sql'],
    read: (given) => {
      const sql = sqlOf(given);
      return sql === null ? { problem: 'the argument sql must be text' } : { step: { type: 'run', mode: 'write', sql, page: 1 } };
    },
  },
};

const readCall = (task: Task, call: ToolCall): Read => {
  const reader = readers[call.name];
  if (reader === undefined || !(task.tools ?? []).some((tool) => tool.name === call.name))
    return { problem: `there is no tool named ${JSON.stringify(call.name.slice(0, 80))}` };
  if (call.arguments === null) return { problem: 'the arguments are not a JSON object' };
  const extra = Object.keys(call.arguments).find((name) => !reader.arguments.includes(name));
  if (extra !== undefined) return { problem: `${call.name} takes no argument ${JSON.stringify(extra.slice(0, 80))}` };
  return reader.read(call.arguments);
};

/**
 * A world over a real SQLite in a process of its own, since SQLite cannot be stopped within a statement. What the process
 * holds can be made again at any time from the task's state and the statements that changed rows.
 */
export const createDatabaseEnvironment = (task: Task, database: DatabaseProcess = shared): Environment => {
  const state = databaseStateSchema.parse(task.world?.state);
  const writes: string[] = [];
  const calls = new Map<string, number>();
  let key = 0;
  const ask = async (step: Step): Promise<FromDatabase | null> => {
    const known = key === 0 ? null : await database.ask({ key, step });
    if (key !== 0 && known?.type !== 'unknown') return known;
    lastKey += 1;
    key = lastKey;
    const answer = await database.ask({ key, step, open: { state, writes } });
    if (answer?.type === 'broken') throw new Error(`the database world of task ${task.id} cannot be made: ${answer.message}`);
    return answer;
  };
  const faultAt = (tool: string): string | undefined => {
    const count = (calls.get(tool) ?? 0) + 1;
    calls.set(tool, count);
    return state.faults.find((fault) => fault.tool === tool && fault.onCall === count)?.message;
  };
  return {
    call: async (call) => {
      const read = readCall(task, call);
      if ('problem' in read) return failed(read.problem);
      const fault = faultAt(call.name);
      if (fault !== undefined) return failed(fault);
      const answer = await ask(read.step);
      if (answer === null) return failed('the statement needed too much time or memory and was stopped; nothing was changed');
      if (answer.type !== 'answer') throw new Error('the process of the database world gave no answer');
      if (answer.changed && read.step.type === 'run') writes.push(read.step.sql);
      return { content: answer.content, isError: answer.isError };
    },
    evidence: async () => {
      const answer = await ask({ type: 'rows' });
      if (answer?.type !== 'rows') throw new Error('the process of the database world gave no rows');
      return { kind: 'world', data: answer.rows };
    },
  };
};
