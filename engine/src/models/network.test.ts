import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startLoopbackProxy, type LoopbackProxy } from '../kit/testing/loopback-proxy.ts';
import { fetchContext } from './fetch-context.ts';
import { createNetwork, shownUrl, targetOf } from './network.ts';
import { SourceError } from './source-error.ts';
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
  let proxy: LoopbackProxy;
  beforeEach(async () => {
    proxy = await startLoopbackProxy({ targetPort: Number(new URL(host.url).port) });
  });
  afterEach(() => proxy.close());

  test('is used when the environment names one', async () => {
    expect(await getText('http://models.example/a', { HTTP_PROXY: proxy.url })).toBe('here');
    expect(proxy.seen).toHaveLength(1);
    expect(proxy.seen[0]).toMatch(/^(?:CONNECT models\.example:80|GET http:\/\/models\.example\/a)$/u);
  });

  test('is left out for hosts in NO_PROXY', async () => {
    await expect(getText('http://models.invalid/a', { HTTP_PROXY: proxy.url, NO_PROXY: 'models.invalid' })).rejects.toThrow(SourceError);
    expect(proxy.seen).toEqual([]);
  });

  test.each(['127.0.0.1', 'localhost'])('is left out for this machine, by the name %s', async (name) => {
    const address = host.url.replace('127.0.0.1', name);
    expect(await getText(`${address}/a`, { HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url })).toBe('here');
    expect(await getText(`${address}/a`, { HTTP_PROXY: proxy.url, NO_PROXY: '*' })).toBe('here');
    expect(proxy.seen).toEqual([]);
  });

  test('that accepts and then says nothing is given up', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const env = { PIP_CONFIG_FILE: '/dev/null', HTTP_PROXY: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    const network = createNetwork(fetchContext({ env, connectTimeoutMs: 100, idleTimeoutMs: 100 }));
    try {
      await expect(network.get(targetOf('http://models.example/a'))).rejects.toThrow(/no answer in time/);
    } finally {
      await network.close();
      silent.close();
    }
  });

  test('with an unusable address is one message', async () => {
    await expect(getText(`${host.url}/a`, { HTTPS_PROXY: 'not an address' })).rejects.toThrow(/proxy address in HTTP_PROXY/);
  });
});
