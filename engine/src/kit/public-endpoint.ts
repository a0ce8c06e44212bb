import { isLoopbackHost } from './loopback.ts';

const privateHost = (host: string): boolean =>
  /^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host) ||
  /^\[?(f[cd]|fe80)/i.test(host) ||
  !host.includes('.') ||
  /\.(local|lan|home|internal|localdomain|arpa)$/i.test(host);

/** An endpoint as it may stand in a run: without credentials and query, and without the name of a host on a private network. */
export const publicEndpoint = (endpoint: string): string => {
  const text = /^https?:\/\//i.test(endpoint) ? endpoint : `http://${endpoint}`;
  if (!URL.canParse(text)) return 'invalid-endpoint';
  const url = new URL(text);
  const host = isLoopbackHost(url.hostname) || !privateHost(url.hostname) ? url.hostname : 'private-host';
  return `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}${url.pathname.replace(/\/+$/, '')}`;
};
