import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Bytes } from '@benchloop/spec';
import { bodyChunks } from './body-chunks.ts';
import { fileSize, sha256OfFile } from './checked-file.ts';
import { retryDelaysMs } from './defaults.ts';
import { describeNetworkFailure } from './describe-failure.ts';
import { asDiskError, requireDiskSpace } from './disk-space.ts';
import type { FetchContext } from './fetch-context.ts';
import { discardBody, headerOf, type Network, type Reply, type Target } from './network.ts';
import { SourceError } from './source-error.ts';

/** A file to download. Null = not known beforehand. `extraBytes` is room that is needed beside the file itself. */
export type Download = { target: Target; label: string; sizeBytes: Bytes | null; sha256: string | null; extraBytes?: Bytes };
export type Tools = { network: Network; context: FetchContext };

/** What tells two versions of one address apart: a strong entity tag, else the time of the last change, else nothing. */
type Version = { url: string; validator: string | null; totalBytes: Bytes | null };
type Session = { download: Download; partPath: string; tools: Tools; version: Version | null };

const notesPath = (partPath: string): string => `${partPath}.json`;

const validatorOf = (reply: Reply): string | null => {
  const tag = headerOf(reply, 'etag');
  return tag !== null && !tag.startsWith('W/') ? tag : headerOf(reply, 'last-modified');
};

const wholeNumber = (text: string | null | undefined): number | null => (text && /^\d+$/.test(text) ? Number(text) : null);

/** First byte and full length that a 206 reply states; null where it states none. */
export const parseContentRange = (header: string | null): { start: Bytes; totalBytes: Bytes | null } | null => {
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(header ?? '');
  return match ? { start: Number(match[1]), totalBytes: wholeNumber(match[3]) } : null;
};

const readNotes = async (partPath: string): Promise<Version | null> => {
  try {
    return JSON.parse(await readFile(notesPath(partPath), 'utf8')) as Version;
  } catch {
    return null;
  }
};

/** Bytes of an earlier try that may be kept. Without a digest only a server's own version mark shows that they still fit. */
const resumableBytes = async ({ download, partPath, version }: Session): Promise<Bytes> => {
  const have = (await fileSize(partPath)) ?? 0;
  if (download.sizeBytes !== null && have > download.sizeBytes) return 0;
  if (download.sha256 !== null) return have;
  return version?.url === download.target.url.href ? have : 0;
};

const statusReason = (status: number, host: string): SourceError => {
  const retry = status === 408 || status === 429 || status >= 500 ? 'always' : 'never';
  const known: Record<number, string> = {
    401: 'it asks for a login',
    403: 'it refuses access',
    404: 'no such file there',
    429: 'it asks to wait',
  };
  return new SourceError(`${host}: ${known[status] ?? 'it answered with an error'} (HTTP ${status})`, { retry });
};

const isSameVersion = ({ version, download }: Session, reply: Reply, totalBytes: Bytes | null): boolean =>
  download.sha256 !== null || (version !== null && version.validator === validatorOf(reply) && version.totalBytes === totalBytes);

type Opened = { reply: Reply; chunks: AsyncIterable<Buffer>; start: Bytes; totalBytes: Bytes | null };

/** Sends the request from byte `have` on; a server that does not go on exactly there is asked for the whole file. */
const openReply = async (session: Session, have: Bytes): Promise<Opened> => {
  const { download, tools } = session;
  const reply = await tools.network.get(download.target, have > 0 ? { range: `bytes=${have}-` } : {});
  if (reply.status === 200)
    return { reply, chunks: bodyChunks(reply.body), start: 0, totalBytes: wholeNumber(headerOf(reply, 'content-length')) };
  const range = parseContentRange(headerOf(reply, 'content-range'));
  if (have > 0 && reply.status === 206 && range?.start === have && isSameVersion(session, reply, range.totalBytes)) {
    return { reply, chunks: bodyChunks(reply.body), start: have, totalBytes: range.totalBytes };
  }
  discardBody(reply);
  if (have > 0 && (reply.status === 206 || reply.status === 416)) return openReply(session, 0);
  throw statusReason(reply.status, reply.url.host);
};

const requireSize = (download: Download, totalBytes: Bytes | null, host: string): void => {
  if (download.sizeBytes === null || totalBytes === null || totalBytes === download.sizeBytes) return;
  throw new SourceError(`${host}: it offers ${totalBytes} bytes where ${download.sizeBytes} are expected`);
};

const noteVersion = async (session: Session, { reply, totalBytes }: Opened): Promise<void> => {
  const version = { url: session.download.target.url.href, validator: validatorOf(reply), totalBytes };
  session.version = version;
  // Without a digest and a version mark a later process could not tell whether the bytes still fit.
  if (session.download.sha256 === null && version.validator !== null) await writeFile(notesPath(session.partPath), JSON.stringify(version));
};

const appendBody = async ({ reply, start, chunks }: Opened, expected: Bytes | null, session: Session): Promise<Bytes> => {
  const { context } = session.tools;
  const file = await open(session.partPath, start > 0 ? 'r+' : 'w');
  let at = start;
  try {
    for await (const chunk of chunks) {
      if (expected !== null && at + chunk.length > expected) throw new SourceError(`${reply.url.host}: it sent more than it announced`);
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      context.onProgress({ stage: 'download', source: session.download.label, bytes: at, totalBytes: expected });
    }
    return at;
  } finally {
    await file.close();
  }
};

/** One request: appends what comes; throws a `SourceError` worth a retry when it ends early. */
const attempt = async (session: Session): Promise<void> => {
  const { download, partPath, tools } = session;
  const have = await resumableBytes(session);
  const needSpace = (toCome: Bytes) => requireDiskSpace(dirname(partPath), toCome + (download.extraBytes ?? 0), tools.context);
  if (download.sizeBytes !== null) await needSpace(download.sizeBytes - have);
  const opened = await openReply(session, have);
  const { host } = opened.reply.url;
  try {
    requireSize(download, opened.totalBytes, host);
    const expected = download.sizeBytes ?? opened.totalBytes;
    await needSpace((expected ?? 0) - opened.start);
    await noteVersion(session, opened);
    const reached = await appendBody(opened, expected, session);
    if (expected !== null && reached < expected) throw new SourceError(`${host}: the connection ended early`, { retry: 'always' });
  } catch (error) {
    discardBody(opened.reply);
    throw asKnownError(error, host, session);
  }
};

const asKnownError = (error: unknown, host: string, { partPath, tools }: Session): unknown => {
  if (tools.context.signal?.aborted || error instanceof SourceError || (error instanceof Error && error.name === 'UserError')) return error;
  return asDiskError(error, dirname(partPath)) ?? new SourceError(describeNetworkFailure(error, host), { retry: 'always', cause: error });
};

const untilComplete = async (session: Session): Promise<void> => {
  const { download, partPath, tools } = session;
  const before = (await fileSize(partPath)) ?? 0;
  let furthest = before;
  let failures = 0;
  for (;;) {
    tools.context.signal?.throwIfAborted();
    if (download.sizeBytes !== null && (await resumableBytes(session)) === download.sizeBytes) return;
    try {
      await attempt(session);
      return;
    } catch (error) {
      const reached = (await fileSize(partPath)) ?? 0;
      const hasBegun = Math.max(reached, furthest) > before;
      if (!(error instanceof SourceError) || error.retry === 'never' || (error.retry === 'once-begun' && !hasBegun)) throw error;
      // Only ground never reached before counts as progress, or a server without Range that always drops would never end.
      failures = reached > furthest ? 0 : failures + 1;
      furthest = Math.max(furthest, reached);
      const delay = retryDelaysMs[Math.max(0, failures - 1)];
      if (delay === undefined) throw new SourceError(`${error.message}, ${failures} times in a row`, { cause: error });
      await tools.context.sleep(delay, tools.context.signal);
    }
  }
};

const otherFileStep =
  'Pull again. If it differs again, the source or something on the way changes the file: use another source or network.';

/** Ends with a `SourceError` and deletes the file when its SHA-256 is not the expected one. */
export const requireSha256 = async (path: string, sha256: string, label: string, context: FetchContext): Promise<void> => {
  const totalBytes = await fileSize(path);
  const onBytes = (bytes: Bytes) => context.onProgress({ stage: 'verify', source: label, bytes, totalBytes });
  const found = await sha256OfFile(path, { signal: context.signal, onBytes });
  if (found === sha256) return;
  await rm(path, { force: true });
  throw new SourceError(`its file has the SHA-256 ${found.slice(0, 12)}… where ${sha256.slice(0, 12)}… is expected, and was deleted`, {
    nextStep: otherFileStep,
  });
};

/**
 * Downloads a file into `partPath` and leaves it complete and checked. A part left by an earlier try is continued by an
 * HTTP Range request (RFC 9110 section 14); drops are retried; on failure the part stays for the next try.
 */
export const downloadFile = async (download: Download, partPath: string, tools: Tools): Promise<void> => {
  tools.context.onPart(partPath);
  const session: Session = { download, partPath, tools, version: download.sha256 === null ? await readNotes(partPath) : null };
  await untilComplete(session);
  if (download.sha256 !== null) await requireSha256(partPath, download.sha256, download.label, tools.context);
  await rm(notesPath(partPath), { force: true });
};
