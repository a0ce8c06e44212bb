import type { Instant } from '@benchloop/spec';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../clock.ts';

/** What one connection does, step by step, after it has read a whole request. */
export type ServerStep =
  | { write: string | Uint8Array }
  | { waitMs: number }
  /** Sends RST. */
  | { reset: true }
  /** Sends FIN. */
  | { end: true }
  /** Never answers again and keeps the connection open. */
  | { hang: true };

export type ReceivedRequest = { method: string; path: string; headers: Record<string, string>; body: string };

/** The steps that answer a request; `index` counts requests of the server from 0. */
export type ServerScript = (request: ReceivedRequest, index: number) => readonly ServerStep[];

export type ScriptedServer = {
  port: number;
  url: string;
  requests: ReceivedRequest[];
  /** When each `write` step was handed to the socket, in order. */
  writtenAt: Instant[];
  connections: () => number;
  /** Resolves with the milliseconds from this call until no connection is open in the middle of a reply. */
  allClosed: () => Promise<number>;
  close: () => Promise<void>;
};

const parseRequest = (text: string): { request: ReceivedRequest; rest: string } | null => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers['content-length'] ?? 0);
  const body = Buffer.from(text.slice(headEnd + 4), 'latin1');
  if (body.length < length) return null;
  return {
    request: { method, path, headers, body: body.subarray(0, length).toString('utf8') },
    rest: body.subarray(length).toString('latin1'),
  };
};

const isHang = (step: ServerStep): boolean => 'hang' in step || 'end' in step || 'reset' in step;

const play = async (socket: Socket, steps: readonly ServerStep[], writtenAt: Instant[]): Promise<boolean> => {
  for (const step of steps) {
    if (socket.destroyed) return false;
    if ('write' in step) {
      writtenAt.push(now());
      socket.write(step.write);
    } else if ('waitMs' in step) await sleep(step.waitMs);
    else if ('reset' in step) socket.resetAndDestroy();
    else if ('end' in step) socket.end();
    if (isHang(step)) return false;
  }
  return true;
};

/** A server on loopback that answers with exactly the scripted bytes, for tests of what clients must survive. */
export const startScriptedServer = async (script: ServerScript, host = '127.0.0.1'): Promise<ScriptedServer> => {
  const sockets = new Set<Socket>();
  const replying = new Set<Socket>();
  const requests: ReceivedRequest[] = [];
  const writtenAt: Instant[] = [];

  const serve = async (socket: Socket, state: { text: string; busy: boolean }): Promise<void> => {
    if (state.busy) return;
    state.busy = true;
    replying.add(socket);
    for (let parsed = parseRequest(state.text); parsed !== null; parsed = parseRequest(state.text)) {
      state.text = parsed.rest;
      requests.push(parsed.request);
      if (!(await play(socket, script(parsed.request, requests.length - 1), writtenAt))) return;
    }
    state.busy = false;
    replying.delete(socket);
  };

  const server = createServer({ noDelay: true }, (socket) => {
    const state = { text: '', busy: false };
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      replying.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      state.text += bytes.toString('latin1');
      void serve(socket, state);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests,
    writtenAt,
    connections: () => sockets.size,
    allClosed: async () => {
      const startedAt = performance.now();
      while (replying.size > 0) await sleep(1);
      return performance.now() - startedAt;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const reasons: Record<number, string> = {
  200: 'OK',
  301: 'Moved Permanently',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** The head of a reply. Without `content-length` or chunks the body ends with the connection. */
export const head = (status: number, headers: Record<string, string>): ServerStep => ({
  write: `HTTP/1.1 ${status} ${reasons[status] ?? 'Status'}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`,
});

/** A whole reply in one write. */
export const reply = (status: number, body: string, headers: Record<string, string> = {}): ServerStep[] => [
  head(status, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers }),
  { write: body },
];

/** One frame of a chunked body. */
export const chunk = (body: string | Uint8Array): ServerStep => {
  const bytes = Buffer.from(body);
  return { write: Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) };
};

export const lastChunk: ServerStep = { write: '0\r\n\r\n' };

/** A chunked event stream; steps between the pieces of text are kept. */
export const eventStream = (pieces: readonly (string | Uint8Array | ServerStep)[], headers: Record<string, string> = {}): ServerStep[] => [
  head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked', ...headers }),
  ...pieces.map((piece) => (typeof piece === 'string' || piece instanceof Uint8Array ? chunk(piece) : piece)),
];
