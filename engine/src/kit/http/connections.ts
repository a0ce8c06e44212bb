import type { Instant, Milliseconds } from '@benchloop/spec';
import { subscribe } from 'node:diagnostics_channel';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import { now } from '../clock.ts';
import { isLoopbackHost } from '../loopback.ts';

/** An open connection that carries one request at a time. */
export type HttpConnection = {
  client: Client;
  /** Time to open it; null when it was open already. */
  connectMs: Milliseconds | null;
  /** Called with the instant at which a request's head was written. */
  onSent: (handler: ((at: Instant) => void) | null) => void;
  /** Gives it back for the next request, if the server keeps it open. */
  release: () => void;
  destroy: () => void;
};

/** Local servers close idle connections after 5 s; a request on a closing one would fail. */
const maxIdleMs = 2_500;

/** Some servers, llama.cpp's among them, promise to keep a connection and close it right after the reply. */
const minIdleMs = 50;

type Pooled = { client: Client; socket: Socket; idleSince: Instant };

const openSocket = (url: URL, host: string, timeoutMs: Milliseconds): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    const socket = secure
      ? connectTls({ host, port, servername: isIP(host) === 0 ? url.hostname : '', ALPNProtocols: ['http/1.1'] })
      : connectTcp({ host, port });
    const timer = setTimeout(() => fail(Object.assign(new Error('no connection in time'), { code: 'CONNECT_TIMEOUT' })), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    socket.once('error', fail);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      // From here on a broken connection shows as a failed request.
      socket.off('error', fail);
      socket.on('error', () => undefined);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });

/** `localhost` may resolve to an address where the server does not listen; 127.0.0.1 is where most do. */
const hostsOf = (url: URL): string[] => {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  return host !== '127.0.0.1' && host !== '::1' && isLoopbackHost(host) && !/^[\d.:]+$/u.test(host) ? [host, '127.0.0.1'] : [host];
};

const openAny = async (url: URL, timeoutMs: Milliseconds): Promise<Socket> => {
  const [first = '', second] = hostsOf(url);
  try {
    return await openSocket(url, first, timeoutMs);
  } catch (error) {
    if (second === undefined) throw error;
    return openSocket(url, second, timeoutMs);
  }
};

/** undici tells when a request's head was written, by the socket. */
const sentHandlers = new WeakMap<object, (at: Instant) => void>();
subscribe('undici:client:sendHeaders', (message) => {
  const at = now();
  sentHandlers.get((message as { socket: object }).socket)?.(at);
});

const clientOn = (url: URL, socket: Socket): Client => {
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
      queueMicrotask(() => callback(null, socket));
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
    onSent: (handler) => void (handler === null ? sentHandlers.delete(pooled.socket) : sentHandlers.set(pooled.socket, handler)),
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
      const socket = await openAny(url, timeoutMs);
      const connectMs = now() - startedAt;
      return wrap(url.origin, { client: clientOn(url, socket), socket, idleSince: 0 }, connectMs);
    },
  };
};
