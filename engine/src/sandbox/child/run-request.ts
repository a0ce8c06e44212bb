import type { CodeRequest, CodeRun } from '@benchloop/spec';
import type { Instance } from './instance.ts';
import type { ChildRun, Step } from './messages.ts';
import { runtimeNames } from './modules.ts';
import type { Pool } from './pool.ts';

export type RunContext = { pool: Pool; signal: AbortSignal };

const ended = ({ end, error }: Step): CodeRun['load'] => ({ end, error });

/** Loads the program in a fresh instance and runs its calls in order; a call that ends the instance is followed by a fresh one. */
export const runRequest = async (request: CodeRequest, { pool, signal }: RunContext): Promise<ChildRun> => {
  const { language, program, limits } = request;
  const { cpuMs, memoryBytes, outputBytes, fileBytes } = limits;
  const options = { language, limits: { memoryBytes, outputBytes, fileBytes } };
  let instance: Instance | null = null;
  const closeInstance = async (): Promise<void> => {
    const old = instance;
    instance = null;
    if (old !== null) await pool.close(old);
  };
  const load = async (): Promise<Step> => {
    instance = await pool.take(options);
    signal.throwIfAborted();
    return instance.step({ kind: 'load', text: program }, cpuMs);
  };
  const abort = (): void => void closeInstance();
  signal.addEventListener('abort', abort, { once: true });
  try {
    let loaded = await load();
    const first = ended(loaded);
    const calls: CodeRun['calls'] = [];
    for (const { id, script } of request.calls) {
      signal.throwIfAborted();
      if (loaded.end !== 'returned') {
        calls.push({ id, end: 'not-run', error: null, value: null, output: '' });
        continue;
      }
      if (instance === null) {
        loaded = await load();
        if (loaded.end !== 'returned') {
          calls.push({ id, ...ended(loaded), value: null, output: loaded.output });
          continue;
        }
      }
      const step: Step = await (instance as unknown as Instance).step({ kind: 'call', text: script }, cpuMs);
      calls.push({ id, ...ended(step), value: step.value, output: step.output });
      if (step.dead) await closeInstance();
    }
    return { runtime: runtimeNames[language], load: first, calls };
  } finally {
    signal.removeEventListener('abort', abort);
    await closeInstance();
  }
};
