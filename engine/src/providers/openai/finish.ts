import type { Finish } from '@benchloop/spec';

const kinds: readonly [Finish, readonly string[]][] = [
  ['stop', ['stop', 'eos', 'eos_token', 'end', 'end_turn', 'stop_sequence', 'eosfound', 'stopstringfound', 'word']],
  ['length', ['length', 'max_tokens', 'limit', 'maxpredictedtokensreached', 'model_context_window_exceeded', 'contextlengthreached']],
  ['tool-calls', ['tool_calls', 'function_call', 'tool_use', 'toolcalls']],
  ['filtered', ['content_filter', 'safety']],
  ['error', ['error']],
  ['aborted', ['abort', 'cancelled', 'userstopped']],
];

const byRaw = new Map(kinds.flatMap(([finish, names]) => names.map((name) => [name, finish])));

/** Raw reasons that say that the context, not the token limit, was full. */
export const contextFull = new Set(['model_context_window_exceeded', 'contextlengthreached']);

/** The raw reason, or null where the member holds no reason yet. */
export const rawFinish = (value: unknown): string | null => (typeof value === 'string' && value !== '' && value !== 'null' ? value : null);

export const finishOf = (raw: string | null): Finish => (raw === null ? 'unknown' : (byRaw.get(raw.toLowerCase()) ?? 'unknown'));
