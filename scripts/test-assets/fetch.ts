import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureStarterModel } from '../../engine/src/models/ensure-starter-model.ts';
import {
  llamaServerVersion,
  serverFolder,
  serverNote,
  starterModelBytes,
  starterModelPath,
  testCache,
  type PythonCommand,
} from './paths.ts';

const run = promisify(execFile);
const outputLimitBytes = 64 * 1024 * 1024;
const package_ = `xllamacpp==${llamaServerVersion}`;

const python = async (program: string, args: string[]): Promise<void> => {
  await run(program, args, { maxBuffer: outputLimitBytes });
};

const inVirtualEnvironment = async (folder: string): Promise<PythonCommand> => {
  await python('python3', ['-m', 'venv', join(folder, 'venv')]);
  const program = join(folder, 'venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  await python(program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', package_]);
  return { program, pythonPath: null };
};

const inFolder = async (folder: string): Promise<PythonCommand> => {
  const target = join(folder, 'packages');
  await python('python3', ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', target, package_]);
  return { program: 'python3', pythonPath: target };
};

const fetchServer = async (say: (line: string) => void): Promise<void> => {
  if (existsSync(serverNote())) return say(`llama.cpp server ${llamaServerVersion}: in the cache`);
  const folder = serverFolder();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Some systems ship Python without ensurepip, so no virtual environment can be made there.
  const command = await inVirtualEnvironment(folder).catch(async () => inFolder(folder));
  await writeFile(serverNote(), JSON.stringify(command));
  say(`llama.cpp server ${llamaServerVersion}: installed`);
};

/** Through the engine's own fetch code, into a data home that is thrown away. */
const fetchModel = async (say: (line: string) => void): Promise<void> => {
  const size = await stat(starterModelPath()).then(
    (file) => file.size,
    () => null,
  );
  if (size === starterModelBytes) return say('starter model: in the cache');
  const home = join(testCache(), 'home');
  const { path, source } = await ensureStarterModel({ home });
  await rename(path, starterModelPath());
  await rm(home, { recursive: true });
  say(`starter model: fetched from ${source ?? 'an earlier try'}`);
};

/** Fetches the starter model and a llama.cpp server once into the test cache. Safe to call again. */
export const fetchTestAssets = async (say: (line: string) => void): Promise<void> => {
  await mkdir(testCache(), { recursive: true });
  await fetchModel(say);
  await fetchServer(say);
};
