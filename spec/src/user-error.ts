import { exitCode, type ExitCode } from './exit-code.ts';

/** A failure that the person can mend: what happened, the next step, and the exit code. Printed as one message. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly nextStep: string;
  readonly exitCode: ExitCode;

  constructor(message: string, nextStep: string, code: ExitCode = exitCode.usage) {
    super(message);
    this.nextStep = nextStep;
    this.exitCode = code;
  }
}
