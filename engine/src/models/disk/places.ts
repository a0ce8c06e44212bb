import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where other programs keep models, by the environment and the habits of each system. */
export type ModelPlaces = { ollama: string[]; lmStudio: string[]; huggingFace: string[]; llamaCpp: string[]; folders: string[] };

const present = (paths: readonly (string | null | undefined)[]): string[] => [
  ...new Set(paths.filter((path): path is string => path !== null && path !== undefined && path !== '')),
];

/** LM Studio's own setting of its folder, where the person moved it. */
const movedLmStudio = async (home: string): Promise<string | null> => {
  const text = await readFile(join(home, '.lmstudio', 'settings.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const folder = (JSON.parse(text) as { downloadsFolder?: unknown } | null)?.downloadsFolder;
    return typeof folder === 'string' ? folder : null;
  } catch {
    return null;
  }
};

/** Folders to look into. Variables win over habits; without `HOME` or `USERPROFILE` only the variables count. */
export const modelPlaces = async (env: NodeJS.ProcessEnv): Promise<ModelPlaces> => {
  const home = env['HOME'] || env['USERPROFILE'] || null;
  const below = (...parts: string[]): string | null => (home === null ? null : join(home, ...parts));
  const cache = env['XDG_CACHE_HOME'] || below('.cache');
  const inCache = (...parts: string[]): string | null => (cache === null ? null : join(cache, ...parts));
  const hub = env['HF_HUB_CACHE'] || (env['HF_HOME'] ? join(env['HF_HOME'], 'hub') : inCache('huggingface', 'hub'));
  const local = env['LOCALAPPDATA'];
  return {
    ollama: env['OLLAMA_MODELS']
      ? [env['OLLAMA_MODELS']]
      : present([below('.ollama', 'models'), home && '/usr/share/ollama/.ollama/models']),
    lmStudio: present([home === null ? null : await movedLmStudio(home), below('.lmstudio', 'models'), inCache('lm-studio', 'models')]),
    huggingFace: present([hub]),
    llamaCpp: env['LLAMA_CACHE']
      ? [env['LLAMA_CACHE']]
      : present([inCache('llama.cpp'), below('Library', 'Caches', 'llama.cpp'), local ? join(local, 'llama.cpp') : null]),
    folders: present((env['BENCHLOOP_MODEL_FOLDERS'] ?? '').split(delimiter)),
  };
};
