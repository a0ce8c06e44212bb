import type { ModelError, ModelErrorKind } from '@benchloop/spec';

/** An error of the embedded engine: no status and nothing to wait for. */
export const failure = (kind: ModelErrorKind, message: string, hint: string): ModelError => ({
  kind,
  message,
  hint,
  status: null,
  retryAfterMs: null,
});

/** Carries a `ModelError` up to the one place that reports it. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly error: ModelError;

  constructor(error: ModelError) {
    super(error.message);
    this.error = error;
  }
}

/** Ends the current step with one message and its next step. */
export const fail = (kind: ModelErrorKind, message: string, hint: string): never => {
  throw new EngineFailure(failure(kind, message, hint));
};

/** Any thrown value as an error; `hint` is for those that nobody foresaw. */
export const failureOf = (thrown: unknown, hint: string): ModelError => {
  if (thrown instanceof EngineFailure) return thrown.error;
  return failure('server', thrown instanceof Error ? thrown.message : String(thrown), hint);
};

const sizeText = (bytes: number): string =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;

export const notEnoughMemory = (neededBytes: number, availableBytes: number): ModelError =>
  failure(
    'unsupported',
    `Loading this model needs about ${sizeText(neededBytes)} of memory and ${sizeText(Math.max(0, availableBytes))} is free, so the machine would swap or stop the engine.`,
    'Take a smaller quantization, a smaller context with --ctx, or close other programs.',
  );

export const contextOverflow = (promptTokens: number, contextTokens: number): ModelError =>
  failure(
    'context-overflow',
    `The prompt has ${promptTokens} tokens and the context holds ${contextTokens}, so nothing could be generated.`,
    `Run with --ctx of more than ${promptTokens}, if the model was trained for it.`,
  );

export const noToolSupport = (): ModelError =>
  failure(
    'unsupported',
    "The model's chat template does not render tools, so the model would never see them.",
    'Use a harness that writes tools into the prompt, such as --harness hermes, or a model with a tool template.',
  );

export const engineCrashed = (detail: string): ModelError =>
  failure(
    'engine-crashed',
    `The engine process ended in the middle of its work (${detail}); this call's reply is lost.`,
    'Run again: a new engine process starts. If it ends again, take fewer threads with --threads, a smaller context with --ctx, or --gpu-layers 0.',
  );

export const callAborted = (): ModelError =>
  failure('aborted', 'The call was stopped before the reply was complete.', 'Resume the run to try this task again.');
