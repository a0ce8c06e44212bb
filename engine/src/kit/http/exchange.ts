import type { Instant } from '@benchloop/spec';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib';
import { now } from '../clock.ts';
import type { HttpConnection } from './connections.ts';
import { connectFailure, exchangeFailure } from './failures.ts';
import type { HttpEvent, HttpFailure, HttpRequest } from './protocol.ts';

export type OpenConnection = (url: URL, timeoutMs: number) => Promise<HttpConnection>;

export type Exchange = {
  abort: () => void;
  /** Tells the reads that wait. Text is decoded here, so that a read that follows at once is stamped before that work. */
  settle: () => void;
};

export type ExchangeListener = {
  emit: (event: HttpEvent) => void;
  /** A read waits to be settled. Any other event settles by itself. */
  onWaiting: () => void;
};

const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

const decompressors: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const flatHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** A redirect is followed only where neither the server nor the method changes. */
const redirectTarget = (url: URL, method: string, status: number, location: string | undefined): URL | null => {
  if (location === undefined || !URL.canParse(location, url.href)) return null;
  const target = new URL(location, url.href);
  return target.origin === url.origin && (method === 'GET' || status === 307 || status === 308) ? target : null;
};

/**
 * Carries one request and its reply. `emit` gets `sent`, `headers`, `read`s and then exactly one of `end` or `failure`.
 * Each read is stamped as it leaves the socket, before anything else is done with it.
 */
export const startExchange = (request: HttpRequest, open: OpenConnection, { emit, onWaiting }: ExchangeListener): Exchange => {
  let connection: HttpConnection | null = null;
  let over = false;
  let phase: HttpFailure['phase'] = 'connect';
  const decoder = new TextDecoder('utf-8');
  let waiting: { at: Instant; chunk: Uint8Array }[] = [];

  const settle = () => {
    const reads = waiting;
    waiting = [];
    for (const { at, chunk } of reads) emit({ type: 'read', at, text: decoder.decode(chunk, { stream: true }), bytes: chunk.byteLength });
  };

  const finish = (event: HttpEvent) => {
    if (over) return;
    settle();
    over = true;
    clearTimeout(idle);
    emit(event);
  };
  const fail = (failure: HttpFailure) => {
    finish({ type: 'failure', at: now(), failure });
    connection?.destroy();
  };
  const idle = setTimeout(() => {
    if (phase !== 'connect')
      fail({ reason: 'idle-timeout', phase, code: null, message: `no byte came for ${request.limits.idleTimeoutMs} ms` });
  }, request.limits.idleTimeoutMs);

  const readBody = (body: Readable, options: { encoding: string; maxBytes: number; keepAlive: boolean }) => {
    const decompress = decompressors[options.encoding]?.() ?? null;
    const readAt = connection?.readAt ?? now;
    let lastAt: Instant = readAt();
    let bytes = 0;
    const give = (chunk: Uint8Array, at: Instant) => {
      if (over) return;
      if (waiting.length === 0) onWaiting();
      waiting.push({ at, chunk });
    };
    const end = (capped: boolean) => {
      settle();
      const rest = decoder.decode();
      if (rest !== '' && !over) emit({ type: 'read', at: lastAt, text: rest, bytes: 0 });
      finish({ type: 'end', at: now(), capped });
    };
    body.on('data', (chunk: Uint8Array) => {
      const at = readAt();
      if (over) return;
      idle.refresh();
      phase = 'mid-stream';
      lastAt = at;
      bytes += chunk.byteLength;
      if (decompress === null) give(chunk, at);
      else decompress.write(chunk);
      if (bytes < options.maxBytes) return;
      end(true);
      connection?.destroy();
    });
    decompress?.on('data', (chunk: Uint8Array) => give(chunk, lastAt));
    decompress?.on('end', () => end(false));
    decompress?.on('error', (error: Error) => fail(exchangeFailure(error, 'mid-stream')));
    body.on('end', () => {
      if (options.keepAlive) connection?.release();
      else connection?.destroy();
      if (decompress === null) end(false);
      else decompress.end();
    });
    body.on('error', (error: Error) => fail(exchangeFailure(error, 'mid-stream')));
  };

  const send = async (url: URL, redirects: number): Promise<void> => {
    try {
      connection = await open(url, request.limits.connectTimeoutMs);
    } catch (error) {
      return fail(connectFailure(error));
    }
    if (over) return connection.destroy();
    const { client, connectMs, proxyHeaders } = connection;
    phase = 'first-byte';
    idle.refresh();
    connection.onSent((at) => emit({ type: 'sent', at, connectMs }));
    const reply = await client.request({
      method: request.method,
      path: proxyHeaders === null ? url.pathname + url.search : `${url.origin}${url.pathname}${url.search}`,
      headers: { 'accept-encoding': 'identity', ...request.headers, ...proxyHeaders },
      body: request.body,
    });
    const at = connection.readAt();
    idle.refresh();
    const headers = flatHeaders(reply.headers);
    if (redirectStatuses.has(reply.statusCode)) {
      await reply.body.dump();
      connection.release();
      const target = redirectTarget(url, request.method, reply.statusCode, headers['location']);
      if (target !== null && redirects < maxRedirects) return send(target, redirects + 1);
      const message = `the server redirects to ${headers['location'] ?? 'nowhere'} (status ${reply.statusCode})`;
      return finish({ type: 'failure', at, failure: { reason: 'redirect', phase, code: String(reply.statusCode), message } });
    }
    if (over) return;
    emit({ type: 'headers', at, status: reply.statusCode, headers });
    const { maxErrorBytes, maxBytes } = request.limits;
    readBody(reply.body, {
      encoding: headers['content-encoding'] ?? 'identity',
      maxBytes: reply.statusCode >= 300 ? maxErrorBytes : maxBytes,
      keepAlive:
        headers['connection']?.toLowerCase() !== 'close' && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined,
    });
  };

  if (!URL.canParse(request.url)) fail({ reason: 'invalid-url', phase, code: null, message: `${request.url} is no URL` });
  else send(new URL(request.url), 0).catch((error: unknown) => fail(exchangeFailure(error, 'first-byte')));

  return { abort: () => fail({ reason: 'aborted', phase, code: null, message: 'the request was aborted' }), settle };
};
