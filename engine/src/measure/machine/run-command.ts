import { execFile } from 'node:child_process';
import type { Milliseconds } from '@benchloop/spec';

const usualTimeoutMs: Milliseconds = 3_000;
const mostBytes = 4 * 1024 * 1024;

/** Standard output of a program, started without a shell; null when it is absent, fails, or takes too long. */
export const runCommand = async (file: string, args: readonly string[], timeoutMs: Milliseconds = usualTimeoutMs): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { timeout: timeoutMs, maxBuffer: mostBytes, windowsHide: true, env: { ...process.env, LC_ALL: 'C' } };
    execFile(file, args, options, (error, stdout) => resolve(error ? null : stdout));
  });
