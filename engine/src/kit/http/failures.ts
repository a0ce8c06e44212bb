import type { HttpFailure } from './protocol.ts';

const codeOf = (error: unknown): string | null => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isTls = (code: string): boolean => /CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO_VERIFY|ALTNAME/u.test(code);

/** The failure of opening a connection. */
export const connectFailure = (error: unknown): HttpFailure => {
  // Node gathers the errors of all addresses that it tried.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = codeOf(first) ?? codeOf(error);
  if (code === 'PROXY') return { reason: 'proxy', phase: 'connect', code: null, message: messageOf(first) };
  const reason = code === 'CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'connect-timeout' : code !== null && isTls(code) ? 'tls' : 'connect';
  return { reason, phase: 'connect', code, message: messageOf(first) };
};

/** The failure of a request on an open connection. */
export const exchangeFailure = (error: unknown, phase: 'first-byte' | 'mid-stream'): HttpFailure => {
  const code = codeOf(error);
  const reason = code !== null && /HPE_|INVALID|PARSER/u.test(code) ? 'protocol' : 'reset';
  return { reason, phase, code, message: messageOf(error) };
};
