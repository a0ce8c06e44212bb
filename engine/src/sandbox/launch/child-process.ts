import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createLines } from '../child/lines.ts';
import type { FromChild, ToChild } from '../child/messages.ts';
import type { ChildProgram } from '../runtime-files.ts';
import { nodeFlags } from './node-flags.ts';

/** Longer than any honest result: a line beyond is a fault of the child. */
const mostLineBytes = 128 * 1024 ** 2;
const mostErrorText = 4000;

/** `folder` is an empty one, there for as long as the process. */
export type WallOptions = { node: string; readable: readonly string[]; nodeArgs: readonly string[]; folder: string };
type Command = { file: string; args: string[] };

/** How the child is put behind a wall of the operating system: the command before Node's. Null = no such wall. */
export type Wall = {
  /** `end` ends what the command started outside of its own process group. */
  command: (options: WallOptions) => Command & { end?: Command };
  /** Given to the command on descriptor 3. */
  filter: Buffer | null;
};

/** A wall not yet tried, or why there is none. */
export type FoundWall = { wall: Wall } | { missing: string; remedy: string };

export type SandboxProcess = {
  pid: number | null;
  send: (message: ToChild) => void;
  /** Resolves when the process has ended, with what it last wrote to standard error. */
  ended: Promise<string>;
  kill: () => void;
  /** Whether it keeps this process alive. */
  hold: (held: boolean) => void;
};

/** On Windows a process does not start without it. */
const smallestEnvironment = (): Record<string, string> =>
  process.platform === 'win32' && process.env.SystemRoot !== undefined ? { SystemRoot: process.env.SystemRoot } : {};

const readableForNode = (path: string): string => {
  const real = realpathSync(path);
  return statSync(real).isDirectory() ? join(real, '*') : real;
};

/** Of the kernel: how much CPU time a thread has had. */
const readableOnLinux = process.platform === 'linux' ? ['/proc/self/*', '/proc/thread-self'] : [];

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const hold = (child: ChildProcess, held: boolean): void => {
  for (const each of [child, child.stdin, child.stdout, child.stderr] as unknown as { ref?: () => void; unref?: () => void }[])
    if (held) each.ref?.();
    else each.unref?.();
};

export type BehindOptions = { folder: string; readable: readonly string[]; nodeArgs: readonly string[] };

/** What ends, beside its group, a process that is still to be ended. */
const endings = new WeakMap<ChildProcess, Command>();

/** Starts Node behind a wall, or without one, with an empty environment and a process group of its own. */
export const spawnBehind = (wall: Wall | null, { folder, readable, nodeArgs }: BehindOptions): ChildProcess => {
  const node = process.execPath;
  const command = wall?.command({ node, readable, nodeArgs, folder });
  const { file, args } = command ?? { file: node, args: [...nodeArgs] };
  const child = spawn(file, args, {
    cwd: folder,
    env: smallestEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe', ...(wall?.filter ? (['pipe'] as const) : [])],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const filterPipe = child.stdio[3] as Writable | undefined;
  filterPipe?.on('error', () => undefined);
  filterPipe?.end(wall?.filter);
  if (command?.end !== undefined) endings.set(child, command.end);
  return child;
};

/** Ends a process and what it left in its group. */
export const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  const ending = endings.get(child);
  endings.delete(child);
  if (ending !== undefined) {
    const ender = spawn(ending.file, ending.args, { stdio: 'ignore', detached: true });
    ender.on('error', () => undefined);
    ender.unref();
  }
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

export type StartOptions = { program: ChildProgram; wall: Wall | null; onMessage: (message: FromChild) => void };

/** Starts the child with an empty environment, in an empty folder and a process group of its own. Its messages are not yet checked. */
export const startSandboxProcess = ({ program, wall, onMessage }: StartOptions): SandboxProcess => {
  const folder = mkdtempSync(join(tmpdir(), 'benchloop-sandbox-'));
  const flags = nodeFlags([...program.readable.map(readableForNode), ...readableOnLinux]);
  const nodeArgs = [...flags, realpathSync(program.entry), JSON.stringify(program.files)];
  const child = spawnBehind(wall, { folder, readable: program.readable, nodeArgs });
  let isOver = false;
  const kill = (): void => {
    if (!isOver) killGroup(child);
  };
  const killAtExit = (): void => {
    kill();
    removeFolder(folder);
  };
  process.once('exit', killAtExit);
  child.stdin?.on('error', () => undefined);
  let complaints = '';
  (child.stderr as Readable).on('data', (chunk: Buffer) => (complaints = `${complaints}${chunk.toString('utf8')}`.slice(-mostErrorText)));
  (child.stdout as Readable).on(
    'data',
    createLines(
      (line) => {
        try {
          onMessage(JSON.parse(line) as FromChild);
        } catch {
          kill();
        }
      },
      mostLineBytes,
      kill,
    ),
  );
  const ended = new Promise<string>((resolve) => {
    const finish = (why: string): void => {
      if (isOver) return;
      // What the child may have left in its group ends with it.
      kill();
      isOver = true;
      process.removeListener('exit', killAtExit);
      removeFolder(folder);
      resolve(why);
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code, signal) => finish(complaints.trim() || `ended with ${signal ?? `code ${code}`}`));
  });
  return {
    pid: child.pid ?? null,
    send: (message) => void child.stdin?.write(`${JSON.stringify(message)}\n`),
    ended,
    kill,
    hold: (held) => hold(child, held),
  };
};
