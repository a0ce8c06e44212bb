import { isLoopbackHost } from '../loopback.ts';

/** A proxy that can't be used, or that refused; `code` tells it apart from a failure of the server itself. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly code = 'PROXY';
}

/** Name or address of a proxy with its port, without the login that its address may hold. */
export const shownProxy = (proxy: URL): string => proxy.host;

const entriesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((entry) => entry !== '');

/** `example.com` and `.example.com` mean the host and all below it; an entry may end with a port; `*` means every host. */
const isExcepted = (url: URL, noProxy: string): boolean => {
  const host = url.hostname.replace(/^\[|\]$/gu, '').toLowerCase();
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return entriesOf(noProxy).some((entry) => {
    if (entry === '*') return true;
    const [, name = entry, onlyPort] = /^(\[[^\]]+\]|[^:]+):(\d+)$/u.exec(entry) ?? [];
    const plain = name.replace(/^\[|\]$/gu, '').replace(/^\*?\./u, '');
    return (onlyPort === undefined || onlyPort === port) && (host === plain || host.endsWith(`.${plain}`));
  });
};

const usable = (text: string): URL => {
  const url = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) throw new ProxyFailure('the address of the proxy in the environment is none; write it as http://host:port');
  const parsed = new URL(url);
  if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return parsed;
  throw new ProxyFailure(`a proxy of the kind ${parsed.protocol.slice(0, -1)} can’t be used; name an http proxy`);
};

/**
 * The proxy that the environment names for this address: `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, each also in
 * capitals, which lower case goes before, as in curl. Never one for this machine itself. Throws `ProxyFailure` for one that is none.
 */
export const proxyFor = (url: URL, env: NodeJS.ProcessEnv): URL | null => {
  if (isLoopbackHost(url.hostname)) return null;
  const own = url.protocol === 'https:' ? (env['https_proxy'] ?? env['HTTPS_PROXY']) : (env['http_proxy'] ?? env['HTTP_PROXY']);
  const text = (own ?? env['all_proxy'] ?? env['ALL_PROXY'] ?? '').trim();
  if (text === '' || isExcepted(url, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return null;
  return usable(text);
};

/** The header that logs in at a proxy whose address holds a login. */
export const proxyHeaders = ({ username, password }: URL): Record<string, string> =>
  username === '' && password === ''
    ? {}
    : {
        'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      };
