import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startLoopbackProxy, type LoopbackProxy, type LoopbackProxyOptions } from '../testing/loopback-proxy.ts';
import { connectFailure } from './failures.ts';
import { errorOfFailure } from '../wire/transport-error.ts';
import { openSocket } from './open-socket.ts';

let target: Server;
let proxies: LoopbackProxy[];
let others: TcpServer[];
beforeEach(async () => {
  proxies = [];
  others = [];
  target = createHttp((request, response) => response.end(`you asked for ${request.url}`));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  for (const server of others) server.close();
  target.closeAllConnections();
  target.close();
});

const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;
const proxy = async (more: Partial<LoopbackProxyOptions> = {}): Promise<LoopbackProxy> => {
  const started = await startLoopbackProxy({ targetPort: portOf(target), ...more });
  proxies.push(started);
  return started;
};

const failureOf = async (env: Record<string, string>, url = 'https://api.example.com/v1') => {
  const error: unknown = await openSocket(new URL(url), 2_000, env).then(
    ({ socket }) => socket.destroy(),
    (thrown: unknown) => thrown,
  );
  return errorOfFailure(connectFailure(error), new URL(url).origin);
};

describe('through a proxy', () => {
  test('https asks it for a tunnel to the server, and the server’s own certificate counts', async () => {
    const { url, seen } = await proxy();
    // The target speaks no TLS, so the handshake fails behind the tunnel and not at the proxy.
    const error = await failureOf({ HTTPS_PROXY: url });
    expect(seen).toEqual(['CONNECT api.example.com:443']);
    expect(error.message).not.toMatch(/proxy/u);
  });

  test('plain http names the whole address, with the login of the proxy beside it', async () => {
    const { url } = await proxy();
    const opened = await openSocket(new URL('http://models.example.com/v1'), 2_000, { HTTP_PROXY: url.replace('//', '//me:secret@') });
    expect(opened.proxyHeaders).toEqual({ 'proxy-authorization': `Basic ${Buffer.from('me:secret').toString('base64')}` });
    opened.socket.destroy();
  });

  test.each([
    [407, /asks for a login/u],
    [403, /refuses the connection \(status 403\)/u],
  ])('status %d is one message with the next step, without the login', async (refuseWith, message) => {
    const { url } = await proxy({ refuseWith });
    const error = await failureOf({ HTTPS_PROXY: url.replace('//', '//me:secret@') });
    expect(error).toMatchObject({
      kind: 'connect',
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(/NO_PROXY/u) as string,
    });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  test('that is not there, and one that speaks no HTTP, are said to be the proxy', async () => {
    expect((await failureOf({ HTTPS_PROXY: 'http://127.0.0.1:9' })).message).toMatch(/the proxy 127\.0\.0\.1:9 can’t be reached/u);
    const odd = createTcp((socket) => socket.end('hello\r\n\r\n'));
    others.push(odd);
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    expect((await failureOf({ HTTPS_PROXY: `http://127.0.0.1:${portOf(odd)}` })).message).toMatch(/no HTTP/u);
    expect((await failureOf({ HTTPS_PROXY: 'socks5://127.0.0.1:9' })).message).toMatch(/of the kind socks5/u);
  });

  test('that says nothing is given up in time', async () => {
    const silent = createTcp(() => undefined);
    others.push(silent);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const waiting = openSocket(new URL('https://api.example.com'), 100, { HTTPS_PROXY: `http://127.0.0.1:${portOf(silent)}` });
    await expect(waiting).rejects.toThrow(/no connection in time/u);
  });
});

test('this machine is reached without the proxy that the environment names', async () => {
  const { url, seen } = await proxy();
  const { socket, proxyHeaders } = await openSocket(new URL(`http://localhost:${portOf(target)}`), 2_000, {
    HTTP_PROXY: url,
    ALL_PROXY: url,
  });
  expect(proxyHeaders).toBeNull();
  expect(seen).toEqual([]);
  socket.destroy();
});
