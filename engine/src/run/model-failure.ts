import type { ModelError } from '@benchloop/spec';

/** Unwinds a harness when a model call failed for good. Only the runner throws and catches it. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly error: ModelError;

  constructor(error: ModelError) {
    super(error.message);
    this.error = error;
  }
}
