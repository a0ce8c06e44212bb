import type { ConnectOptions, ModelError } from '@benchloop/spec';
import { createMeasuringClient } from '../../kit/http/client.ts';
import { createFrameReader } from '../../kit/wire/frames.ts';
import { numberOf, textOf } from '../../kit/wire/members.ts';
import { errorOfFailure } from '../../kit/wire/transport-error.ts';
import { errorOfPayload, errorOfReply, errorPayloadOf, modelError } from '../../kit/wire/wire-error.ts';
import { errorHints } from './errors.ts';
import { ollamaAsker } from './reach.ts';

/** `share` is that of all layers known so far, 0 to 1; null before the first. */
export type PullProgress = { stage: string; share: number | null; completedBytes: number; totalBytes: number };

export type PullOptions = Pick<ConnectOptions, 'endpoint' | 'apiKey' | 'allowInsecure' | 'connectTimeoutMs' | 'idleTimeoutMs'> & {
  model: string;
  /** Ollama asks a registry over plain HTTP only where the person allows it. */
  insecureRegistry?: boolean;
  onProgress?: (progress: PullProgress) => void;
};

export type PullResult = { ok: true } | { ok: false; error: ModelError };

const createProgress = () => {
  const layers = new Map<string, { total: number; completed: number }>();
  return (line: Record<string, unknown>): PullProgress => {
    const digest = textOf(line['digest']);
    const total = numberOf(line['total']);
    if (digest !== null && total !== null) layers.set(digest, { total, completed: numberOf(line['completed']) ?? 0 });
    const sum = (pick: 'total' | 'completed') => [...layers.values()].reduce((all, layer) => all + layer[pick], 0);
    const totalBytes = sum('total');
    const completedBytes = sum('completed');
    return {
      stage: textOf(line['status']) ?? '',
      share: totalBytes === 0 ? null : completedBytes / totalBytes,
      completedBytes,
      totalBytes,
    };
  };
};

const hintOf = (error: ModelError): string => {
  if (error.kind === 'not-found') return 'Check the spelling of the model’s name and tag.';
  // The server itself answers; what fails is its way to where models come from.
  if (error.kind === 'server')
    return 'Check that the machine of this Ollama reaches the registry, then pull again: what has arrived is kept.';
  return errorHints(error).hint;
};

/** Has an Ollama server fetch a model, as `ollama pull` does. */
export const pullOllamaModel = async (pull: PullOptions, signal: AbortSignal): Promise<PullResult> => {
  const client = createMeasuringClient();
  const { onProgress, insecureRegistry = false, ...connect } = pull;
  const found = ollamaAsker(client, { ...connect, contextTokens: null, threads: null, gpuLayers: null }, signal);
  if (!found.ok) return found;
  const { asker } = found;
  const frames = createFrameReader();
  const progressOf = createProgress();
  let status = 0;
  let answer = '';
  let done = false;
  let error: ModelError | null = null;
  const take = (found: ReturnType<typeof frames.push>) => {
    for (const frame of found) {
      if (frame.kind !== 'json') continue;
      const payload = errorPayloadOf(frame.value);
      if (payload === null) onProgress?.(progressOf(frame.value));
      else error ??= errorOfPayload(payload, status);
      done ||= frame.value['status'] === 'success';
    }
  };
  const body = JSON.stringify({ model: pull.model, stream: true, ...(insecureRegistry ? { insecure: true } : {}) });
  const request = { url: `${asker.base}/api/pull`, method: 'POST' as const, headers: asker.headers, limits: asker.limits };
  for await (const event of client.send({ ...request, body }, signal)) {
    if (event.type === 'headers') ({ status } = event);
    else if (event.type === 'read' && status < 300) take(frames.push(event.text));
    else if (event.type === 'read') answer += event.text;
    else if (event.type === 'failure') error ??= errorOfFailure(event.failure, asker.origin);
  }
  take(frames.end());
  await client.close();
  if (status >= 300) error ??= errorOfReply({ status, body: answer, retryAfterMs: null });
  if (!done) error ??= modelError('stream-truncated', 'Ollama ended the download before it was complete.');
  if (error === null) return { ok: true };
  return { ok: false, error: { ...error, hint: hintOf(error) } };
};
