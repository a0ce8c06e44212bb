import type { Instant, Milliseconds } from '@benchloop/spec';

/** One HTTP request to a model server. */
export type HttpRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | null;
  limits: HttpLimits;
};

export type HttpLimits = {
  connectTimeoutMs: Milliseconds;
  /** Longest silence before the first and between later bytes of the reply. */
  idleTimeoutMs: Milliseconds;
  /** Bytes of an error reply's body after which reading stops. */
  maxErrorBytes: number;
  /** Bytes of any reply's body after which reading stops. */
  maxBytes: number;
};

/** Why a transport failed. `code` is that of the system or of TLS, where there is one. */
export type HttpFailure = {
  reason: 'connect' | 'connect-timeout' | 'tls' | 'proxy' | 'idle-timeout' | 'reset' | 'redirect' | 'aborted' | 'protocol' | 'invalid-url';
  phase: 'connect' | 'first-byte' | 'mid-stream';
  code: string | null;
  message: string;
};

/**
 * What a request gives, in this order: `sent`, `headers`, any number of `read`, then `end` or `failure`.
 * Every event carries its own stamp of the machine's monotonic clock, taken where it happened.
 */
export type HttpEvent =
  | { type: 'sent'; at: Instant; connectMs: Milliseconds | null }
  | { type: 'headers'; at: Instant; status: number; headers: Record<string, string> }
  | { type: 'read'; at: Instant; text: string; bytes: number }
  | { type: 'end'; at: Instant; capped: boolean }
  | { type: 'failure'; at: Instant; failure: HttpFailure };

export type ToWorker = { type: 'request'; id: number; request: HttpRequest } | { type: 'abort'; id: number };
type Read = Extract<HttpEvent, { type: 'read' }>;

/**
 * Events of some milliseconds, in order, without structure: the request's id, then either the event, or the three
 * members of a read. Copying objects between threads costs several times as much, for each of them and on both sides.
 */
export type FromWorker = (number | string | Exclude<HttpEvent, Read>)[];

export const addEvent = (message: FromWorker, id: number, event: HttpEvent): void => {
  if (event.type === 'read') message.push(id, event.at, event.bytes, event.text);
  else message.push(id, event);
};

/** The events of a message, each told with its request's id. */
export const forEachEvent = (message: FromWorker, tell: (id: number, event: HttpEvent) => void): void => {
  for (let index = 0; index < message.length;) {
    const id = message[index] as number;
    const next = message[index + 1] as number | Exclude<HttpEvent, Read>;
    if (typeof next === 'object') tell(id, next);
    else tell(id, { type: 'read', at: next, bytes: message[index + 2] as number, text: message[index + 3] as string });
    index += typeof next === 'object' ? 2 : 4;
  }
};
