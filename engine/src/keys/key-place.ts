import { UserError } from '@benchloop/spec';
import { endpointBases } from '../kit/http/endpoint.ts';
import { isLoopbackHost } from '../kit/loopback.ts';

/** The one server that a key belongs to: scheme, host and port. All names of this machine are one. */
export const keyOriginOf = (endpoint: string): string => {
  const found = endpointBases(endpoint);
  if (!found.ok) throw new UserError(`No key can be looked up: ${found.message}.`, 'Give an address such as http://127.0.0.1:8080/v1.');
  const url = new URL(found.origin);
  return isLoopbackHost(url.hostname) ? `${url.protocol}//127.0.0.1${url.port === '' ? '' : `:${url.port}`}` : url.origin;
};

const variable = (text: string): string =>
  `BENCHLOOP_API_KEY_${text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/gu, '_')
    .replace(/^_|_$/gu, '')}`;

/** Names of the environment variables that hold a key for this address and no other, the most exact first. */
export const variablesOf = (endpoint: string): string[] => {
  const found = endpointBases(endpoint);
  const hosts = found.ok ? [new URL(found.origin), new URL(keyOriginOf(endpoint))] : [];
  const names = hosts.flatMap(({ hostname, port }) => [...(port === '' ? [] : [variable(`${hostname}_${port}`)]), variable(hostname)]);
  return [...new Set(names)];
};

/** A key fit for a header, or one message why it is none. */
export const checkedKey = (key: string, from: string): string => {
  const trimmed = key.trim();
  if (trimmed === '') throw new UserError(`The key from ${from} is empty.`, 'Give the key itself, or leave it out.');
  // Anything else would end the header or be sent as another text.
  if (!/^[\x21-\x7e]+$/u.test(trimmed))
    throw new UserError(
      `The key from ${from} holds spaces or characters that no key has.`,
      'Copy the key again, without quotes and line breaks.',
    );
  return trimmed;
};
