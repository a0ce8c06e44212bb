import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { starterModel } from '../../engine/src/models/starter-model.ts';

/** Version of the Python package that carries llama.cpp's own HTTP server. */
export const llamaServerVersion = '2026.10.11549';

/** Where test assets lie between runs: `BENCHLOOP_TEST_CACHE`, or below the person's cache folder. */
export const testCache = (env: NodeJS.ProcessEnv = process.env): string =>
  env['BENCHLOOP_TEST_CACHE'] ? resolve(env['BENCHLOOP_TEST_CACHE']) : join(homedir(), '.cache', 'bench-loop-tests');

export const starterModelPath = (env?: NodeJS.ProcessEnv): string => join(testCache(env), starterModel.fileName);

export const starterModelBytes: number = starterModel.sizeBytes;

/** Folder of the Python package, and the note that it is complete and how to run it. */
export const serverFolder = (env?: NodeJS.ProcessEnv): string => join(testCache(env), `xllamacpp-${llamaServerVersion}`);
export const serverNote = (env?: NodeJS.ProcessEnv): string => join(serverFolder(env), 'ready.json');

/** How to start Python with the package: the program, and a path where no virtual environment could be made. */
export type PythonCommand = { program: string; pythonPath: string | null };

/** Version of the LiteLLM proxy, and the note that it is complete and how to run it. */
export const liteLlmVersion = '1.108.7';
export const liteLlmFolder = (env?: NodeJS.ProcessEnv): string => join(testCache(env), `litellm-${liteLlmVersion}`);
export const liteLlmNote = (env?: NodeJS.ProcessEnv): string => join(liteLlmFolder(env), 'ready.json');

/** Version of the Ollama module that is built; the binary itself says 0.0.0. */
export const ollamaVersion = '0.17.4';
export const ollamaFolder = (env?: NodeJS.ProcessEnv): string => join(testCache(env), `ollama-${ollamaVersion}`);
export const ollamaProgram = (env?: NodeJS.ProcessEnv): string => join(ollamaFolder(env), 'ollama');
