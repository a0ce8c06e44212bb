import { isLoopbackHost } from './loopback.ts';

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** One key per server: scheme, host and port in lower case; localhost, 127.0.0.1 and ::1 are the same. The path does not count. */
export const normaliseEndpoint = (endpoint: string): string => {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint) ? endpoint : `http://${endpoint}`;
  if (!URL.canParse(text)) return endpoint.trim().toLowerCase();
  const url = new URL(text);
  const host = isLoopbackHost(url.hostname) ? 'loopback' : url.hostname;
  return `${host}:${url.port === '' ? (defaultPorts[url.protocol] ?? '') : url.port}`;
};
