import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const runsFromSource = import.meta.url.endsWith('.ts');

/** The bundle puts every entry beside the chunk that starts it, under the same base name. */
const bundled = (source: URL): URL => new URL(`./${basename(source.pathname, '.ts')}.js`, import.meta.url);

/** Starts a worker thread from its TypeScript file, or from its bundle in the published package. */
export const startWorker = (source: URL, options: WorkerOptions = {}): Worker => {
  if (!runsFromSource) return new Worker(bundled(source), options);
  const boot = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); })`;
  return new Worker(boot, { ...options, eval: true });
};

/** Starts a child process from its TypeScript file, or from its bundle in the published package. */
export const startChild = (source: URL, options: ForkOptions = {}): ChildProcess =>
  runsFromSource
    ? fork(fileURLToPath(source), [], { ...options, execArgv: ['--import', import.meta.resolve('tsx')] })
    : fork(fileURLToPath(bundled(source)), [], { ...options, execArgv: [] });
