import { crc32, inflateRawSync } from 'node:zlib';
import { UserError } from '@benchloop/spec';

/** One file of a zip. `read` unpacks it; throws `UserError` where its bytes are not what the zip says. */
export type ZipEntry = { name: string; size: number; read: () => Buffer };

const mebibyte = 1024 ** 2;
export const zipLimits = {
  unpackedBytes: 2048 * mebibyte,
  fileBytes: 256 * mebibyte,
  /** Traces shrink about thirtyfold; what shrinks far more is made to fill a disk. */
  ratio: 200,
  ratioFromBytes: 32 * mebibyte,
} as const;

const refusal = (reason: string): UserError =>
  new UserError(`The zip is refused: ${reason}.`, 'Import only files that BenchLoop exported; export the run once more where it was made.');

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const fileMark = 0x04034b50;
const endBytes = 22;
const longestComment = 65_535;

const findEnd = (zip: Buffer): number => {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - longestComment); at -= 1)
    if (zip.readUInt32LE(at) === endMark && at + endBytes + zip.readUInt16LE(at + 20) === zip.length) return at;
  throw refusal('it is no zip, or it is cut off');
};

type Listed = { name: string; packed: number; size: number; method: number; crc: number; offset: number };

const unixHost = 3;
const kindBits = 0o170_000;
const plainKinds: readonly number[] = [0, 0o100_000, 0o040_000];

const readListed = (zip: Buffer, at: number): { listed: Listed; next: number } => {
  if (at + 46 > zip.length || zip.readUInt32LE(at) !== entryMark) throw refusal('its table of contents is damaged');
  const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
  const name = zip.toString('utf8', at + 46, nameEnd);
  if ((zip.readUInt16LE(at + 8) & 1) === 1) throw refusal('a file in it is encrypted');
  const mode = zip.readUInt32LE(at + 38) >>> 16;
  if (zip.readUInt8(at + 5) === unixHost && !plainKinds.includes(mode & kindBits)) throw refusal('it holds a link or a special file');
  const listed = {
    name,
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  };
  return { listed, next: nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32) };
};

/** Where the bytes of a file begin; the name before them must be the listed one. */
const startOf = (zip: Buffer, { name, offset, packed }: Listed): number => {
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== fileMark) throw refusal('a file in it is not where the table says');
  const nameEnd = offset + 30 + zip.readUInt16LE(offset + 26);
  if (zip.toString('utf8', offset + 30, nameEnd) !== name) throw refusal('a file has two names');
  const start = nameEnd + zip.readUInt16LE(offset + 28);
  if (start + packed > zip.length) throw refusal('it is cut off');
  return start;
};

const unpack = (packed: Buffer, { method, size, crc }: Listed): Buffer => {
  let content: Buffer;
  try {
    content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw refusal('a file in it can’t be unpacked, or is larger than the table says');
  }
  if (content.length !== size || crc32(content) !== crc) throw refusal('a file in it is damaged');
  return content;
};

const requireBounds = (listed: readonly Listed[], zipBytes: number): void => {
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  if (listed.some(({ size }) => size > zipLimits.fileBytes) || total > zipLimits.unpackedBytes) throw refusal('it unpacks to too much');
  if (total > zipLimits.ratioFromBytes && total > zipLimits.ratio * zipBytes) throw refusal('it unpacks to far more than a run would');
  if (new Set(listed.map(({ name }) => name)).size !== listed.length) throw refusal('it holds two files of one name');
};

const requireApart = (spans: readonly (readonly [number, number])[]): void => {
  const sorted = spans.toSorted(([a], [b]) => a - b);
  for (const [place, [from]] of sorted.entries())
    if (from < (sorted[place - 1]?.[1] ?? 0)) throw refusal('files in it lie over each other');
};

/**
 * Reads the table of contents of a zip in memory and checks it before anything is unpacked. Folders are left out.
 * Refuses links, encryption, other methods than stored and deflate, zip64, overlaps, doubles, and sizes beyond `zipLimits`.
 */
export const readZip = (zip: Buffer): ZipEntry[] => {
  if (zip.length < endBytes) throw refusal('it is no zip');
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) throw refusal('it has the form zip64, which runs do not need');
  const all: Listed[] = [];
  for (let place = 0; place < count; place += 1) {
    const { listed, next } = readListed(zip, at);
    all.push(listed);
    at = next;
  }
  const files = all.filter(({ name, size }) => !(name.endsWith('/') && size === 0));
  if (files.some(({ method }) => method !== 0 && method !== 8)) throw refusal('it is packed by a method that is not known here');
  requireBounds(files, zip.length);
  const starts = files.map((file) => startOf(zip, file));
  requireApart(files.map((file, place) => [file.offset, (starts[place] ?? 0) + file.packed]));
  return files.map((file, place) => {
    const start = starts[place] ?? 0;
    return { name: file.name, size: file.size, read: () => unpack(zip.subarray(start, start + file.packed), file) };
  });
};
