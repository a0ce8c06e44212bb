import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchContext } from './fetch-context.ts';
import { createNetwork, shownUrl, targetOf } from './network.ts';
import { redirectRoute, startHost, textRoute, type Host } from './testing/loopback-host.ts';

let host: Host;
beforeEach(async () => {
  host = await startHost();
  host.routes.set('/a', textRoute('here', 'text/plain'));
});
afterEach(() => host.close());

const getText = async (address: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const network = createNetwork(fetchContext({ env: { PIP_CONFIG_FILE: '/dev/null', ...env } }));
  try {
    const reply = await network.get(targetOf(address));
    return await reply.body.text();
  } finally {
    await network.close();
  }
};

test('a URL loses its login and query when it is shown', () => {
  expect(shownUrl('https://me:secret@host.example:8443/a/b?token=1#x')).toBe('https://host.example:8443/a/b');
  expect(targetOf('https://m%40e:p%3A@host.example/')).toEqual({
    url: new URL('https://host.example/'),
    credential: { origin: 'https://host.example', value: `Basic ${Buffer.from('m@e:p:').toString('base64')}` },
  });
});

test('redirects are followed, but not without end', async () => {
  host.routes.set('/b', redirectRoute('/a'));
  host.routes.set('/loop', redirectRoute('/loop'));
  expect(await getText(`${host.url}/b`)).toBe('here');
  await expect(getText(`${host.url}/loop`)).rejects.toThrow(/redirects without end/);
});

describe('a proxy', () => {
  let proxy: Server;
  let through: string[];
  beforeEach(async () => {
    through = [];
    proxy = createServer();
    proxy.on('connect', (request, socket) => {
      through.push(request.url ?? '');
      const [name, port] = (request.url ?? '').split(':');
      const upstream = connect(Number(port), name, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  test('is used when the environment names one', async () => {
    expect(await getText(`${host.url}/a`, { HTTP_PROXY: address() })).toBe('here');
    expect(through).toEqual([host.url.replace('http://', '')]);
  });

  test('is left out for hosts in NO_PROXY', async () => {
    expect(await getText(`${host.url}/a`, { HTTP_PROXY: address(), NO_PROXY: '127.0.0.1' })).toBe('here');
    expect(through).toEqual([]);
  });

  test('that accepts and then says nothing is given up', async () => {
    proxy.removeAllListeners('connect');
    proxy.on('connect', (_request, socket) => void socket.on('error', () => undefined));
    const network = createNetwork(
      fetchContext({ env: { PIP_CONFIG_FILE: '/dev/null', HTTP_PROXY: address() }, connectTimeoutMs: 100, idleTimeoutMs: 100 }),
    );
    try {
      await expect(network.get(targetOf(`${host.url}/a`))).rejects.toThrow(/no answer in time/);
    } finally {
      await network.close();
    }
  });

  test('with an unusable address is one message', async () => {
    await expect(getText(`${host.url}/a`, { HTTPS_PROXY: 'not an address' })).rejects.toThrow(/proxy address in HTTP_PROXY/);
  });
});
