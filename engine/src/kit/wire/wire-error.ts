import type { ModelError, ModelErrorKind } from '@benchloop/spec';
import { asRecord, numberOf, textOf, type JsonRecord } from './members.ts';

const maxMessageLength = 600;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line;
};

const detailText = (detail: unknown): string | null => {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return null;
  const lines = detail.map(asRecord).map((item) => {
    const place = Array.isArray(item?.['loc']) ? `${item['loc'].join('.')}: ` : '';
    return `${place}${textOf(item?.['msg']) ?? 'rejected'}`;
  });
  return lines.length === 0 ? null : lines.join('; ');
};

const messageText = (value: unknown): string | null => {
  const record = asRecord(value);
  return record === null ? textOf(value) : (detailText(record['detail']) ?? textOf(record['message']) ?? JSON.stringify(record));
};

/** What the server wrote as its error: message and code, in any of the shapes of local and cloud servers. */
export type ErrorPayload = { message: string; status: number | null; details: JsonRecord };

/** The error that a JSON object reports, or null where it is none. */
export const errorPayloadOf = (value: JsonRecord): ErrorPayload | null => {
  const error = value['error'];
  const nested = asRecord(error);
  const code = (record: JsonRecord): number | null =>
    numberOf(record['code']) ?? numberOf(record['status_code']) ?? numberOf(record['http_status_code']);
  if (nested !== null) {
    const upstream = textOf(asRecord(nested['metadata'])?.['raw']);
    const message = messageText(nested['message']) ?? textOf(nested['type']) ?? JSON.stringify(nested);
    return { message: upstream === null ? message : `${message} (${upstream})`, status: code(nested), details: nested };
  }
  if (textOf(error) !== null) return { message: textOf(error) ?? '', status: code(value), details: value };
  if (Array.isArray(value['choices'])) return null;
  const detail = detailText(value['detail']);
  if (detail !== null) return { message: detail, status: null, details: value };
  const isError = value['object'] === 'error' || value['type'] === 'error' || (numberOf(value['code']) ?? 0) >= 400;
  return isError ? { message: messageText(value['message']) ?? JSON.stringify(value), status: code(value), details: value } : null;
};

const overflow =
  /prompt is too long|exceeds? the (?:available )?context (?:window|size|length)|maximum context length|greater than the context length|reduce the length of the (?:messages|prompt)|maximum prompt length|input token count.*exceeds|input length exceeds|context window exceeds|exceeded model token limit|too large for model with|context_length_exceeded|exceed_context_size|token limit exceeded|keep the first \d+ tokens|max_new_tokens.? must be <=|longer than the model.s context/iu;
const unsupported =
  /does(?: not|n.t) support [`'"]?(?:tools|thinking|reasoning|chat|generate|insert|vision|images)|--jinja|enable-auto-tool-choice|tool-call-parser|tools? (?:are|is) not supported|system role not supported/iu;
const loading = /loading model|model is (?:still )?loading/iu;
const busy = /overloaded|server busy|maximum pending requests|no slots? available|queue is full/iu;
const wrongPath = /unexpected endpoint|no route|route not found|cannot (?:get|post) |invalid url|unknown (?:endpoint|path|url)/iu;
const noModel =
  /model\b.*\b(?:not found|does not exist|not exist|unknown|not loaded)|(?:unknown|no such|not a valid) model|no models? loaded|not_found_error/iu;

const byStatus = (status: number): ModelErrorKind => {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not-found';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'context-overflow';
  if (status === 429) return 'rate-limit';
  if (status === 501) return 'unsupported';
  if (status === 503) return 'busy';
  if (status >= 300 && status < 400) return 'wrong-server';
  return status >= 500 || status === 424 ? 'server' : 'bad-request';
};

const kindOf = (status: number | null, text: string): ModelErrorKind => {
  if (status === 401 || status === 403) return 'auth';
  if (loading.test(text)) return 'model-loading';
  if (busy.test(text)) return 'busy';
  if (status !== 429 && overflow.test(text)) return 'context-overflow';
  if (unsupported.test(text)) return 'unsupported';
  if (wrongPath.test(text) || ((status === null || status === 404 || status === 400) && noModel.test(text))) return 'not-found';
  if (status === 404 && !/not found|^$/iu.test(text)) return 'bad-request';
  return status === null || status < 300 ? 'server' : byStatus(status);
};

const hints: Record<ModelErrorKind, string> = {
  connect: 'Start the server, or give the address where it listens with --endpoint.',
  timeout: 'Give the server longer with --timeout, or take a smaller model.',
  auth: 'Give the key of this server with --api-key or in the environment.',
  'not-found': 'Check the model name with `models list`, and that the address ends in /v1.',
  'model-loading': 'Wait until the server has loaded the model, then run again.',
  busy: 'Wait until the server is free, or lower --concurrency.',
  'rate-limit': 'Wait, or lower --concurrency.',
  'context-overflow': 'Start the server with a larger context, or take fewer or shorter tasks.',
  unsupported: 'Start the server with the option that its message names, or leave these tasks out.',
  'bad-request': 'The server rejects this request: its message says which part.',
  server: 'Look into the server’s own log for the cause, then run again.',
  'stream-truncated': 'Look into the server’s own log: it ended the reply without an end mark.',
  protocol: 'Check that the address is that of an OpenAI-compatible server; it usually ends in /v1.',
  aborted: 'Run again to continue.',
  'wrong-server': 'Give the address of the model server itself; it usually ends in /v1.',
  'engine-crashed': 'Run again; if it stays, take a smaller context or model.',
  insecure: 'Use https, or allow it with --insecure.',
};

const contextNumbers = (details: JsonRecord, message: string): string => {
  const prompt = numberOf(details['n_prompt_tokens']);
  const context = numberOf(details['n_ctx']);
  const told = prompt === null || context === null || (message.includes(String(prompt)) && message.includes(String(context)));
  return told ? '' : ` (prompt ${prompt} tokens, context ${context} tokens)`;
};

/** The server's own words, told apart from ours. */
const quoted = (message: string): string => `The server says: ${shorten(message)}${/[.!?…]$/u.test(message.trim()) ? '' : '.'}`;

const hintOf = (kind: ModelErrorKind, text: string): string =>
  kind === 'not-found' && wrongPath.test(text) ? 'The server has no such path: give its address with /v1 at the end.' : hints[kind];

const minuteMs = 60_000;

/** How long a server asks to wait, in words: ` It asks to wait 5 min.`; nothing where it does not say. */
const askedWait = (retryAfterMs: number | null | undefined): string => {
  if (retryAfterMs === null || retryAfterMs === undefined || retryAfterMs === 0) return '';
  const words = retryAfterMs < 2 * minuteMs ? `${Math.ceil(retryAfterMs / 1000)} s` : `${Math.ceil(retryAfterMs / minuteMs)} min`;
  return ` It asks to wait ${words}.`;
};

/** Builds an error with the next step that its kind asks for. */
export const modelError = (kind: ModelErrorKind, message: string, more: Partial<ModelError> = {}): ModelError => ({
  kind,
  message: shorten(message) + askedWait(more.retryAfterMs),
  hint: hints[kind],
  status: null,
  retryAfterMs: null,
  ...more,
});

/** The error of a JSON object inside a stream, or of a whole reply. */
export const errorOfPayload = (payload: ErrorPayload, httpStatus: number | null, retryAfterMs: number | null = null): ModelError => {
  const status = httpStatus !== null && httpStatus >= 300 ? httpStatus : payload.status;
  const text = `${payload.message} ${textOf(payload.details['type']) ?? ''} ${textOf(payload.details['code']) ?? ''}`;
  const kind = kindOf(status, text);
  return modelError(kind, quoted(payload.message + contextNumbers(payload.details, payload.message)), {
    hint: hintOf(kind, text),
    status: httpStatus ?? status,
    retryAfterMs,
  });
};

const isHtml = (body: string): boolean => /^\s*</u.test(body);

const parseRecord = (text: string): JsonRecord | null => {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return null;
  }
};

/** The first JSON object of a body that may be JSON, NDJSON or SSE. */
const recordOfBody = (body: string): JsonRecord | null =>
  parseRecord(body) ??
  body
    .split(/\r\n?|\n/u)
    .map((line) => parseRecord(line.replace(/^(?:data|error):/u, '')))
    .find((record) => record !== null) ??
  null;

/** The error of a reply whose status is none of success. */
export const errorOfReply = (reply: { status: number; body: string; retryAfterMs: number | null }): ModelError => {
  const { status, body, retryAfterMs } = reply;
  const record = recordOfBody(body);
  const payload = record === null ? null : errorPayloadOf(record);
  if (payload !== null) return errorOfPayload(payload, status, retryAfterMs);
  if (isHtml(body)) {
    const kind = status === 404 ? 'wrong-server' : byStatus(status) === 'bad-request' ? 'wrong-server' : byStatus(status);
    return modelError(kind, `The server answered ${status} with a web page.`, { status, retryAfterMs });
  }
  const text = body.trim();
  const kind = kindOf(status, text);
  return modelError(kind, text === '' ? `The server answered ${status} without a message.` : quoted(text), {
    hint: hintOf(kind, text),
    status,
    retryAfterMs,
  });
};

/** `Retry-After` in seconds or as a date, and its millisecond form; null where there is none. */
export const retryAfterOf = (headers: Record<string, string>, nowEpochMs: number): number | null => {
  const exact = numberOf(headers['retry-after-ms']);
  if (exact !== null) return Math.max(0, exact);
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = numberOf(value);
  if (seconds !== null) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - nowEpochMs);
};
