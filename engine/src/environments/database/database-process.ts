import type { ChildProcess } from 'node:child_process';
import { startChild } from '../../kit/entry.ts';
import type { FromDatabase, ToDatabase } from './protocol.ts';

/** Answers one message; null = the process ended over it. */
export type DatabaseProcess = { ask: (message: ToDatabase) => Promise<FromDatabase | null>; close: () => Promise<void> };

type Started = { child: ChildProcess; gone: Promise<void> };

const next = ({ child, gone }: Started): Promise<FromDatabase | null> => {
  let listener: (message: FromDatabase) => void = () => undefined;
  const heard = new Promise<FromDatabase>((resolve) => {
    listener = resolve;
    child.once('message', listener);
  });
  return Promise.race([heard, gone.then(() => null)]).finally(() => child.off('message', listener));
};

const start = async (): Promise<Started> => {
  // No variable of this process is the model's to see; Windows starts nothing without this one.
  const { SystemRoot } = process.env;
  const env = SystemRoot === undefined ? {} : { SystemRoot };
  const child = startChild(new URL('./database-entry.ts', import.meta.url), { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const started = { child, gone };
  if ((await next(started)) === null) throw new Error('the process of the database world did not start');
  return started;
};

/** One process for all databases, started at the first message, one message at a time; it never keeps this process alive. */
export const createDatabaseProcess = (): DatabaseProcess => {
  let started: Promise<Started> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const hold = (child: ChildProcess, busy: boolean): void => {
    const how = busy ? 'ref' : 'unref';
    child[how]();
    child.channel?.[how]();
  };
  const ask = async (message: ToDatabase): Promise<FromDatabase | null> => {
    started ??= start();
    const current = await started.catch((error: unknown) => {
      started = null;
      throw error;
    });
    hold(current.child, true);
    const reply = next(current);
    // A send to a process that just ended is told by `gone`.
    current.child.send(message, () => undefined);
    const heard = await reply;
    if (heard === null) started = null;
    else hold(current.child, false);
    return heard;
  };
  return {
    ask: (message) => {
      const result = queue.then(() => ask(message));
      queue = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      const current = await started?.catch(() => null);
      started = null;
      current?.child.kill('SIGKILL');
      await current?.gone;
    },
  };
};
