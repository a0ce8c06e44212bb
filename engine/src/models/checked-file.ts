import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Bytes } from '@benchloop/spec';

/** Size of a file in bytes; null when there is none. */
export const fileSize = async (path: string): Promise<Bytes | null> => {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
};

/** SHA-256 of a file in hexadecimal digits. `onBytes` is told how many bytes have been read. */
export const sha256OfFile = async (
  path: string,
  options: { signal?: AbortSignal; onBytes?: (bytes: Bytes) => void } = {},
): Promise<string> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal: options.signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    options.onBytes?.(bytes);
  }
  return hash.digest('hex');
};

/** Whether a file begins as a GGUF file does: with the four letters GGUF. */
export const isGguf = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'GGUF';
  } finally {
    await file.close();
  }
};

/** Whether two files have the same length and bytes' digest. */
export const isFileWith = async (path: string, sizeBytes: Bytes | null, sha256: string | null): Promise<boolean> => {
  const size = await fileSize(path);
  if (size === null || (sizeBytes !== null && size !== sizeBytes)) return false;
  return sha256 === null || (await sha256OfFile(path)) === sha256;
};
