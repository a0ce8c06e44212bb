import type { ModelError, ModelErrorKind } from '@benchloop/spec';
import type { HttpFailure } from '../../kit/http/protocol.ts';

const hints: Partial<Record<ModelErrorKind, string>> = {
  auth: 'Give the key of this server with BENCHLOOP_API_KEY.',
  connect: 'Start the server, or give another address with --endpoint.',
  insecure: 'Use an https address, or add --insecure.',
  'not-found': 'Take one of the models that the server lists.',
  timeout: 'Give it more time with --timeout.',
  unsupported: 'Leave the option out, or use another provider.',
  'wrong-server': 'Give the address of the server itself with --endpoint.',
};

/** A failed call as data, with the next step for its kind. */
export const failure = (kind: ModelErrorKind, message: string, status: number | null = null): ModelError => ({
  kind,
  message,
  hint: hints[kind] ?? 'Look at the server’s own log.',
  status,
  retryAfterMs: null,
});

/** What a failed transport means. */
export const failureOfTransport = ({ reason, phase, message }: HttpFailure): ModelError => {
  switch (reason) {
    case 'aborted':
      return failure('aborted', 'The request was aborted.');
    case 'idle-timeout':
      return failure('timeout', `The server was silent for too long: ${message}.`);
    case 'reset':
      return phase === 'mid-stream'
        ? failure('stream-truncated', 'The connection broke in the middle of the reply.')
        : failure('server', 'The server closed the connection without an answer.');
    case 'redirect':
      return failure('wrong-server', `The server sends the request elsewhere: ${message}.`);
    case 'protocol':
      return failure('protocol', `What the server sent is no HTTP: ${message}.`);
    case 'connect':
    case 'connect-timeout':
    case 'tls':
    case 'proxy':
    case 'invalid-url':
      return failure('connect', `The server cannot be reached: ${message}.`);
  }
};

/** What an HTTP status means; null for success. */
export const failureOfStatus = (status: number, body: string): ModelError | null => {
  if (status >= 200 && status < 300) return null;
  const said = `The server answers ${status}: ${body.trim().slice(0, 300) || 'nothing more'}`;
  if (status === 401 || status === 403) return failure('auth', said, status);
  if (status === 404) return failure('not-found', said, status);
  if (status === 429) return failure('rate-limit', said, status);
  return failure(status >= 500 ? 'server' : 'bad-request', said, status);
};
