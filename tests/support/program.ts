import { execFile } from 'node:child_process';

export type ProgramResult = { code: number; stdout: string; stderr: string };
export type ProgramOptions = { cwd: string; env?: NodeJS.ProcessEnv; timeoutMs?: number };

const outputLimitBytes = 256 * 1024 * 1024;

/** Runs a program to its end and never rejects for its exit code; a program that does not start has code -1. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 300_000 }: ProgramOptions,
): Promise<ProgramResult> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: outputLimitBytes },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr: code === -1 ? `${stderr}${error?.message ?? ''}` : stderr });
      },
    );
  });
