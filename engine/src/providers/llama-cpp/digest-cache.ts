import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const cacheSchema = z.record(z.string(), z.string());

const readCache = async (path: string): Promise<Record<string, string>> => {
  try {
    return cacheSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
};

/** Two processes may write at once: each writes a whole file of its own, and the last one stands. */
const writeCache = async (path: string, cache: Record<string, string>): Promise<void> => {
  const part = `${path}.${process.pid}.part`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(part, JSON.stringify(cache, null, 2));
  await rename(part, path);
};

const hashFile = async (path: string, sizeBytes: number, onProgress: (share: number) => void): Promise<string> => {
  const hash = createHash('sha256');
  let done = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    done += chunk.length;
    onProgress(sizeBytes === 0 ? 1 : done / sizeBytes);
  }
  return `sha256:${hash.digest('hex')}`;
};

const keyOf = async (path: string): Promise<{ key: string; sizeBytes: number }> => {
  const facts = await stat(path, { bigint: true });
  return { key: `${facts.dev}:${facts.ino}:${facts.size}:${facts.mtimeNs}`, sizeBytes: Number(facts.size) };
};

const cacheOf = (home: string): string => join(home, 'cache', 'digests.json');

/** The digest of a file that was hashed before and is still the same; null for any other, which is not read. */
export const createKnownDigests = async (home: string): Promise<(path: string) => Promise<string | null>> => {
  const cache = await readCache(cacheOf(home));
  return async (path) => {
    const found = await keyOf(path).catch(() => null);
    return found === null ? null : (cache[found.key] ?? null);
  };
};

/**
 * SHA-256 of a file, remembered in `cache/digests.json` of the home folder by device, inode, size and time of change,
 * so that a file of many gigabytes is hashed once. A home that can't be written to only costs the memory.
 */
export const digestOfFile = async (path: string, home: string, onProgress: (share: number) => void = () => undefined): Promise<string> => {
  const cachePath = cacheOf(home);
  const { key, sizeBytes } = await keyOf(path);
  const known = (await readCache(cachePath))[key];
  if (known !== undefined) return known;
  const digest = await hashFile(path, sizeBytes, onProgress);
  await writeCache(cachePath, { ...(await readCache(cachePath)), [key]: digest }).catch(() => undefined);
  return digest;
};
