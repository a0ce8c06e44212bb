/** Exit codes of the command line. */
export const exitCode = { ok: 0, runFailed: 1, usage: 2, thresholdMissed: 3, undecided: 4, interrupted: 130 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
