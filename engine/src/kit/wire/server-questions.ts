import type { ConnectOptions, Milliseconds, Model, ModelError } from '@benchloop/spec';
import type { MeasuringClient } from '../http/client.ts';
import { endpointBases } from '../http/endpoint.ts';
import { fetchText } from '../http/fetch-text.ts';
import { exposesKey } from '../http/key-safety.ts';
import type { HttpLimits } from '../http/protocol.ts';
import { nearNames } from '../near-names.ts';
import { redact } from '../redact.ts';
import { asRecord, type JsonRecord } from './members.ts';
import { errorOfFailure } from './transport-error.ts';
import { errorOfPayload, errorOfReply, errorPayloadOf, modelError, retryAfterOf } from './wire-error.ts';

const maxReplyBytes = 1 << 28;
const maxErrorBytes = 1 << 18;

export const limitsOf = (options: ConnectOptions): HttpLimits => ({
  connectTimeoutMs: options.connectTimeoutMs,
  idleTimeoutMs: options.idleTimeoutMs,
  maxErrorBytes,
  maxBytes: maxReplyBytes,
});

/** A server as its questions are put to it. */
export type Asker = {
  client: MeasuringClient;
  base: string;
  origin: string;
  headers: Record<string, string>;
  secrets: readonly string[];
  limits: HttpLimits;
  signal: AbortSignal;
};

type Failed = { ok: false; error: ModelError };

export type AskerOptions = {
  client: MeasuringClient;
  options: ConnectOptions;
  signal: AbortSignal;
  /** Taken where the person gave no address. */
  defaultEndpoint: string;
  /** What belongs to the API and not to the base, at the end of an address as people type it. */
  tail: RegExp;
  headersOf: (apiKey: string | null) => Record<string, string>;
};

/** The asker for an address as a person typed it, or why there is none. */
export const askerOf = ({
  client,
  options,
  signal,
  defaultEndpoint,
  tail,
  headersOf,
}: AskerOptions): { ok: true; asker: Asker } | Failed => {
  const { apiKey, endpoint, allowInsecure } = options;
  const secrets = apiKey === null || apiKey === '' ? [] : [apiKey];
  const found = endpointBases(endpoint ?? defaultEndpoint);
  if (!found.ok)
    return {
      ok: false,
      error: modelError('bad-request', `${redact(found.message, secrets)}.`, {
        hint: `Give an address such as ${defaultEndpoint} and the key apart from it.`,
      }),
    };
  if (secrets.length > 0 && !allowInsecure && exposesKey(found.origin))
    return { ok: false, error: modelError('insecure', `The key for ${found.origin} would cross the internet unencrypted.`) };
  const base = (found.bases.at(-1) ?? found.origin).replace(tail, '').replace(/\/+$/u, '');
  return {
    ok: true,
    asker: { client, base, origin: found.origin, headers: headersOf(secrets[0] ?? null), secrets, limits: limitsOf(options), signal },
  };
};

export type Answer = { ok: true; value: JsonRecord; headers: Record<string, string> } | Failed;

export type Question = { path: string; body?: unknown; idleTimeoutMs?: Milliseconds };

const judge = (asker: Asker, reply: { status: number; body: string; headers: Record<string, string> }): Answer => {
  const { status, body, headers } = reply;
  if (status < 200 || status >= 300)
    return { ok: false, error: errorOfReply({ status, body, retryAfterMs: retryAfterOf(headers, Date.now()) }) };
  let value: JsonRecord | null = null;
  try {
    value = asRecord(JSON.parse(body));
  } catch {
    value = null;
  }
  if (value === null) {
    const what = /^\s*</u.test(body) ? 'a web page' : 'something that is no JSON object';
    return { ok: false, error: modelError('wrong-server', `${asker.origin} answers with ${what}.`, { status }) };
  }
  const payload = errorPayloadOf(value);
  return payload === null ? { ok: true, value, headers } : { ok: false, error: errorOfPayload(payload, status) };
};

/** Puts one question: GET, or POST where it has a body. No message of an error repeats the key. */
export const askJson = async (asker: Asker, { path, body, idleTimeoutMs }: Question): Promise<Answer> => {
  const request = {
    url: `${asker.base}${path}`,
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...asker.headers },
    body: body === undefined ? null : JSON.stringify(body),
    limits: { ...asker.limits, idleTimeoutMs: idleTimeoutMs ?? asker.limits.idleTimeoutMs },
  };
  const reply = await fetchText(asker.client, request, asker.signal);
  const answer = reply.ok ? judge(asker, reply) : { ok: false as const, error: errorOfFailure(reply.failure, asker.origin) };
  return answer.ok ? answer : { ok: false, error: { ...answer.error, message: redact(answer.error.message, asker.secrets) } };
};

const maxListed = 20;

const listed = (names: readonly string[], wanted: string | null): string => {
  const ordered = [...new Set([...(wanted === null ? [] : nearNames(wanted, names)), ...names])];
  return ordered.slice(0, maxListed).join(', ') + (ordered.length > maxListed ? ` and ${ordered.length - maxListed} more` : '');
};

export type NameChoice = { names: readonly string[]; wanted: string | null; origin: string; same?: (a: string, b: string) => boolean };

/** The name that a person gave, or the only one there. */
export const chooseName = ({ names, wanted, origin, same }: NameChoice): { ok: true; name: string } | Failed => {
  const fail = (message: string, hint: string): Failed => ({ ok: false, error: modelError('not-found', message, { hint }) });
  const only = names[0];
  if (wanted !== null) {
    const name = names.find((candidate) => candidate === wanted) ?? names.find((candidate) => same?.(candidate, wanted));
    if (name !== undefined) return { ok: true, name };
    const has = names.length === 0 ? 'It lists none.' : `It has: ${listed(names, wanted)}.`;
    return fail(`The server at ${origin} has no model “${wanted}”. ${has}`, 'Name one of these with --model.');
  }
  if (only === undefined) return fail(`The server at ${origin} lists no model.`, 'Load a model in the server first.');
  if (names.length === 1) return { ok: true, name: only };
  return fail(`The server at ${origin} has several models: ${listed(names, null)}.`, 'Name one with --model.');
};

/** A model of which nothing but its name is known. */
export const unknownModel = (providerId: string, name: string): Model => ({
  providerId,
  name,
  family: null,
  parameters: null,
  quantization: null,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: null,
  licence: null,
  capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' },
});

/** A question in the middle or at the end of a run must not hold it up. */
export const identifyTimeoutMs: Milliseconds = 5_000;

/** The model where it is still listed, else the only one that is listed instead. Null = among several others nobody can tell: aliases are in no list. */
export const stillListed = (model: Model, listed: readonly Model[]): Model | null =>
  listed.find(({ name }) => name === model.name) ?? (listed.length === 1 ? (listed[0] ?? null) : null);
