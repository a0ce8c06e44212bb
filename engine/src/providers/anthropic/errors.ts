import type { ModelError, ModelErrorKind } from '@benchloop/spec';

const hints: Partial<Record<ModelErrorKind, string>> = {
  auth: 'Give a key with --api-key or in the environment, and check that it may use this model.',
  'not-found': 'Check the model name with `models list`; names of this API end in a date or are an alias.',
  'wrong-server': 'Give the address of an API that has /v1/messages.',
  protocol: 'Give the address of an API that has /v1/messages.',
  'context-overflow': 'Take fewer or shorter tasks, or a model with a larger context.',
  'stream-truncated': 'Run again; if it stays, look at the status page of the service.',
  server: 'Run again later; if it stays, look at the status page of the service.',
  busy: 'The service is overloaded: run again later, or lower --concurrency.',
};

/** An error with the next step that people of this API can take. */
export const withHint = (error: ModelError): ModelError => ({ ...error, hint: hints[error.kind] ?? error.hint });
