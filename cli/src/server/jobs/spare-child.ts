import { fork, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = new URL('./engine-child.ts', import.meta.url);
const runsFromSource = import.meta.url.endsWith('.ts');

/** A process of the engine that waits for its order. */
export const forkChild = (): ChildProcess =>
  runsFromSource
    ? fork(fileURLToPath(source), [], { execArgv: ['--import', import.meta.resolve('tsx')], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    : fork(fileURLToPath(new URL(`./${basename(source.pathname, '.ts')}.js`, import.meta.url)), [], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });

/** Nobody asks any more: the process gives its memory back. */
const idleMs = 60_000;

type Spare = { child: ChildProcess; home: string | undefined; idle: NodeJS.Timeout };

let spare: Spare | null = null;

const homeNow = (): string | undefined => process.env['BENCHLOOP_HOME'];

const drop = (): void => {
  if (spare === null) return;
  clearTimeout(spare.idle);
  spare.child.kill('SIGKILL');
  spare = null;
};

/** Holds nothing open: the app may end while a spare waits. */
const setHeld = (child: ChildProcess, held: boolean): void => {
  const how = held ? 'ref' : 'unref';
  child[how]();
  child.channel?.[how]();
  // The pipe is a socket, which its type does not tell.
  (child.stderr as { ref?: () => void; unref?: () => void } | null)?.[how]?.();
};

/** Starts the process that the next question finds ready, so that a page waits for the answer alone. */
export const keepSpare = (signal: AbortSignal): void => {
  if (spare !== null || signal.aborted) return;
  const child = forkChild();
  setHeld(child, false);
  signal.addEventListener('abort', drop, { once: true });
  child.once('exit', () => {
    signal.removeEventListener('abort', drop);
    if (spare?.child !== child) return;
    clearTimeout(spare.idle);
    spare = null;
  });
  spare = { child, home: homeNow(), idle: setTimeout(drop, idleMs).unref() };
};

/** The spare, or a new process where none is ready for this data home. */
export const takeChild = (): ChildProcess => {
  const ready = spare;
  if (ready === null || ready.home !== homeNow() || !ready.child.connected) return forkChild();
  clearTimeout(ready.idle);
  spare = null;
  setHeld(ready.child, true);
  return ready.child;
};
