import type { ModelError, ModelErrorKind } from '@benchloop/spec';
import { modelError } from '../../kit/wire/wire-error.ts';

const named = (message: string): string | null => /model ["'“]?([^"'”\s]+)["'”]? not found/iu.exec(message)?.[1] ?? null;

const look = 'Check that the address is that of Ollama itself, such as http://127.0.0.1:11434.';

const hints: Partial<Record<ModelErrorKind, (error: ModelError) => string>> = {
  connect: () => 'Start Ollama (ollama serve), or give the address where it listens with --endpoint.',
  'not-found': ({ message, hint }) =>
    named(message) === null ? hint : `Run ollama pull ${named(message)}, or name a model that is there with --model.`,
  busy: () => 'Wait until Ollama is free, lower --concurrency, or raise OLLAMA_MAX_QUEUE.',
  unsupported: ({ message }) =>
    /thinking/iu.test(message)
      ? 'Leave thinking at its default, or take a model that can think.'
      : 'Take a model whose template has tools (ollama show lists them), or leave these tasks out.',
  'stream-truncated': () => 'Ollama ends a reply so when the model repeats one token over and over; else look into its log.',
  'context-overflow': () => 'Give more context with --context, or take fewer or shorter tasks.',
  server: () => 'Look into Ollama’s own log for the cause (it may be out of memory), then run again.',
  protocol: () => look,
  'wrong-server': () => look,
};

/** An error with the next step that people of Ollama know. */
export const errorHints = (error: ModelError): ModelError => ({ ...error, hint: hints[error.kind]?.(error) ?? error.hint });

/** Characters per token that no ordinary text passes, so that a short count means a cut prompt. */
const mostCharactersPerToken = 6;
/** Share of the least possible count below which the count is that of a cut prompt. */
const leastShare = 0.85;

/**
 * Versions that don't know `truncate: false` cut the head of a prompt that does not fit and say nothing. Then the server
 * counts fewer prompt tokens than the text can have. Null where the count is possible.
 */
export const cutPromptError = (prompt: { characters: number; counted: number | null; contextTokens: number | null }): ModelError | null => {
  const { characters, counted, contextTokens } = prompt;
  const least = Math.ceil(characters / mostCharactersPerToken);
  if (counted === null || contextTokens === null || least <= contextTokens || counted >= least * leastShare) return null;
  const message = `The prompt has at least ${least} tokens, the context is ${contextTokens}, and Ollama counted ${counted}: it cut the prompt in silence.`;
  return errorHints(modelError('context-overflow', message));
};
