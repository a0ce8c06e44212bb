import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Bytes } from '@benchloop/spec';
import { SourceError } from './source-error.ts';

/** One file inside a zip archive, as its central directory tells. */
export type ZipMember = { name: string; method: number; crc32: number; compressedBytes: Bytes; sizeBytes: Bytes; headerOffset: Bytes };

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 0xffff;
const stored = 0;
const deflated = 8;

const broken = (what: string): SourceError => new SourceError(`the wheel can't be read: ${what}`);

const readAt = async (file: FileHandle, offset: Bytes, length: Bytes): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead < length) throw broken('it ends early');
  return buffer;
};

const findDirectory = async (file: FileHandle): Promise<{ count: number; offset: Bytes; bytes: Bytes }> => {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, endBytes + longestComment);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const found = { count: tail.readUInt16LE(at + 10), bytes: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
    if (found.offset + found.bytes > size) throw broken('its directory lies outside the file');
    return found;
  }
  throw broken('it has no zip directory');
};

const parseDirectory = (directory: Buffer, count: number): ZipMember[] => {
  const members: ZipMember[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== centralSignature) throw broken('its directory is damaged');
    const nameBytes = directory.readUInt16LE(at + 28);
    members.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      compressedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      headerOffset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return members;
};

/** Files of a zip archive (PKWARE APPNOTE 4.3). Archives beyond 4 GiB (ZIP64) are not read. */
export const listZip = async (path: string): Promise<ZipMember[]> => {
  const file = await open(path, 'r');
  try {
    const { count, offset, bytes } = await findDirectory(file);
    return parseDirectory(await readAt(file, offset, bytes), count);
  } finally {
    await file.close();
  }
};

/** Where a member's data begin: behind its local header, whose name and extra fields may differ from the directory's. */
const dataOffset = async (path: string, member: ZipMember): Promise<Bytes> => {
  const file = await open(path, 'r');
  try {
    const header = await readAt(file, member.headerOffset, 30);
    if (header.readUInt32LE(0) !== localSignature) throw broken('a file header is damaged');
    if ((header.readUInt16LE(6) & 1) === 1) throw broken('it is encrypted');
    return member.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
};

const isZip64 = (member: ZipMember): boolean => [member.compressedBytes, member.sizeBytes, member.headerOffset].includes(0xffffffff);

/** Counts and checks what passes: never more than the announced size, and the announced CRC-32 at the end. */
const checker = (member: ZipMember, onBytes: (bytes: Bytes) => void): Transform => {
  let bytes = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      sum = crc32(chunk, sum);
      onBytes(bytes);
      done(bytes > member.sizeBytes ? broken('a file in it is longer than it says') : null, chunk);
    },
    flush(done) {
      done(bytes === member.sizeBytes && sum === member.crc32 ? null : broken('a file in it is damaged'));
    },
  });
};

type Unpack = { path: string; member: ZipMember; to: string; signal?: AbortSignal | undefined; onBytes?: (bytes: Bytes) => void };

/** Writes one member to a file, inflated, with its size and CRC-32 checked. */
export const unpackMember = async ({ path, member, to, signal, onBytes }: Unpack): Promise<void> => {
  if (member.method !== stored && member.method !== deflated) throw broken(`compression method ${member.method} is not known`);
  if (isZip64(member)) throw broken('it is larger than 4 GiB');
  const start = await dataOffset(path, member);
  const source =
    member.compressedBytes === 0
      ? PassThrough.from([])
      : createReadStream(path, { start, end: start + member.compressedBytes - 1, highWaterMark: 1024 * 1024 });
  const inflate = member.method === deflated ? createInflateRaw({ chunkSize: 256 * 1024 }) : new PassThrough();
  try {
    await pipeline(source, inflate, checker(member, onBytes ?? (() => undefined)), createWriteStream(to), { signal });
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamage ? broken('its data are damaged') : error;
  }
};
