import type { MeasuringClient } from './client.ts';
import type { HttpFailure, HttpRequest } from './protocol.ts';

export type TextReply = { ok: true; status: number; headers: Record<string, string>; body: string } | { ok: false; failure: HttpFailure };

/** The whole reply of a request that nobody times. */
export const fetchText = async (client: MeasuringClient, request: HttpRequest, signal: AbortSignal): Promise<TextReply> => {
  let status = 0;
  let headers: Record<string, string> = {};
  let body = '';
  for await (const event of client.send(request, signal)) {
    if (event.type === 'headers') ({ status, headers } = event);
    else if (event.type === 'read') body += event.text;
    else if (event.type === 'failure') return { ok: false, failure: event.failure };
  }
  return { ok: true, status, headers, body };
};
