import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureStarterModel } from '../../engine/src/models/ensure-starter-model.ts';
import { llamaServerVersion, serverFolder, serverNote, starterModelBytes, starterModelPath, testCache } from './paths.ts';
import { installPython } from './python-package.ts';

const fetchServer = async (say: (line: string) => void): Promise<void> => {
  if (existsSync(serverNote())) return say(`llama.cpp server ${llamaServerVersion}: in the cache`);
  await installPython({ folder: serverFolder(), note: serverNote(), requirement: `xllamacpp==${llamaServerVersion}` });
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
