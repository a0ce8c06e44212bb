import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError, type Milliseconds } from '@benchloop/spec';
import { now } from '../kit/clock.ts';
import { joinCommand } from './split-command.ts';

/** A server that this process started. */
export type StatedServer = {
  endpoint: string;
  /** From the start of the process to its first healthy answer. */
  loadMs: Milliseconds;
  /** Ends the process that was started, and what it started itself; nothing else. */
  stop: () => Promise<void>;
};

export type StartOptions = {
  words: readonly string[];
  port: number;
  signal: AbortSignal;
  /** Longest wait for the first healthy answer: loading a large model takes minutes. */
  readyWithinMs: Milliseconds;
};

const pollMs = 200;
const answerWithinMs = 5000;
const endWithinMs = 8000;
const lastWords = 2000;
const hasGroups = process.platform !== 'win32';

/** A port of loopback that nobody listens on now. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Keys and settings of BenchLoop are not the server's business. */
const environmentOfServer = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BENCHLOOP_')));

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean => pid === undefined || exitCode !== null || signalCode !== null;

/** The group holds the process and what it started; a group that is gone is no failure. */
const kill = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    child.kill(signal);
  }
};

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  kill(child, 'SIGTERM');
  await Promise.race([ended, wait(endWithinMs, undefined, { ref: false })]);
  if (!hasEnded(child)) kill(child, 'SIGKILL');
  await ended;
};

const statusAt = async (url: string, signal: AbortSignal): Promise<number | null> => {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
};

/** `/health` where the server has it, else its list of models. */
const isHealthy = async (endpoint: string, signal: AbortSignal): Promise<boolean> => {
  const status = await statusAt(`${endpoint}/health`, signal);
  if (status === 200) return true;
  return status !== null && status !== 503 && (await statusAt(`${endpoint}/v1/models`, signal)) === 200;
};

const whyNot = (child: ChildProcess, failure: NodeJS.ErrnoException | null, program: string): string => {
  if (failure?.code === 'ENOENT') return `there is no program ${JSON.stringify(program)}`;
  if (failure?.code === 'EACCES') return `${JSON.stringify(program)} may not be run`;
  if (failure !== null) return failure.message;
  return `it ended with ${child.signalCode ?? `code ${child.exitCode}`} before it was ready`;
};

/** Starts a server without a shell and waits until it is healthy. Throws `UserError` where it never is; then nothing runs on. */
export const startStatedServer = async ({ words, port, signal, readyWithinMs }: StartOptions): Promise<StatedServer> => {
  const [program = '', ...args] = words;
  const endpoint = `http://127.0.0.1:${port}`;
  const startedAt = now();
  let failure: NodeJS.ErrnoException | null = null;
  let said = '';
  const child = spawn(program, args, {
    detached: hasGroups,
    env: environmentOfServer(),
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const atExit = (): void => kill(child, 'SIGKILL');
  process.once('exit', atExit);
  child.once('exit', () => process.off('exit', atExit));
  child.once('error', (error) => {
    failure = error;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-lastWords)));
  const refuse = async (why: string): Promise<never> => {
    await end(child);
    process.off('exit', atExit);
    const last = said
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-3);
    throw new UserError(
      `The server could not be started: ${why}.${last.length === 0 ? '' : ` It said: ${last.join(' / ')}`}`,
      `Try the command by itself: ${joinCommand(words)}`,
    );
  };
  // A program that can't be started has no process, and its reason comes a moment later.
  if (child.pid === undefined) await new Promise((resolve) => child.once('error', resolve));
  while (now() - startedAt < readyWithinMs) {
    if (signal.aborted) await refuse('it was stopped while it started');
    if (failure !== null || hasEnded(child)) await refuse(whyNot(child, failure, program));
    // Another process may have taken the port; only while ours runs is the answer its own.
    if ((await isHealthy(endpoint, signal)) && !hasEnded(child)) return { endpoint, loadMs: now() - startedAt, stop: () => end(child) };
    await wait(pollMs);
  }
  return refuse(`it did not answer at ${endpoint} within ${Math.round(readyWithinMs / 1000)} s`);
};
