import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { openSocket } from '../kit/http/open-socket.ts';
import { proxyFor, proxyHeaders } from '../kit/http/proxy.ts';
import { probeAnswer, type ProbeAnswer } from './answers.ts';

/** Few enough for the smallest of servers. */
const maxSocketsPerServer = 6;

export type Getter = {
  get: (path: string, signal: AbortSignal) => Promise<ProbeAnswer | null>;
  post: (path: string, body: string, signal: AbortSignal) => Promise<ProbeAnswer | null>;
  close: () => void;
};

export type GetterOptions = {
  apiKey: string | null;
  /** Bytes of a body after which reading stops. */
  maxBodyBytes: number;
};

/** The deadline of a discovery ends it sooner. */
const proxyTimeoutMs = 10_000;

/** The proxy for a server; null also where the environment names one that can't be used, which a run says. */
export const proxyOf = (root: URL): URL | null => {
  try {
    return proxyFor(root, process.env);
  } catch {
    return null;
  }
};

type Connected = (error: Error | null, socket?: Socket) => void;

const connectThrough = async (root: URL, done: Connected): Promise<void> => {
  let opened: Socket | undefined;
  let failure: Error | null = null;
  try {
    ({ socket: opened } = await openSocket(root, proxyTimeoutMs, process.env));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  done(failure, opened);
};

const readBody = (reply: IncomingMessage, maxBodyBytes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = () => resolve(Buffer.concat(chunks).subarray(0, maxBodyBytes).toString('utf8'));
    reply.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < maxBodyBytes) return;
      done();
      reply.destroy();
    });
    reply.on('end', done);
    reply.on('error', reject);
    reply.on('aborted', () => reject(new Error('the reply broke off')));
  });

const flat = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));

const joined = (root: URL, path: string): string => `${root.pathname.replace(/\/+$/u, '')}${path}`;

/** Requests below one root. A redirect is an answer like another; null = no whole answer came. The key goes to this root only. */
export const createGetter = (root: URL, { apiKey, maxBodyBytes }: GetterOptions): Getter => {
  const secure = root.protocol === 'https:';
  const settings = { keepAlive: true, maxSockets: maxSocketsPerServer };
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const proxy = proxyOf(root);
  if (proxy !== null) Object.assign(agent, { createConnection: (_options: unknown, done: Connected) => void connectThrough(root, done) });
  // Plain http is read by the proxy itself, which needs the whole address and its login.
  const front = proxy !== null && !secure ? { prefix: root.origin, headers: proxyHeaders(proxy) } : { prefix: '', headers: {} };
  const send = secure ? httpsRequest : httpRequest;
  const headers = {
    accept: 'application/json, text/plain;q=0.5',
    'accept-encoding': 'identity',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const ask = (path: string, body: string | null, signal: AbortSignal) =>
    new Promise<ProbeAnswer | null>((resolve) => {
      const sent = body === null ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      const options: RequestOptions = {
        agent,
        method: body === null ? 'GET' : 'POST',
        host: root.hostname.replace(/^\[|\]$/gu, ''),
        port: root.port === '' ? undefined : root.port,
        path: `${front.prefix}${joined(root, path)}`,
        headers: { ...headers, ...sent, ...front.headers, host: root.host },
        signal,
      };
      const request = send(options, (reply) => {
        readBody(reply, maxBodyBytes).then(
          (text) => resolve(probeAnswer(reply.statusCode ?? 0, flat(reply.headers), text)),
          () => resolve(null),
        );
      });
      request.on('error', () => resolve(null));
      request.end(body ?? undefined);
    });
  return {
    get: (path, signal) => ask(path, null, signal),
    post: (path, body, signal) => ask(path, body, signal),
    close: () => agent.destroy(),
  };
};
