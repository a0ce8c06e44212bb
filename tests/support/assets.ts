import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { serverNote, starterModelPath, type PythonCommand } from '../../scripts/test-assets/paths.ts';

const remedy = 'npx tsx scripts/test-assets.ts fetches it';
const script = fileURLToPath(new URL('./llama-server.py', import.meta.url));
const startTimeoutMs = 120_000;
const pollMs = 200;

export type Skip = { skip: string };

/** The starter model's file, or why a test has to be skipped. */
export const starterModel = (): { path: string } | Skip => {
  const path = starterModelPath();
  return existsSync(path) ? { path } : { skip: `the starter model is not in the test cache; ${remedy}` };
};

/** Ends the test as skipped, with the reason, where an asset is missing. */
export const requireAsset = <Asset extends object>(context: TestContext, asset: Asset | Skip): Asset =>
  'skip' in asset ? context.skip(asset.skip) : asset;

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const untilHealthy = async (endpoint: string, child: ChildProcess): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the llama.cpp server ended with code ${child.exitCode} before it was ready`);
    const status = await fetch(`${endpoint}/health`).then(
      (reply) => reply.status,
      () => null,
    );
    if (status === 200) return;
    await wait(pollMs);
  }
  child.kill('SIGKILL');
  throw new Error(`the llama.cpp server was not ready within ${startTimeoutMs / 1000} s`);
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};

export type LlamaServerOptions = { threads?: number; contextTokens?: number };

/** A running llama.cpp server on loopback; its one model has the alias `smollm2`. */
export type LlamaServer = { endpoint: string; model: string; stop: () => Promise<void> };

/** Starts a real llama.cpp server with the starter model, or says why that cannot be done here. */
export const llamaServer = (): { start: (options?: LlamaServerOptions) => Promise<LlamaServer> } | Skip => {
  const model = starterModel();
  if ('skip' in model) return model;
  if (!existsSync(serverNote())) return { skip: `the llama.cpp server is not in the test cache; ${remedy}` };
  const { program, pythonPath } = JSON.parse(readFileSync(serverNote(), 'utf8')) as PythonCommand;
  return {
    start: async ({ threads = 1, contextTokens = 4096 } = {}) => {
      const port = await freePort();
      const env = pythonPath === null ? process.env : { ...process.env, PYTHONPATH: pythonPath };
      const child = spawn(program, [script, model.path, String(port), String(threads), String(contextTokens)], { env, stdio: 'ignore' });
      const endpoint = `http://127.0.0.1:${port}`;
      const notStarted = new Promise<never>((_resolve, reject) => {
        child.once('error', reject);
      });
      await Promise.race([untilHealthy(endpoint, child), notStarted]);
      return { endpoint, model: 'smollm2', stop: () => stop(child) };
    },
  };
};
