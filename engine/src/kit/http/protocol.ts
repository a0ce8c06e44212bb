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

/** An event as the sockets' thread knows it: the bytes of a read are not text yet. */
export type WireEvent = Exclude<HttpEvent, { type: 'read' }> | { type: 'read'; at: Instant; chunk: Uint8Array };
