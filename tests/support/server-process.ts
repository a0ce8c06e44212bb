import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const withParent = fileURLToPath(new URL('./with-parent.py', import.meta.url));
const startTimeoutMs = 120_000;
const pollMs = 200;
const lastWords = 2_000;

export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
};

export type ServerCommand = {
  name: string;
  program: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Answers with 200 from when the server is ready. */
  healthUrl: string;
};

/** Starts a real server that ends with the test, and waits until it is ready. */
export const startServer = async (command: ServerCommand): Promise<{ stop: () => Promise<void> }> => {
  const { name, program, args, healthUrl } = command;
  const env = command.env ?? process.env;
  const child = spawn('python3', [withParent, program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-lastWords)));
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode} before it was ready: ${said}`);
    const status = fetch(healthUrl).then(
      (reply) => reply.status,
      () => null,
    );
    if ((await Promise.race([status, failed])) === 200) return { stop: () => stop(child) };
    await wait(pollMs);
  }
  await stop(child);
  throw new Error(`${name} was not ready within ${startTimeoutMs / 1000} s: ${said}`);
};
