import type { ConnectOptions, Milliseconds, ModelError } from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuringClient } from '../../kit/http/client.ts';
import { endpointBases } from '../../kit/http/endpoint.ts';
import { fetchText, type TextReply } from '../../kit/http/fetch-text.ts';
import { exposesKey } from '../../kit/http/key-safety.ts';
import type { HttpLimits, HttpRequest } from '../../kit/http/protocol.ts';
import { now } from '../../kit/clock.ts';
import { redact } from '../../kit/redact.ts';
import { readModelList, type ListedModel } from './model-list.ts';
import { errorOfFailure } from '../../kit/wire/transport-error.ts';
import { errorOfPayload, errorOfReply, errorPayloadOf, modelError, retryAfterOf } from '../../kit/wire/wire-error.ts';

const maxReplyBytes = 1 << 28;
const maxErrorBytes = 1 << 18;
const pollMs = 250;

export type Reached = {
  ok: true;
  base: string;
  origin: string;
  models: ListedModel[];
  headers: Record<string, string>;
  waitedMs: Milliseconds;
};
export type ReachResult = Reached | { ok: false; error: ModelError };

export const authHeaders = (apiKey: string | null): Record<string, string> =>
  apiKey === null || apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

export const limitsOf = (options: ConnectOptions): HttpLimits => ({
  connectTimeoutMs: options.connectTimeoutMs,
  idleTimeoutMs: options.idleTimeoutMs,
  maxErrorBytes,
  maxBytes: maxReplyBytes,
});

/** A question about the server itself; it must answer at once. */
export const ask = (url: string, options: ConnectOptions, body: string | null = null): HttpRequest => ({
  url,
  method: body === null ? 'GET' : 'POST',
  headers: { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }), ...authHeaders(options.apiKey) },
  body,
  limits: { ...limitsOf(options), idleTimeoutMs: options.connectTimeoutMs },
});

type Answer = { reply: TextReply; error: ModelError | null; models: ListedModel[] | null };

const parseRecord = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** Why a reply to `GET /models` is none; null where it is one. */
const judge = (reply: TextReply, origin: string): { error: ModelError | null; models: ListedModel[] | null } => {
  if (!reply.ok) return { error: errorOfFailure(reply.failure, origin), models: null };
  const { status, body } = reply;
  if (status < 200 || status >= 300) {
    const error = errorOfReply({ status, body, retryAfterMs: retryAfterOf(reply.headers, Date.now()) });
    // Nothing was asked but the list, so whatever words a 404 has, it means the path.
    const isMissing = (status === 404 || status === 405) && error.kind === 'bad-request';
    return { error: isMissing ? { ...error, kind: 'not-found' } : error, models: null };
  }
  const models = readModelList(body);
  if (models !== null) return { error: null, models };
  const payload = errorPayloadOf(parseRecord(body));
  if (payload !== null) return { error: errorOfPayload(payload, status), models: null };
  const what = /^\s*</u.test(body) ? 'a web page' : 'something that is no list of models';
  return { error: modelError('wrong-server', `${origin} answers with ${what}.`, { status }), models: null };
};

/** Asks for the models; waits as long as the server says that it is loading one. */
const askModels = async (
  client: MeasuringClient,
  base: string,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Answer & { waitedMs: Milliseconds }> => {
  const startedAt = now();
  let waitedMs = 0;
  for (;;) {
    const reply = await fetchText(client, ask(`${base}/models`, options), signal);
    const { error, models } = judge(reply, new URL(base).origin);
    if (error?.kind !== 'model-loading' || now() - startedAt > options.idleTimeoutMs) return { reply, error, models, waitedMs };
    options.onProgress?.('loading', null);
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    waitedMs = now() - startedAt;
  }
};

/** The more that an error tells about the server, the more it is worth when several addresses were tried. */
const worth = (error: ModelError): number =>
  error.kind === 'auth' ? 3 : error.kind === 'wrong-server' ? 1 : error.kind === 'not-found' ? 0 : 2;

const isFinal = (error: ModelError): boolean => worth(error) >= 2;

const wrongPath = (error: ModelError, origin: string): ModelError =>
  error.kind === 'not-found'
    ? {
        ...error,
        message: `${origin} has no list of models where one is expected: ${error.message}`,
        hint: 'Give the base address of its OpenAI-compatible API; it usually ends in /v1.',
      }
    : error;

/** Finds the base URL that lists models, and says in one error why there is none. */
export const reach = async (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal): Promise<ReachResult> => {
  const { apiKey, endpoint, allowInsecure } = options;
  const found = endpointBases(endpoint ?? '');
  if (!found.ok)
    return {
      ok: false,
      error: modelError('bad-request', `${redact(found.message, [apiKey ?? ''])}.`, {
        hint: 'Give an address such as http://127.0.0.1:8080/v1 and the key apart from it.',
      }),
    };
  if (apiKey !== null && apiKey !== '' && !allowInsecure && exposesKey(found.origin)) {
    return { ok: false, error: modelError('insecure', `The key for ${found.origin} would cross the internet unencrypted.`) };
  }
  let worst: ModelError | null = null;
  for (const base of found.bases) {
    const { reply, error, models, waitedMs } = await askModels(client, base, options, signal);
    if (error === null && reply.ok) return { ok: true, base, origin: found.origin, models: models ?? [], headers: reply.headers, waitedMs };
    if (error !== null && (worst === null || worth(error) > worth(worst))) worst = error;
    if (error !== null && isFinal(error)) break;
  }
  const error = wrongPath(worst ?? modelError('protocol', `${found.origin} did not answer.`), found.origin);
  return { ok: false, error: { ...error, message: redact(error.message, [apiKey ?? '']) } };
};
