import { MessageChannel } from 'node:worker_threads';
import type { CodeLanguage, CodeLimits } from '@benchloop/spec';
import { startWorker } from '../../kit/entry.ts';
import { createCpuWatch } from './cpu-time.ts';
import type { FromWorker, Step, ToWorker, WorkerStart } from './messages.ts';
import type { Modules } from './modules.ts';

/** Of V8's own heap in a worker; a guest's memory is outside of it. */
const heapMegabytes = 128;
const stackMegabytes = 8;

const ended = (end: Step['end'], type: string, message: string): Step => ({
  end,
  error: { type, message, line: null },
  value: null,
  output: '',
  dead: true,
});

const outOfTime = ended('time', 'TimeLimit', 'the step used more CPU time than it may');

const endOfFailure = (error: NodeJS.ErrnoException): Step =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? ended('memory', 'MemoryError', 'the memory of the sandbox is full')
    : ended('exited', 'WorkerFailure', error.message.slice(0, 200));

export type InstanceOptions = { language: CodeLanguage; limits: Omit<CodeLimits, 'cpuMs'> };

export type InstanceContext = {
  modules: Modules;
  /** How many times as much CPU time as the reference machine this one needs. */
  cpuScale: number;
};

/** One worker with one fresh interpreter in it. */
export type Instance = {
  /** Resolves when the interpreter waits for its first work. */
  up: Promise<void>;
  /** Runs one step. `cpuMs` is CPU time of the reference machine plus what the step sleeps. */
  step: (work: ToWorker, cpuMs: number) => Promise<Step>;
  /** To be called often: ends a step whose time is over. */
  check: () => void;
  close: () => Promise<void>;
};

export const startInstance = async ({ language, limits }: InstanceOptions, { modules, cpuScale }: InstanceContext): Promise<Instance> => {
  const { module, library } = await modules.get(language, limits.memoryBytes);
  const control = new Int32Array(new SharedArrayBuffer(8));
  const { port1, port2 } = new MessageChannel();
  const { memoryBytes, outputBytes, fileBytes } = limits;
  const start: WorkerStart = { language, module, library, limits: { memoryBytes, outputBytes, fileBytes }, control };
  const worker = startWorker(new URL('./sandbox-worker.ts', import.meta.url), {
    workerData: { start, work: port2 },
    transferList: [port2],
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, stackSizeMb: stackMegabytes },
  });
  let thread: string | null = null;
  let failure: Step | null = null;
  let settle: ((step: Step) => void) | null = null;
  let running: { usedMs: () => number; limitMs: number; since: number } | null = null;
  let isUp: () => void = () => undefined;
  const up = new Promise<void>((resolve) => (isUp = resolve));

  const isOver = (): boolean => running !== null && running.usedMs() / cpuScale + Atomics.load(control, 1) > running.limitMs;

  const finish = (step: Step): void => {
    running = null;
    if (step.dead) {
      failure ??= step;
      void worker.terminate();
    }
    settle?.(step);
    settle = null;
    isUp();
  };
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'up') thread = message.thread;
    else if (message.type === 'waiting') isUp();
    else finish(isOver() ? outOfTime : message.step);
  });
  worker.on('error', (error) => finish(endOfFailure(error)));
  worker.on('exit', () => finish(failure ?? ended('exited', 'WorkerFailure', 'the interpreter ended')));

  return {
    up,
    step: (work, cpuMs) =>
      new Promise((resolve) => {
        if (failure !== null) return resolve(failure);
        settle = resolve;
        Atomics.store(control, 1, 0);
        running = { usedMs: createCpuWatch(thread), limitMs: cpuMs, since: performance.now() };
        port1.postMessage(work);
        Atomics.add(control, 0, 1);
        Atomics.notify(control, 0);
      }),
    check: () => {
      if (running === null) return;
      const isStuck = performance.now() - running.since > 30_000 + 60 * cpuScale * running.limitMs;
      if (isOver() || isStuck) finish(outOfTime);
    },
    close: async () => {
      failure ??= ended('exited', 'Closed', 'the sandbox was closed');
      port1.close();
      await worker.terminate();
    },
  };
};
