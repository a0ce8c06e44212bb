import { UserError } from '@benchloop/spec';
import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { benchloopUserAgent } from './user-agent.ts';
import { trustedCertificates } from './certificates.ts';
import { describeNetworkFailure } from './describe-failure.ts';
import type { FetchContext } from './fetch-context.ts';
import { readPipSettings } from './pip-settings.ts';
import { SourceError } from './source-error.ts';

/** A secret header that goes to one origin only. */
export type Credential = { origin: string; value: string };
/** A URL without user name and password, and the secret that belongs to its origin. */
export type Target = { url: URL; credential: Credential | null };

export type Reply = { status: number; headers: Dispatcher.ResponseData['headers']; body: Dispatcher.ResponseData['body']; url: URL };
export type Network = {
  get: (target: Target, headers?: Record<string, string>) => Promise<Reply>;
  close: () => Promise<void>;
};

const mostRedirects = 8;

/** Splits user name and password off a URL, as the Basic credential of its origin. */
export const targetOf = (address: string | URL): Target => {
  const url = new URL(address);
  if (url.username === '' && url.password === '') return { url, credential: null };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, credential: { origin: url.origin, value: `Basic ${Buffer.from(pair).toString('base64')}` } };
};

/** A URL fit to be shown: no user name, password or query. */
export const shownUrl = (address: string | URL): string => {
  const { url } = targetOf(address);
  return `${url.origin === 'null' ? `${url.protocol}//` : url.origin}${url.pathname}`;
};

/** The first value of a reply's header. */
export const headerOf = (reply: Reply, name: string): string | null => {
  const value = reply.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
};

/** Drops a reply that is not wanted. A body cut off on purpose reports an error that nobody waits for. */
export const discardBody = ({ body }: Reply): void => {
  body.on('error', () => undefined);
  body.destroy();
};

/** No proxy stands between this machine and itself. */
const thisMachine = 'localhost,127.0.0.1,[::1]';

const exceptions = (noProxy: string): string => (noProxy.trim() === '*' ? '*' : `${noProxy},${thisMachine}`);

const dispatcherOf = (context: FetchContext): Dispatcher => {
  const { env } = context;
  const ca = trustedCertificates(env, readPipSettings(env).cert);
  const connect = { timeout: context.connectTimeoutMs, ...(ca && { ca }) };
  const timeouts = { headersTimeout: context.idleTimeoutMs, bodyTimeout: context.idleTimeoutMs };
  const all = env.all_proxy ?? env.ALL_PROXY;
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY ?? all ?? '';
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY ?? all ?? '';
  if (!httpProxy && !httpsProxy) return new Agent({ connect, ...timeouts });
  const noProxy = exceptions(env.no_proxy ?? env.NO_PROXY ?? '');
  const tls = { requestTls: connect, proxyTls: connect };
  try {
    return new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, connect, ...timeouts, ...tls });
  } catch (error) {
    throw new UserError(
      `The proxy address in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY can't be used: ${error instanceof Error ? error.message : 'unknown'}.`,
      'Write it as http://host:port.',
    );
  }
};

/** Ends with the abort itself: a request that is still being connected does not notice its signal. */
const orAborted = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  // The work may still fail after the abort, when nobody waits for it any more.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const nextHop = (reply: Reply): URL | null => {
  const location = headerOf(reply, 'location');
  if (location === null || ![301, 302, 303, 307, 308].includes(reply.status)) return null;
  const next = new URL(location, reply.url);
  if (reply.url.protocol === 'https:' && next.protocol !== 'https:') {
    throw new SourceError(`${reply.url.host} redirects to an unencrypted address`);
  }
  return next;
};

/**
 * GET requests through the proxy and certificate settings of the environment. Redirects are followed here, because a
 * credential must not travel to another origin. Failures are `SourceError`s; an HTTP status is not a failure.
 */
export const createNetwork = (context: FetchContext): Network => {
  const dispatcher = dispatcherOf(context);

  const once = async (url: URL, headers: Record<string, string>): Promise<Reply> => {
    // A proxy that accepts and then says nothing is beyond the dispatcher's own time limits.
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), context.connectTimeoutMs + context.idleTimeoutMs);
    const signal = AbortSignal.any([silence.signal, ...(context.signal ? [context.signal] : [])]);
    try {
      const reply = await orAborted(request(url, { dispatcher, headers, signal }), signal);
      return { status: reply.statusCode, headers: reply.headers, body: reply.body, url };
    } catch (error) {
      if (context.signal?.aborted) throw error;
      const reason = silence.signal.aborted ? `${url.host}: no answer in time` : describeNetworkFailure(error, url.host);
      throw new SourceError(reason, { retry: 'once-begun', cause: error });
    } finally {
      clearTimeout(timer);
    }
  };

  const get: Network['get'] = async ({ url, credential }, headers = {}) => {
    let hop = url;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const secret: Record<string, string> = credential?.origin === hop.origin ? { authorization: credential.value } : {};
      const reply = await once(hop, { 'user-agent': benchloopUserAgent, 'accept-encoding': 'identity', ...headers, ...secret });
      const next = nextHop(reply);
      if (next === null) return reply;
      discardBody(reply);
      hop = next;
    }
    throw new SourceError(`${url.host} redirects without end`);
  };

  return { get, close: () => dispatcher.destroy() };
};
