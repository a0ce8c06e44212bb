import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FoundModel, ModelSource } from './found-model.ts';
import { ggufFiles, stemOf, type GgufFile } from './gguf-files.ts';

const modelOf = (file: GgufFile, source: ModelSource, name: string): FoundModel => ({
  name,
  aliases: [file.relativePath, basename(file.path), stemOf(file.relativePath)].filter((alias) => alias !== name),
  path: file.path,
  sizeBytes: file.sizeBytes,
  parts: file.parts,
  source,
});

/** Models of one plain folder, or of all folders below it, each by its file name. */
export const folderModels = async (folder: string, source: ModelSource, deep = false): Promise<FoundModel[]> =>
  (await ggufFiles(folder, { deep })).map((file) => modelOf(file, source, file.relativePath.split('/').at(-1) ?? file.relativePath));

/** Models of LM Studio's folder, which are named `publisher/repository/file`. */
export const lmStudioModels = async (folder: string): Promise<FoundModel[]> =>
  (await ggufFiles(folder, { deep: true })).map((file) => modelOf(file, 'LM Studio', file.relativePath));

/** Newest first: the revision that `main` names, then the others. */
const revisionsOf = async (repository: string): Promise<string[]> => {
  const main = (await readFile(join(repository, 'refs', 'main'), 'utf8').catch(() => '')).trim();
  const all = await readdir(join(repository, 'snapshots')).catch(() => []);
  return all.toSorted((a, b) => Number(b === main) - Number(a === main));
};

const repositoryModels = async (folder: string, entry: string): Promise<FoundModel[]> => {
  const repository = join(folder, entry);
  const name = entry
    .replace(/^models--/u, '')
    .split('--')
    .join('/');
  const seen = new Set<string>();
  const found: FoundModel[] = [];
  for (const revision of await revisionsOf(repository)) {
    for (const file of await ggufFiles(join(repository, 'snapshots', revision), { deep: true })) {
      const real = await realpath(file.path);
      if (seen.has(real)) continue;
      seen.add(real);
      found.push(modelOf(file, 'Hugging Face cache', `${name}/${file.relativePath}`));
    }
  }
  return found;
};

/** Models of the Hugging Face cache, named `owner/repository/file`; each file once, of the newest revision that has it. */
export const huggingFaceModels = async (folder: string): Promise<FoundModel[]> => {
  const entries = (await readdir(folder).catch(() => [])).filter((entry) => entry.startsWith('models--'));
  const lists = await Promise.all(entries.toSorted().map((entry) => repositoryModels(folder, entry)));
  return lists.flat();
};
