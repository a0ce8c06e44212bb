import type { ModelError, ModelErrorKind } from '@benchloop/spec';

const hints: Partial<Record<ModelErrorKind, string>> = {
  'wrong-server': 'Give the address of an API that has /v1/responses.',
  protocol: 'Give the address of an API that has /v1/responses; most others have provider openai.',
  'stream-truncated': 'Run again; if it stays, look into the server’s own log or the status page of the service.',
};

/** An error with the next step that fits this API. */
export const withHint = (error: ModelError): ModelError => ({ ...error, hint: hints[error.kind] ?? error.hint });
