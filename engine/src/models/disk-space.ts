import { exitCode, UserError, type Bytes } from '@benchloop/spec';
import { spareDiskBytes } from './defaults.ts';
import { errorCodeOf } from './describe-failure.ts';
import type { FetchContext } from './fetch-context.ts';

const megabytes = (bytes: Bytes): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
const nextStep = 'Free some space, or set BENCHLOOP_HOME to a folder on a larger disk.';

/** Ends with one clear message when the disk can't hold what is about to be written. */
export const requireDiskSpace = async (folder: string, neededBytes: Bytes, context: FetchContext): Promise<void> => {
  const free = await context.freeBytes(folder);
  if (free >= neededBytes + spareDiskBytes) return;
  throw new UserError(
    `The disk that holds ${folder} has ${megabytes(free)} free; the model needs ${megabytes(neededBytes)} there, and ${megabytes(spareDiskBytes)} are kept spare.`,
    nextStep,
    exitCode.runFailed,
  );
};

/** A full disk or a folder that can't be written, met while writing, as one clear message; null for any other error. */
export const asDiskError = (error: unknown, folder: string): UserError | null => {
  const code = errorCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new UserError(`The disk that holds ${folder} became full.`, nextStep, exitCode.runFailed);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new UserError(`${folder} can't be written to.`, 'Allow writing there, or set BENCHLOOP_HOME to another folder.');
  }
  return null;
};
