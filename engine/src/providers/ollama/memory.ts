import type { ConnectOptions, Milliseconds, ModelError } from '@benchloop/spec';
import { now } from '../../kit/clock.ts';
import { askJson, type Asker } from '../../kit/wire/server-questions.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { keepAlive } from './chat-body.ts';
import { errorHints } from './errors.ts';
import { loadedOf, type LoadedModel } from './facts.ts';

/** A cold load from a slow disk takes minutes, and the server says nothing while it loads. */
const loadTimeoutMs = 900_000;
const progressMs = 1_000;
/** A model that is there answers a request to load it sooner. */
const leastLoadMs = 1_000;

/** The model as it is in the server's memory; null where it is not loaded or the server does not tell. */
export const askLoaded = async (asker: Asker, model: string): Promise<LoadedModel | null> => {
  const answer = await askJson(asker, { path: '/api/ps' });
  return answer.ok ? loadedOf(answer.value, model) : null;
};

export type Loaded = { ok: true; loadMs: Milliseconds | null; memory: LoadedModel | null } | { ok: false; error: ModelError };

export type LoadOptions = { model: string; contextTokens: number; options: ConnectOptions };

/** A request without messages unloads at once. */
export const unload = async (asker: Asker, model: string): Promise<ModelError | null> => {
  const answer = await askJson(asker, { path: '/api/chat', body: { model, messages: [], keep_alive: 0 } });
  return answer.ok ? null : errorHints(answer.error);
};

const load = async (asker: Asker, { model, contextTokens, options }: LoadOptions): Promise<ModelError | null> => {
  options.onProgress?.('loading', null);
  const ticking = setInterval(() => options.onProgress?.('loading', null), progressMs);
  try {
    const body = { model, messages: [], stream: false, keep_alive: keepAlive, options: { num_ctx: contextTokens } };
    const answer = await askJson(asker, { path: '/api/chat', body, idleTimeoutMs: Math.max(loadTimeoutMs, options.idleTimeoutMs) });
    if (answer.ok) return null;
    // Such a silence is no fault of the person's limit on a reply's silence.
    return errorHints(answer.error.kind === 'timeout' ? modelError('model-loading', answer.error.message) : answer.error);
  } finally {
    clearInterval(ticking);
  }
};

/**
 * Has the model in memory with this context before anything is timed. `loadMs` is null where it was there already.
 * The context in force is what the server says afterwards: it may give less than was asked.
 */
export const ensureLoaded = async (asker: Asker, loading: LoadOptions): Promise<Loaded> => {
  const before = await askLoaded(asker, loading.model);
  if (before !== null && loading.options.coldStart === true) {
    const error = await unload(asker, loading.model);
    if (error !== null) return { ok: false, error };
  } else if (before?.contextTokens === loading.contextTokens) {
    return { ok: true, loadMs: null, memory: before };
  }
  const startedAt = now();
  const error = await load(asker, loading);
  if (error !== null) return { ok: false, error };
  const tookMs = now() - startedAt;
  const memory = await askLoaded(asker, loading.model);
  const isSame = before !== null && loading.options.coldStart !== true && before.contextTokens === memory?.contextTokens;
  return { ok: true, loadMs: isSame && tookMs < leastLoadMs ? null : tookMs, memory };
};
