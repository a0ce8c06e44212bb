import { UserError, type Trial, type TrialStudy } from '@benchloop/spec';
import type { ChildMessage } from '../jobs/messages.ts';
import { startEngineChild, type EngineChild } from '../jobs/start-child.ts';

/** What is worked out anew from stored trials, in a process of its own: what a model wrote can't hold up the app. */
export type Studies = { study: (runId: string, trial: Trial) => Promise<TrialStudy> };

/** Nobody looks at trials any more: the process gives its memory back. */
const idleMs = 120_000;
/** Making the tasks of a run takes seconds on a slow machine; what takes longer than this never ends. */
const longestMs = 120_000;

type Waiting = { resolve: (study: TrialStudy) => void; reject: (problem: UserError) => void; timer: NodeJS.Timeout };

const tooLong = () =>
  new UserError('Working this trial out took too long and was stopped.', 'Its conversation and its verdict are shown without it.');
const ended = () => new UserError('The process that works trials out has ended.', 'Open the trial again.');

export const createStudies = (signal: AbortSignal): Studies => {
  const waiting = new Map<number, Waiting>();
  let child: EngineChild | null = null;
  let count = 0;
  let idle: NodeJS.Timeout | null = null;

  const settle = (id: number, how: (one: Waiting) => void): void => {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    clearTimeout(one.timer);
    how(one);
    if (waiting.size > 0) return;
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => child?.tell('stop-now'), idleMs).unref();
  };
  const take = (message: ChildMessage): void => {
    if (message.say === 'study') settle(message.id, ({ resolve }) => resolve(message.study));
    else if (message.say === 'no-study')
      settle(message.id, ({ reject }) => reject(new UserError(message.problem.message, message.problem.nextStep)));
  };
  const start = (): EngineChild => {
    const started = startEngineChild({ do: 'study' }, take);
    const stop = () => started.kill();
    signal.addEventListener('abort', stop, { once: true });
    void started.ended.then(() => {
      signal.removeEventListener('abort', stop);
      if (child !== started) return;
      child = null;
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(ended()));
    });
    return started;
  };

  return {
    study: (runId, trial) =>
      new Promise((resolve, reject) => {
        if (idle !== null) clearTimeout(idle);
        count += 1;
        const id = count;
        const timer = setTimeout(() => {
          settle(id, (one) => one.reject(tooLong()));
          child?.kill();
        }, longestMs).unref();
        waiting.set(id, { resolve, reject, timer });
        child ??= start();
        child.study({ id, runId, trial });
      }),
  };
};
