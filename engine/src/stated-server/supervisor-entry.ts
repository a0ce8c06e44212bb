import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { FromSupervisor, ToSupervisor } from './server-messages.ts';

const endWithinMs = 8000;
const hasGroups = process.platform !== 'win32';

let server: ChildProcess | null = null;
let ending = false;

const tell = (message: FromSupervisor): void => {
  if (process.connected) process.send?.(message, () => undefined);
};

/** The group holds the server and what it started; a group that is gone is no failure. */
const signalGroup = (pid: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    server?.kill(signal);
  }
};

/** Windows has no groups: its own tool ends a process with what that started. */
const endTree = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    execFile('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true }, () => {
      server?.kill();
      resolve();
    });
  });

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const endServer = async (child: ChildProcess, pid: number): Promise<void> => {
  if (!hasGroups) return endTree(pid);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (!isOver(child)) {
    signalGroup(pid, 'SIGTERM');
    await Promise.race([ended, wait(endWithinMs)]);
  }
  // What the server started may outlive it.
  signalGroup(pid, 'SIGKILL');
};

const end = async (): Promise<void> => {
  if (ending) return;
  ending = true;
  if (server?.pid !== undefined) await endServer(server, server.pid);
  process.exit();
};

const start = (words: readonly string[]): void => {
  const [program = '', ...args] = words;
  const child = spawn(program, args, { detached: hasGroups, shell: false, stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
  server = child;
  child.once('error', (error: NodeJS.ErrnoException) => tell({ type: 'failed', code: error.code ?? null, message: error.message }));
  child.once('exit', (code, signal) => tell({ type: 'ended', code, signal }));
  if (child.pid !== undefined) tell({ type: 'started', pid: child.pid });
};

process.on('message', (message: ToSupervisor) => {
  if (message.type === 'start') start(message.words);
  else void end();
});

// Whoever wanted the server is gone, however it went; nobody else would end it.
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
// Ctrl-C reaches the whole group; the parent decides whether the server may still be needed.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
