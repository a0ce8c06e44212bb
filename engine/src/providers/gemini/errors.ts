import type { ModelError, ModelErrorKind } from '@benchloop/spec';

const hints: Partial<Record<ModelErrorKind, string>> = {
  auth: 'Give a key with --api-key or in the environment, and check that it may use this model.',
  'not-found': 'Check the model name with `models list`.',
  'wrong-server': 'Give the address of an API that has :streamGenerateContent.',
  protocol: 'Give the address of an API that has :streamGenerateContent.',
  'context-overflow': 'Take fewer or shorter tasks, or a model with a larger context.',
  'stream-truncated': 'Run again; if it stays, look at the status page of the service.',
  busy: 'The service is overloaded: run again later, or lower --concurrency.',
};

/** A bad key is answered with 400. */
const kindOf = ({ kind, message }: ModelError): ModelErrorKind =>
  kind === 'bad-request' && /api key not valid|api_key_invalid|api key expired/iu.test(message) ? 'auth' : kind;

/** How long to wait stands in the message alone. */
const waitOf = ({ retryAfterMs, message }: ModelError): number | null => {
  const seconds = /retry in ([\d.]+)s/iu.exec(message)?.[1];
  return retryAfterMs ?? (seconds === undefined ? null : Math.ceil(Number.parseFloat(seconds) * 1_000));
};

/** An error with the kind and the next step that fit this API. */
export const withHint = (error: ModelError): ModelError => {
  const kind = kindOf(error);
  return { ...error, kind, hint: hints[kind] ?? error.hint, retryAfterMs: waitOf(error) };
};
