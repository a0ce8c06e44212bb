import { startWorker } from '../../kit/entry.ts';
import { createSqlEngine, type SqlEngine } from './engine.ts';
import type { FromDatabase, ToDatabase } from './protocol.ts';

/** More databases than attempts at a time; one that was dropped is made again from its state and its changes. */
const maxOpen = 32;

const running = new Int32Array(new SharedArrayBuffer(4));
const engines = new Map<number, SqlEngine>();
let serial = 0;

const engineOf = ({ key, open }: ToDatabase): SqlEngine | undefined => {
  const held = engines.get(key);
  if (open === undefined) return held;
  held?.close();
  const engine = createSqlEngine(open.state);
  for (const sql of open.writes) engine.run('write', sql, 1);
  engines.delete(key);
  engines.set(key, engine);
  const [oldest] = engines.keys();
  if (engines.size > maxOpen && oldest !== undefined) {
    engines.get(oldest)?.close();
    engines.delete(oldest);
  }
  return engine;
};

const answer = (message: ToDatabase): FromDatabase => {
  const engine = engineOf(message);
  const { key, step } = message;
  if (engine === undefined) return { type: 'unknown' };
  if (step.type === 'tables') return { type: 'answer', content: engine.tables(), isError: false, changed: false };
  if (step.type === 'describe') return { type: 'answer', ...engine.describe(step.table) };
  if (step.type === 'run') return { type: 'answer', ...engine.run(step.mode, step.sql, step.page) };
  if (step.type === 'rows') return { type: 'rows', rows: engine.rows() };
  engine.close();
  engines.delete(key);
  return { type: 'closed' };
};

const answered = (message: ToDatabase): FromDatabase => {
  try {
    return answer(message);
  } catch (error) {
    return { type: 'broken', message: (error as Error).message };
  }
};

const send = (message: FromDatabase): void => void process.send?.(message);

const watchdog = startWorker(new URL('./database-watchdog.ts', import.meta.url), { workerData: running.buffer });
watchdog.once('message', () => send({ type: 'ready' }));

process.on('message', (message: ToDatabase) => {
  serial = (serial % 1_000_000) + 1;
  Atomics.store(running, 0, serial);
  Atomics.notify(running, 0);
  const result = answered(message);
  Atomics.store(running, 0, 0);
  send(result);
});
process.on('disconnect', () => process.exit());
