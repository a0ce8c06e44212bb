import type { Milliseconds } from '@benchloop/spec';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isLoopbackHost } from '../loopback.ts';
import { ProxyFailure, proxyFor, proxyHeaders, shownProxy } from './proxy.ts';

/** A socket on which requests for a server can be written. */
export type OpenSocket = {
  socket: Socket;
  /** Headers for a proxy that reads the requests itself, as it does for plain http; null = the server reads them. */
  proxyHeaders: Record<string, string> | null;
};

type Via = { secure: boolean; host: string; port: number; over?: Socket };

const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port));
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/gu, '');

const started = ({ secure, host, port, over }: Via): Socket => {
  if (!secure) return connectTcp({ host, port });
  const settings = { servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
  return over === undefined ? connectTls({ host, port, ...settings }) : connectTls({ socket: over, ...settings });
};

const inTime = (): Error => Object.assign(new Error('no connection in time'), { code: 'CONNECT_TIMEOUT' });

const openOne = (via: Via, timeoutMs: Milliseconds): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = started(via);
    const timer = setTimeout(() => fail(inTime()), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      via.over?.destroy();
      reject(error);
    };
    socket.once('error', fail);
    socket.once(via.secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      // From here on a broken connection shows as a failed request.
      socket.off('error', fail);
      socket.on('error', () => undefined);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });

const mostHeadBytes = 64 * 1024;

/** The status of a proxy's answer to CONNECT; nothing of what follows it is read. */
const answerOf = (socket: Socket, timeoutMs: Milliseconds): Promise<number> =>
  new Promise((resolve, reject) => {
    let head = '';
    const finish = (done: () => void) => {
      clearTimeout(timer);
      socket.off('data', take);
      socket.off('close', closed);
      socket.pause();
      done();
    };
    const fail = (error: Error) => {
      socket.destroy();
      finish(() => reject(error));
    };
    const closed = () => fail(new ProxyFailure('the proxy closed the connection'));
    const take = (bytes: Buffer) => {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return head.length > mostHeadBytes ? fail(new ProxyFailure('the proxy sent something that is no HTTP')) : undefined;
      const status = Number(/^HTTP\/1\.[01] (\d{3})/u.exec(head)?.[1] ?? Number.NaN);
      // A server that speaks first does not speak HTTP.
      finish(() =>
        Number.isNaN(status) || head.length > end + 4
          ? reject(new ProxyFailure('the proxy sent something that is no HTTP'))
          : resolve(status),
      );
    };
    const timer = setTimeout(() => fail(inTime()), timeoutMs);
    socket.on('data', take);
    socket.once('close', closed);
  });

const refusal = (proxy: URL, status: number): ProxyFailure =>
  new ProxyFailure(
    status === 407
      ? `the proxy ${shownProxy(proxy)} asks for a login, or refuses the one that its address holds`
      : `the proxy ${shownProxy(proxy)} refuses the connection (status ${status})`,
  );

const throughProxy = async (url: URL, proxy: URL, timeoutMs: Milliseconds): Promise<OpenSocket> => {
  const secure = proxy.protocol === 'https:';
  const toProxy = await openOne({ secure, host: hostOf(proxy), port: portOf(proxy) }, timeoutMs).catch((error: unknown) => {
    throw new ProxyFailure(`the proxy ${shownProxy(proxy)} can’t be reached: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (url.protocol === 'http:') return { socket: toProxy, proxyHeaders: proxyHeaders(proxy) };
  const target = `${url.hostname}:${portOf(url)}`;
  const lines = Object.entries({ host: target, ...proxyHeaders(proxy) }).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = answerOf(toProxy, timeoutMs);
  toProxy.write(`CONNECT ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const status = await answer;
  if (status < 200 || status >= 300) {
    toProxy.destroy();
    throw refusal(proxy, status);
  }
  return { socket: await openOne({ secure: true, host: hostOf(url), port: portOf(url), over: toProxy }, timeoutMs), proxyHeaders: null };
};

/** `localhost` may resolve to an address where the server does not listen; 127.0.0.1 is where most do. */
const hostsOf = (url: URL): string[] => {
  const host = hostOf(url);
  return host !== '127.0.0.1' && host !== '::1' && isLoopbackHost(host) && !/^[\d.:]+$/u.test(host) ? [host, '127.0.0.1'] : [host];
};

/** Opens a socket for an address, through the proxy that the environment names for it. Rejects with the error of the system, of TLS, or a `ProxyFailure`. */
export const openSocket = async (url: URL, timeoutMs: Milliseconds, env: NodeJS.ProcessEnv): Promise<OpenSocket> => {
  const proxy = proxyFor(url, env);
  if (proxy !== null) return throughProxy(url, proxy, timeoutMs);
  const secure = url.protocol === 'https:';
  const direct = async (host: string): Promise<OpenSocket> => ({
    socket: await openOne({ secure, host, port: portOf(url) }, timeoutMs),
    proxyHeaders: null,
  });
  const [first = '', second] = hostsOf(url);
  try {
    return await direct(first);
  } catch (error) {
    if (second === undefined) throw error;
    return direct(second);
  }
};
