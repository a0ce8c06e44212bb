const reasons: Record<string, string> = {
  ENOTFOUND: 'the host name is not known here',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host is not reachable',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
  UND_ERR_SOCKET: 'the connection was dropped',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'it sent less than it announced',
  UND_ERR_PRX_TLS: 'the proxy was not reached',
};

const certificateCodes = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The error code at the bottom of a chain of causes and aggregated errors. */
export const errorCodeOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return own ?? errorCodeOf(inner);
};

/** A network failure as a short clause that names the host. */
export const describeNetworkFailure = (error: unknown, host: string): string => {
  const code = errorCodeOf(error);
  if (code !== null && certificateCodes.has(code)) {
    return `${host}: its certificate is not trusted (${code}); SSL_CERT_FILE can name your own certificate authority`;
  }
  const known = code === null ? undefined : reasons[code];
  return `${host}: ${known ?? (error instanceof Error ? error.message : 'the request failed')}`;
};
