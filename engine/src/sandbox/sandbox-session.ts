import type { CodeRequest, SandboxLevel } from '@benchloop/spec';
import { fitsRequest, readChildMessage } from './child-answers.ts';
import type { ChildRun } from './child/messages.ts';
import { startSandboxProcess, type SandboxProcess, type Wall } from './launch/child-process.ts';
import { treeRssBytes } from './launch/tree-rss.ts';
import type { ChildProgram } from './runtime-files.ts';

/** A child that says nothing for so long hangs; a loaded machine needs the patience. */
const mostSilentMs = 120_000;
const startMs = 120_000;
const watchEveryMs = 500;
/** Of the child with all its guests, above what the guests may have. */
const ownRssBytes = 1024 ** 3;

/** The child ended, by itself or because it broke a rule, with work in hand. */
export class SandboxProcessEnded extends Error {}

export type SandboxSession = {
  level: SandboxLevel;
  escapes: Record<string, string>;
  run: (request: CodeRequest, signal: AbortSignal) => Promise<ChildRun>;
  /** False once the child has ended. */
  alive: () => boolean;
  close: () => Promise<void>;
};

type Waiting = { request: CodeRequest; resolve: (run: ChildRun) => void; reject: (error: Error) => void };

/** Starts a child and waits until it is ready; rejects with what it said where it does not get so far. */
export const openSandboxSession = async (program: ChildProgram, level: SandboxLevel, wall: Wall | null): Promise<SandboxSession> => {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let heardAt = performance.now();
  let over = false;
  let ready: (escapes: Record<string, string>) => void = () => undefined;
  const isReady = new Promise<Record<string, string>>((resolve) => (ready = resolve));

  const onMessage = (raw: unknown): void => {
    const message = readChildMessage(raw);
    heardAt = performance.now();
    if (message.type === 'ready') return ready(message.escapes);
    if (message.type === 'alive') return;
    const job = waiting.get(message.id);
    if (job === undefined) return;
    if (message.type === 'result' && !fitsRequest(message.run, job.request)) throw new Error('the result does not fit the request');
    waiting.delete(message.id);
    child.hold(waiting.size > 0);
    if (message.type === 'result') job.resolve(message.run);
    else job.reject(new Error(message.reason));
  };
  const child: SandboxProcess = startSandboxProcess({ program, wall, onMessage });

  const watch = setInterval(() => {
    const guests = [...waiting.values()].reduce((sum, { request }) => sum + 2 * (request.limits.memoryBytes + request.limits.fileBytes), 0);
    const rssBytes = child.pid === null ? null : treeRssBytes(child.pid);
    if (rssBytes !== null && rssBytes > ownRssBytes + guests) child.kill();
    if (performance.now() - heardAt > mostSilentMs) child.kill();
  }, watchEveryMs);
  watch.unref();

  const ended = child.ended.then((why) => {
    over = true;
    clearInterval(watch);
    for (const { reject } of waiting.values()) reject(new SandboxProcessEnded(why));
    waiting.clear();
    return why;
  });

  const patience = setTimeout(child.kill, startMs);
  const started = await Promise.race([isReady, ended]);
  clearTimeout(patience);
  if (typeof started === 'string') throw new SandboxProcessEnded(started);
  child.hold(false);

  return {
    level,
    escapes: started,
    alive: () => !over,
    run: (request, signal) =>
      new Promise((resolve, reject) => {
        if (over) return reject(new SandboxProcessEnded('it had ended'));
        const id = nextId++;
        const cancel = (): void => {
          waiting.delete(id);
          child.hold(waiting.size > 0);
          child.send({ op: 'cancel', id });
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', cancel, { once: true });
        const done = (): void => signal.removeEventListener('abort', cancel);
        waiting.set(id, {
          request,
          resolve: (run) => {
            done();
            resolve(run);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        });
        child.hold(true);
        child.send({ op: 'run', id, request });
      }),
    close: async () => {
      child.hold(true);
      child.kill();
      await ended;
    },
  };
};
