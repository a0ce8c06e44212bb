import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { serverNote, starterModelPath, type PythonCommand } from '../../scripts/test-assets/paths.ts';
import { freePort, startServer } from './server-process.ts';

const remedy = 'npx tsx scripts/test-assets.ts fetches it';
const script = fileURLToPath(new URL('./llama-server.py', import.meta.url));
/** Chat templates that give the starter model what its own does not: it begins to think, or it is shown how tools are called. */
const templates = {
  thinking: fileURLToPath(new URL('./thinking.jinja', import.meta.url)),
  'tool-calling': fileURLToPath(new URL('./tool-calling.jinja', import.meta.url)),
};

export type Skip = { skip: string };

/** The starter model's file, or why a test has to be skipped. */
export const starterModel = (): { path: string } | Skip => {
  const path = starterModelPath();
  return existsSync(path) ? { path } : { skip: `the starter model is not in the test cache; ${remedy}` };
};

/** Ends the test as skipped, with the reason, where an asset is missing. */
export const requireAsset = <Asset extends object>(context: TestContext, asset: Asset | Skip): Asset =>
  'skip' in asset ? context.skip(asset.skip) : asset;

/** A running server on loopback, and the name of its one model. */
export type RealServer = { endpoint: string; model: string; stop: () => Promise<void> };

export type LlamaServerOptions = {
  threads?: number;
  contextTokens?: number;
  port?: number;
  /** Left out = the one in the model's file. */
  template?: keyof typeof templates;
};

/** The environment in which Python finds an installed package. */
export const pythonEnvironment = ({ pythonPath }: PythonCommand): NodeJS.ProcessEnv =>
  pythonPath === null ? process.env : { ...process.env, PYTHONPATH: pythonPath };

/** Starts a real llama.cpp server with the starter model, or says why that cannot be done here. */
export const llamaServer = (): { start: (options?: LlamaServerOptions) => Promise<RealServer> } | Skip => {
  const model = starterModel();
  if ('skip' in model) return model;
  if (!existsSync(serverNote())) return { skip: `the llama.cpp server is not in the test cache; ${remedy}` };
  const python = JSON.parse(readFileSync(serverNote(), 'utf8')) as PythonCommand;
  return {
    start: async ({ threads = 1, contextTokens = 4096, port: wanted, template } = {}) => {
      const port = wanted ?? (await freePort());
      const endpoint = `http://127.0.0.1:${port}`;
      const { stop } = await startServer({
        name: 'the llama.cpp server',
        program: python.program,
        args: [
          script,
          model.path,
          String(port),
          String(threads),
          String(contextTokens),
          ...(template === undefined ? [] : [templates[template]]),
        ],
        env: pythonEnvironment(python),
        healthUrl: `${endpoint}/health`,
      });
      return { endpoint, model: 'smollm2', stop };
    },
  };
};
