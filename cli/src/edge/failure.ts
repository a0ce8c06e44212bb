import { exitCode, UserError, type ExitCode } from '@benchloop/spec';
import { noteLine } from './print.ts';

/** Prints one message for a failure and gives the exit code. A failure that nobody expected shows its stack: it is our bug. */
export const reportFailure = (failure: unknown): ExitCode => {
  if (failure instanceof UserError) {
    noteLine(`bench-loop: ${failure.message}\n  ${failure.nextStep}`);
    return failure.exitCode;
  }
  noteLine(
    `bench-loop: an unexpected failure, which is a bug of BenchLoop\n${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}`,
  );
  return exitCode.runFailed;
};
