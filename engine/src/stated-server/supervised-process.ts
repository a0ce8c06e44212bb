import { setTimeout as wait } from 'node:timers/promises';
import type { Instant, Milliseconds } from '@benchloop/spec';
import { now } from '../kit/clock.ts';
import { startChild } from '../kit/entry.ts';
import type { FromSupervisor, ToSupervisor } from './server-messages.ts';

/** A program that runs below a small process of its own, which ends it when this process is gone, even by SIGKILL. */
export type SupervisedProcess = {
  /** When it was started; null before that. */
  startedAt: () => Instant | null;
  /** Why it does not run, or no more; null while it runs or is being started. */
  gone: () => string | null;
  /** The end of what it wrote. */
  said: () => string;
  /** Ends the program with what it started itself, and waits until all are gone. */
  stop: () => Promise<void>;
};

const lastWords = 2000;
/** What was written before a program ended is read a moment after its end is told. */
const readWithinMs: Milliseconds = 2000;
const hasGroups = process.platform !== 'win32';

/** Keys and settings of BenchLoop are not the program's business. */
const publicEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BENCHLOOP_')));

const reasonOf = (message: FromSupervisor, program: string): string | null => {
  if (message.type === 'started') return null;
  if (message.type === 'ended') return `it ended with ${message.signal ?? `code ${message.code}`} before it was ready`;
  if (message.code === 'ENOENT') return `there is no program ${JSON.stringify(program)}`;
  return message.code === 'EACCES' ? `${JSON.stringify(program)} may not be run` : message.message;
};

/** Nobody watches over the program any more, so it is ended from here. */
const killGroup = (pid: number): void => {
  try {
    process.kill(hasGroups ? -pid : pid, 'SIGKILL');
  } catch {
    // It ended before.
  }
};

/** Starts a program without a shell. Never throws: what can't be started is `gone`. */
export const startSupervised = (words: readonly string[]): SupervisedProcess => {
  // A group of its own: what kills the group of this process must leave somebody to end the program.
  const supervisor = startChild(new URL('./supervisor-entry.ts', import.meta.url), {
    detached: hasGroups,
    env: publicEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let reason: string | null = null;
  let said = '';
  let pid: number | null = null;
  let startedAt: Instant | null = null;
  const over = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()).once('error', () => resolve()));
  const silent = new Promise<void>((resolve) => supervisor.once('close', () => resolve()));
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-lastWords)));
  supervisor.on('message', (message: FromSupervisor) => {
    pid = message.type === 'started' ? message.pid : null;
    if (pid !== null) startedAt = now();
    reason ??= reasonOf(message, words[0] ?? '');
  });
  supervisor.once('error', (error) => (reason ??= error.message));
  void over.then(() => {
    reason ??= 'the process that watches over it was ended';
    if (pid !== null) killGroup(pid);
  });
  const send = (message: ToSupervisor): void => {
    if (supervisor.connected) supervisor.send(message, () => undefined);
  };
  send({ type: 'start', words });
  return {
    startedAt: () => startedAt,
    gone: () => reason,
    said: () => said,
    stop: async () => {
      send({ type: 'end' });
      await over;
      await Promise.race([silent, wait(readWithinMs, undefined, { ref: false })]);
    },
  };
};
