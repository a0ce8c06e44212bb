import { realpath } from 'node:fs/promises';
import { benchloopHome } from '../kit/home.ts';
import type { FoundModel } from './disk/found-model.ts';
import { folderModels, huggingFaceModels, lmStudioModels } from './disk/folders.ts';
import { ollamaModels } from './disk/ollama-store.ts';
import { modelPlaces } from './disk/places.ts';
import { modelsFolder } from './place-model.ts';

const ofOthers = async (env: NodeJS.ProcessEnv): Promise<FoundModel[]> => {
  const places = await modelPlaces(env);
  const each = (folders: string[], find: (folder: string) => Promise<FoundModel[]>) => folders.map(find);
  const lists = await Promise.all([
    ...each(places.folders, (folder) => folderModels(folder, 'folder', true)),
    ...each(places.ollama, ollamaModels),
    ...each(places.lmStudio, lmStudioModels),
    ...each(places.huggingFace, huggingFaceModels),
    ...each(places.llamaCpp, (folder) => folderModels(folder, 'llama.cpp cache')),
  ]);
  return lists.flat();
};

/** One file that is reached in two ways is one model, under the name that was found first. */
const onceEach = async (models: FoundModel[]): Promise<FoundModel[]> => {
  const kept = new Map<string, FoundModel>();
  for (const model of models) {
    const real = `${await realpath(model.path).catch(() => model.path)}\0${model.source === 'Ollama' ? model.name : ''}`;
    if (!kept.has(real)) kept.set(real, model);
  }
  return [...kept.values()];
};

/**
 * Models on this machine that the embedded engine can read: those in the models folder of the data home and in the
 * given folders, and, where an environment is given, those of Ollama, LM Studio, the Hugging Face and llama.cpp caches
 * and `BENCHLOOP_MODEL_FOLDERS`. A folder that can't be read holds none.
 */
export const findModels = async (
  folders: readonly string[] = [],
  home: string = benchloopHome(),
  env: NodeJS.ProcessEnv | null = null,
): Promise<FoundModel[]> => {
  const own = await Promise.all([
    folderModels(modelsFolder(home), 'models folder'),
    ...[...new Set(folders)].map((folder) => folderModels(folder, 'folder', true)),
  ]);
  return onceEach([...own.flat(), ...(env === null ? [] : await ofOthers(env))]);
};
