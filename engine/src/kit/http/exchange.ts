import type { Instant } from '@benchloop/spec';
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib';
import { now } from '../clock.ts';
import type { HttpConnection } from './connections.ts';
import { connectFailure, exchangeFailure } from './failures.ts';
import type { HttpFailure, HttpRequest, WireEvent } from './protocol.ts';

export type OpenConnection = (url: URL, timeoutMs: number) => Promise<HttpConnection>;

export type Exchange = { abort: () => void };

type BodyFacts = { encoding: string; maxBytes: number; keepAlive: boolean };

/** What is done with the bytes of a reply, as they come. */
type Body = { data: (chunk: Uint8Array) => void; end: () => void };

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
export const startExchange = (request: HttpRequest, open: OpenConnection, emit: (event: WireEvent) => void): Exchange => {
  let connection: HttpConnection | null = null;
  let over = false;
  let redirects = 0;
  let phase: HttpFailure['phase'] = 'connect';

  const finish = (event: WireEvent) => {
    if (over) return;
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

  const takeBody = (from: HttpConnection, { encoding, maxBytes, keepAlive }: BodyFacts): Body => {
    const decompress = decompressors[encoding]?.() ?? null;
    let lastAt: Instant = from.readAt();
    let bytes = 0;
    const give = (chunk: Uint8Array, at: Instant) => {
      if (!over) emit({ type: 'read', at, chunk });
    };
    const end = (capped: boolean) => finish({ type: 'end', at: now(), capped });
    decompress?.on('data', (chunk: Uint8Array) => give(chunk, lastAt));
    decompress?.on('end', () => end(false));
    decompress?.on('error', (error: Error) => fail(exchangeFailure(error, 'mid-stream')));
    return {
      data: (chunk) => {
        if (over) return;
        lastAt = from.readAt();
        idle.refresh();
        phase = 'mid-stream';
        bytes += chunk.byteLength;
        if (decompress === null) give(chunk, lastAt);
        else decompress.write(chunk);
        if (bytes < maxBytes) return;
        end(true);
        from.destroy();
      },
      end: () => {
        if (keepAlive) from.release();
        else from.destroy();
        if (decompress === null) end(false);
        else decompress.end();
      },
    };
  };

  /** The body of a redirect says nothing; after it the request is sent again, or fails. */
  const passBody = (from: HttpConnection, target: URL | null, failure: HttpFailure): Body => ({
    data: () => undefined,
    end: () => {
      from.release();
      if (target === null) finish({ type: 'failure', at: from.readAt(), failure });
      else begin(target);
    },
  });

  const startBody = (from: HttpConnection, url: URL, { status, headers }: { status: number; headers: Record<string, string> }): Body => {
    idle.refresh();
    if (redirectStatuses.has(status)) {
      const target = redirects < maxRedirects ? redirectTarget(url, request.method, status, headers['location']) : null;
      redirects += 1;
      const message = `the server redirects to ${headers['location'] ?? 'nowhere'} (status ${status})`;
      return passBody(from, target, { reason: 'redirect', phase, code: String(status), message });
    }
    if (!over) emit({ type: 'headers', at: from.readAt(), status, headers });
    const { maxErrorBytes, maxBytes } = request.limits;
    return takeBody(from, {
      encoding: headers['content-encoding'] ?? 'identity',
      maxBytes: status >= 300 ? maxErrorBytes : maxBytes,
      keepAlive:
        headers['connection']?.toLowerCase() !== 'close' && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined,
    });
  };

  /** By undici's own callbacks: a stream for each body would do several times the work for each read. */
  const exchange = (from: HttpConnection, url: URL) => {
    const { client, proxyHeaders } = from;
    let body: Body | null = null;
    const options = {
      method: request.method,
      path: proxyHeaders === null ? url.pathname + url.search : `${url.origin}${url.pathname}${url.search}`,
      headers: { 'accept-encoding': 'identity', ...request.headers, ...proxyHeaders },
      body: request.body,
    };
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status, headers) => {
        if (status >= 200) body = startBody(from, url, { status, headers: flatHeaders(headers) });
      },
      onResponseData: (_controller, chunk) => body?.data(chunk),
      onResponseEnd: () => body?.end(),
      onResponseError: (_controller, error) => fail(exchangeFailure(error, body === null ? 'first-byte' : 'mid-stream')),
    });
  };

  const send = async (url: URL): Promise<void> => {
    try {
      connection = await open(url, request.limits.connectTimeoutMs);
    } catch (error) {
      return fail(connectFailure(error));
    }
    if (over) return connection.destroy();
    const { connectMs } = connection;
    phase = 'first-byte';
    idle.refresh();
    connection.onSent((at) => emit({ type: 'sent', at, connectMs }));
    exchange(connection, url);
  };

  const begin = (url: URL): void => void send(url).catch((error: unknown) => fail(exchangeFailure(error, 'first-byte')));

  if (!URL.canParse(request.url)) fail({ reason: 'invalid-url', phase, code: null, message: `${request.url} is no URL` });
  else begin(new URL(request.url));

  return { abort: () => fail({ reason: 'aborted', phase, code: null, message: 'the request was aborted' }) };
};
