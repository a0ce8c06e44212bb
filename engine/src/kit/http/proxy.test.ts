import { expect, test } from 'vitest';
import { ProxyFailure, proxyFor, proxyHeaders } from './proxy.ts';

const proxied = (address: string, env: Record<string, string>): string | null => proxyFor(new URL(address), env)?.host ?? null;

test.each([
  ['https://api.example.com/v1', { HTTPS_PROXY: 'http://p:3128' }, 'p:3128'],
  ['https://api.example.com/v1', { https_proxy: 'p:3128' }, 'p:3128'],
  ['https://api.example.com/v1', { https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:2' }, 'lower:1'],
  ['https://api.example.com/v1', { HTTP_PROXY: 'http://p:3128' }, null],
  ['http://api.example.com/v1', { HTTP_PROXY: 'http://p:3128' }, 'p:3128'],
  ['http://api.example.com/v1', { ALL_PROXY: 'http://p:3128' }, 'p:3128'],
  ['http://api.example.com/v1', { HTTP_PROXY: '', ALL_PROXY: 'http://p:3128' }, null],
  ['https://api.example.com/v1', {}, null],
] as const)('%s with %o goes through %s', (address, env, host) => {
  expect(proxied(address, env)).toBe(host);
});

test.each(['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'a.localhost'])('%s never goes through a proxy', (host) => {
  expect(proxied(`http://${host}:8080/v1`, { HTTP_PROXY: 'http://p:3128', ALL_PROXY: 'http://p:3128' })).toBeNull();
});

test.each([
  ['*', true],
  ['example.com', true],
  ['.example.com', true],
  ['*.example.com', true],
  ['other.org, API.Example.com', true],
  ['api.example.com:443', true],
  ['api.example.com:8443', false],
  ['ample.com', false],
  ['api.example', false],
  ['', false],
])('NO_PROXY %j leaves api.example.com out: %s', (noProxy, leftOut) => {
  expect(proxied('https://api.example.com/v1', { HTTPS_PROXY: 'http://p:1', NO_PROXY: noProxy }) === null).toBe(leftOut);
});

test('addresses in NO_PROXY are those of the host, also of the sixth version', () => {
  expect(proxied('http://192.168.1.7:8080', { HTTP_PROXY: 'http://p:1', NO_PROXY: '192.168.1.7' })).toBeNull();
  expect(proxied('http://[fd00::1]:8080', { HTTP_PROXY: 'http://p:1', NO_PROXY: '[fd00::1]:8080' })).toBeNull();
});

test.each(['http://', 'socks5://p:1080', 'not an address'])('%s is no proxy that can be used', (text) => {
  expect(() => proxied('https://api.example.com', { HTTPS_PROXY: text })).toThrow(ProxyFailure);
});

test('the login of a proxy goes into its header and nowhere else', () => {
  expect(proxyHeaders(new URL('http://me:p%40ss@p:1'))).toEqual({
    'proxy-authorization': `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  });
  expect(proxyHeaders(new URL('http://p:1'))).toEqual({});
});
