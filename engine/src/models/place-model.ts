import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@benchloop/spec';
import { isGguf } from './checked-file.ts';
import { asDiskError } from './disk-space.ts';
import type { FetchContext } from './fetch-context.ts';
import { takeLock } from './lock.ts';
import { SourceError } from './source-error.ts';

/** The folder of models below the data home. */
export const modelsFolder = (home: string): string => join(home, 'models');

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
};

/** Gives a complete part its final name, in one step; refuses what is no GGUF file. */
export const finishPart = async (partPath: string, path: string): Promise<void> => {
  if (!(await isGguf(partPath))) {
    await rm(partPath, { force: true });
    throw new SourceError('what it sent is no GGUF file, and was deleted');
  }
  await syncFile(partPath);
  await rename(partPath, path);
};

/** Runs `work` as the only process that writes `name` into the models folder; a second one waits. */
export const withModelLock = async <Result>(
  name: string,
  context: FetchContext,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = modelsFolder(context.home);
  try {
    await mkdir(folder, { recursive: true });
    const release = await takeLock(join(folder, `${name}.lock`), {
      onWait: (pid) =>
        context.onProgress({ stage: 'waiting', source: pid === null ? 'another process' : `process ${pid}`, bytes: 0, totalBytes: null }),
      sleep: (ms) => context.sleep(ms, context.signal),
    });
    try {
      return await work(folder);
    } finally {
      await release();
    }
  } catch (error) {
    throw asDiskError(error, folder) ?? error;
  }
};

/** A name that is safe as a file in the models folder. */
export const safeModelName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  if (/^[\w][\w.+ -]*\.gguf$/i.test(last)) return last;
  throw new UserError(`"${name}" is no usable name for a model file.`, 'Name a file that ends with .gguf.');
};
