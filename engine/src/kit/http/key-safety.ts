import { isLoopbackHost } from '../loopback.ts';

const isPrivateV4 = (host: string): boolean =>
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/u.test(host);

/** Names and addresses that only a local network knows: RFC 1918, 3927, 4193, 6598, 6762. A name without a dot is one. */
export const isPrivateHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/gu, '').toLowerCase();
  if (isLoopbackHost(host)) return true;
  if (/^\d+\.\d+\.\d+\.\d+$/u.test(host)) return isPrivateV4(host);
  if (host.includes(':')) return /^f[cd]|^fe[89ab]/u.test(host);
  return !host.includes('.') || /\.(?:local|internal|lan|home\.arpa)$/u.test(host);
};

/** True where a key sent to this URL could be read on its way through the internet. */
export const exposesKey = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol !== 'https:' && !isPrivateHost(hostname);
};
