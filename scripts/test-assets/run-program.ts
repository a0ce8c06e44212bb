import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const outputLimitBytes = 64 * 1024 * 1024;

export type ProgramOptions = { cwd?: string; env?: NodeJS.ProcessEnv };

/** Runs a program to its end; a failure names it and ends with what it said. */
export const runProgram = async (program: string, args: readonly string[], options: ProgramOptions = {}): Promise<void> => {
  await run(program, [...args], { ...options, maxBuffer: outputLimitBytes });
};
