import type { Instant, Milliseconds } from '@benchloop/spec';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { now } from '../clock.ts';
import { openSocket, type OpenSocket } from './open-socket.ts';

/** An open connection that carries one request at a time. */
export type HttpConnection = {
  client: Client;
  /** Time to open it; null when it was open already. */
  connectMs: Milliseconds | null;
  /** Headers for a proxy that reads the requests itself, which then name the whole address; null = there is none. */
  proxyHeaders: Record<string, string> | null;
  /** Called with the instant at which a request's head was written. */
  onSent: (handler: ((at: Instant) => void) | null) => void;
  /** When the bytes that are being told of left the socket, before they were parsed. */
  readAt: () => Instant;
  /** Gives it back for the next request, if the server keeps it open. */
  release: () => void;
  destroy: () => void;
};

/** Local servers close idle connections after 5 s; a request on a closing one would fail. */
const maxIdleMs = 2_500;

/** Some servers, llama.cpp's among them, promise to keep a connection and close it right after the reply. */
const minIdleMs = 50;

type Pooled = OpenSocket & { client: Client; lastRead: { at: Instant }; idleSince: Instant };

/** undici tells when a request's head was written, by the socket. */
const sentHandlers = new WeakMap<object, (at: Instant) => void>();
subscribe('undici:client:sendHeaders', (message) => {
  const at = now();
  sentHandlers.get((message as { socket: object }).socket)?.(at);
});

const clientOn = (url: URL, socket: Socket, lastRead: Pooled['lastRead']): Client => {
  let unused = true;
  return new Client(url.origin, {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    // A second connect would hide a broken connection behind a new one, and its cost inside a timed request.
    connect: (_options, callback) => {
      if (!unused) return callback(new Error('the server closed the connection'), null);
      unused = false;
      // Within the call undici is still deciding what to send, and would miss the connection.
      queueMicrotask(() => {
        // Before undici's own listener, so that parsing a read never counts as waiting for it.
        socket.on('readable', () => void (lastRead.at = now()));
        callback(null, socket);
      });
    },
  });
};

/** Opens connections before their request is sent, so that the time to connect is never part of a reply's time. */
export const createConnections = () => {
  const idle = new Map<string, Pooled[]>();

  const takeIdle = (origin: string): Pooled | null => {
    const at = now();
    const usable = (idle.get(origin) ?? []).filter(({ client, socket, idleSince }) => {
      const open = !client.destroyed && !socket.destroyed && socket.readable && at - idleSince < maxIdleMs;
      if (!open) void client.destroy();
      return open;
    });
    const taken = usable.find(({ idleSince }) => at - idleSince > minIdleMs) ?? null;
    idle.set(
      origin,
      usable.filter((pooled) => pooled !== taken),
    );
    return taken;
  };

  const wrap = (origin: string, pooled: Pooled, connectMs: Milliseconds | null): HttpConnection => ({
    client: pooled.client,
    connectMs,
    proxyHeaders: pooled.proxyHeaders,
    onSent: (handler) => void (handler === null ? sentHandlers.delete(pooled.socket) : sentHandlers.set(pooled.socket, handler)),
    readAt: () => pooled.lastRead.at,
    release: () => {
      sentHandlers.delete(pooled.socket);
      const list = idle.get(origin) ?? [];
      idle.set(origin, list);
      list.push({ ...pooled, idleSince: now() });
    },
    destroy: () => {
      sentHandlers.delete(pooled.socket);
      pooled.socket.destroy();
      void pooled.client.destroy();
    },
  });

  return {
    open: async (url: URL, timeoutMs: Milliseconds): Promise<HttpConnection> => {
      const ready = takeIdle(url.origin);
      if (ready !== null) return wrap(url.origin, ready, null);
      const startedAt = now();
      const opened = await openSocket(url, timeoutMs, process.env);
      const connectMs = now() - startedAt;
      const lastRead = { at: startedAt };
      return wrap(url.origin, { ...opened, client: clientOn(url, opened.socket, lastRead), lastRead, idleSince: 0 }, connectMs);
    },
  };
};
