import type { RunListener } from '@benchloop/spec';
import { runTrial, type FinishedTrial, type TrialContext, type WorkItem } from './run-trial.ts';

export type RunTrialsOptions = {
  work: readonly WorkItem[];
  concurrency: number;
  context: Omit<TrialContext, 'signal'>;
  /** Ends the run after the trials in flight. */
  stopSoon: AbortSignal;
  /** Ends the calls in flight as well; their trials are not stored. */
  stopNow: AbortSignal;
  /** Stores a trial durably; it is announced only when this resolves. */
  store: (finished: FinishedTrial) => Promise<void>;
  listener: RunListener;
};

/** Runs the work items in order, `concurrency` at a time. Resolves with true when none is left. */
export const runTrials = async (options: RunTrialsOptions): Promise<boolean> => {
  const { work, context, stopSoon, stopNow, store, listener } = options;
  let next = 0;
  let finished = 0;
  const runNext = async (): Promise<void> => {
    while (next < work.length && !stopSoon.aborted && !stopNow.aborted) {
      const item = work[next] as WorkItem;
      next += 1;
      listener({
        type: 'trial-start',
        trialId: item.trialId,
        suiteId: item.suite.id,
        taskId: item.task.id,
        index: item.index,
        timed: item.suite.judge === 'clock',
      });
      const result = await runTrial(item, { ...context, signal: stopNow });
      if (result.trial.outcome === 'cancelled') return;
      await store(result);
      finished += 1;
      listener({ type: 'trial-end', trial: result.trial });
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, work.length) }, runNext));
  return finished === work.length;
};
