import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { path: string; range: string | null; authorization: string | null };
export type Route = (request: IncomingMessage, response: ServerResponse, nth: number) => void;
export type Host = { url: string; seen: Seen[]; routes: Map<string, Route>; close: () => Promise<void> };

/** A web host on loopback with routes by path; it notes what it was asked. */
export const startHost = async (): Promise<Host> => {
  const seen: Seen[] = [];
  const routes = new Map<string, Route>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    seen.push({ path, range: request.headers.range ?? null, authorization: request.headers.authorization ?? null });
    const route = routes.get(path);
    if (route) route(request, response, seen.filter((one) => one.path === path).length);
    else response.writeHead(404).end('not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, routes, close };
};

type Bytes = { content: Buffer; range?: boolean; etag?: string; dropAfter?: (nth: number) => number | null; length?: boolean };

/** Serves bytes; `range` answers Range with 206, `dropAfter` cuts the connection after that many bytes of the nth reply. */
export const bytesRoute =
  ({ content, range = true, etag, dropAfter, length = true }: Bytes): Route =>
  (request, response, nth) => {
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const start = range && asked !== undefined ? Number(asked) : 0;
    if (start >= content.length && start > 0) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const body = content.subarray(start);
    const headers = { ...(length && { 'content-length': body.length }), ...(etag && { etag }) };
    const partial = { ...headers, 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
    response.writeHead(start > 0 ? 206 : 200, start > 0 ? partial : headers);
    const cut = dropAfter?.(nth) ?? null;
    if (cut === null) response.end(body);
    else if (cut === 0) response.destroy();
    else response.write(body.subarray(0, cut), () => setImmediate(() => response.destroy()));
  };

export const textRoute =
  (text: string, contentType: string): Route =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).end(text);
  };

export const redirectRoute =
  (to: string): Route =>
  (_request, response) => {
    response.writeHead(302, { location: to }).end();
  };
