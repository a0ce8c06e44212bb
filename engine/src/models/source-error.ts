/** Why one source did not give the model, in a short clause. The next source is tried; all reasons are told at the end. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Whether the same request is worth another try: `once-begun` only where the host has already sent something. */
  readonly retry: 'never' | 'once-begun' | 'always';

  /** What the person can do, where it is another thing than usual. */
  readonly nextStep: string | null;

  constructor(reason: string, options: { retry?: SourceError['retry']; cause?: unknown; nextStep?: string } = {}) {
    super(reason, { cause: options.cause });
    this.retry = options.retry ?? 'never';
    this.nextStep = options.nextStep ?? null;
  }
}
