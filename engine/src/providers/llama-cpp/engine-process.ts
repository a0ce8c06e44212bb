import type { ChildProcess } from 'node:child_process';
import type { ModelError } from '@benchloop/spec';
import { startChild } from '../../kit/entry.ts';
import { callAborted, engineCrashed } from './failures.ts';
import type { FromEngine, ToEngine } from './protocol.ts';

/** The engine's own process: a native crash ends it alone. */
export type EngineProcess = {
  pid: number | null;
  send: (message: ToEngine) => void;
  /** Hears every message, and a `crashed` one when the process is gone; returns how to stop listening. */
  listen: (listener: (message: FromEngine | { type: 'crashed'; error: ModelError }) => void) => () => void;
  alive: () => boolean;
  /** Ends the process and waits until it is gone. */
  close: () => Promise<void>;
};

/** The line by which ggml says why it gave up, without the build machine's folders. */
const reasonIn = (stderr: string): string | null => {
  const line = stderr.split('\n').findLast((candidate) => /GGML_ASSERT|ggml_abort|error|failed/i.test(candidate));
  return line === undefined ? null : line.replace(/^\S*[/\\]/, '').trim();
};

const describeExit = (code: number | null, signal: string | null, stderr: string): string => {
  const how = signal === null ? `exit code ${code}` : signal;
  const why = reasonIn(stderr);
  return why === null ? how : `${how}: ${why}`;
};

const collectTail = (child: ChildProcess): (() => string) => {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4000);
  });
  return () => tail;
};

export const startEngineProcess = (): EngineProcess => {
  const child = startChild(new URL('./engine-entry.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const stderr = collectTail(child);
  const listeners = new Set<Parameters<EngineProcess['listen']>[0]>();
  let crash: ModelError | null = null;
  let closing = false;
  const gone = new Promise<void>((resolve) => {
    const end = (detail: string): void => {
      if (crash === null) {
        crash = closing ? callAborted() : engineCrashed(detail);
        for (const listener of listeners) listener({ type: 'crashed', error: crash });
      }
      resolve();
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, signal) => end(describeExit(code, signal, stderr())));
  });
  child.on('message', (message: FromEngine) => {
    for (const listener of listeners) listener(message);
  });
  return {
    pid: child.pid ?? null,
    send: (message) => {
      // A message to a process that is ending is answered by `crashed`, so its own failure is no news.
      if (child.connected) child.send(message, () => undefined);
    },
    listen: (listener) => {
      listeners.add(listener);
      if (crash !== null) queueMicrotask(() => crash !== null && listener({ type: 'crashed', error: crash }));
      return () => void listeners.delete(listener);
    },
    alive: () => crash === null && !closing,
    close: async () => {
      closing = true;
      child.kill('SIGKILL');
      await gone;
    },
  };
};
