import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError, type Milliseconds } from '@benchloop/spec';
import { now } from '../kit/clock.ts';
import { joinCommand } from './split-command.ts';
import { startSupervised } from './supervised-process.ts';

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

/** A port of loopback that nobody listens on now. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
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

/** Starts a server without a shell and waits until it is healthy. Throws `UserError` where it never is; then nothing runs on. */
export const startStatedServer = async ({ words, port, signal, readyWithinMs }: StartOptions): Promise<StatedServer> => {
  const endpoint = `http://127.0.0.1:${port}`;
  const askedAt = now();
  const server = startSupervised(words);
  const refuse = async (why: string): Promise<never> => {
    await server.stop();
    const last = server
      .said()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-3);
    throw new UserError(
      `The server could not be started: ${why}.${last.length === 0 ? '' : ` It said: ${last.join(' / ')}`}`,
      `Try the command by itself: ${joinCommand(words)}`,
    );
  };
  while (now() - askedAt < readyWithinMs) {
    if (signal.aborted) await refuse('it was stopped while it started');
    const gone = server.gone();
    if (gone !== null) await refuse(gone);
    // Another process may have taken the port; only while ours runs is the answer its own.
    if ((await isHealthy(endpoint, signal)) && server.gone() === null)
      return { endpoint, loadMs: now() - (server.startedAt() ?? askedAt), stop: () => server.stop() };
    await wait(pollMs);
  }
  return refuse(`it did not answer at ${endpoint} within ${Math.round(readyWithinMs / 1000)} s`);
};
