import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type CliResult = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };
export type CliProcess = { child: ChildProcess; result: Promise<CliResult>; stderr: () => string };

/** Starts the built command line with a data home of the test's own. */
export const startCli = (args: readonly string[], home: string, environment: Record<string, string> = {}): CliProcess => {
  const child = spawn(process.execPath, ['dist/bench-loop.js', ...args], {
    cwd: root,
    env: { ...process.env, BENCHLOOP_HOME: home, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const result = new Promise<CliResult>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })));
  return { child, result, stderr: () => stderr };
};

export const runCli = (args: readonly string[], home: string, environment: Record<string, string> = {}): Promise<CliResult> =>
  startCli(args, home, environment).result;
