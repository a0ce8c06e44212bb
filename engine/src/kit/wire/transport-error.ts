import type { ModelError } from '@benchloop/spec';
import type { HttpFailure } from '../http/protocol.ts';
import { modelError } from './wire-error.ts';

const phaseText = {
  connect: 'while connecting',
  'first-byte': 'before the first byte of the reply',
  'mid-stream': 'in the middle of the reply',
} as const;

/** What a failed transport means for the person. `origin` is the address that was tried, without credentials. */
export const errorOfFailure = (failure: HttpFailure, origin: string): ModelError => {
  const code = failure.code === null ? '' : ` (${failure.code})`;
  switch (failure.reason) {
    case 'connect':
      return failure.code === 'ENOTFOUND' || failure.code === 'EAI_AGAIN'
        ? modelError('connect', `The host of ${origin} is not known${code}.`, { hint: 'Check the spelling of the address.' })
        : modelError('connect', `Nothing answers at ${origin}${code}.`);
    case 'connect-timeout':
      return modelError('connect', `No connection to ${origin} in time${code}.`);
    case 'tls':
      return modelError('connect', `The certificate of ${origin} is not trusted${code}: ${failure.message}.`, {
        hint: 'Add its authority with NODE_EXTRA_CA_CERTS, or use http on a private network.',
      });
    case 'proxy':
      return modelError('connect', `There is no way to ${origin}: ${failure.message}.`, {
        hint: 'Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, or name the host in NO_PROXY.',
      });
    case 'idle-timeout':
      return modelError('timeout', `The server at ${origin} was silent for too long ${phaseText[failure.phase]}: ${failure.message}.`);
    case 'reset':
      return failure.phase === 'mid-stream'
        ? modelError('stream-truncated', `The connection to ${origin} broke in the middle of the reply${code}.`)
        : modelError('server', `The server at ${origin} closed the connection without an answer${code}.`);
    case 'redirect':
      return modelError('wrong-server', `The server at ${origin} sends the request elsewhere: ${failure.message}.`, {
        hint: 'Give the address that it redirects to with --endpoint.',
      });
    case 'aborted':
      return modelError('aborted', 'The request was aborted.');
    case 'protocol':
      return modelError('protocol', `What ${origin} sent is no HTTP${code}: ${failure.message}.`);
    case 'invalid-url':
      return modelError('bad-request', failure.message, { hint: 'Check the spelling of the address.' });
  }
};
