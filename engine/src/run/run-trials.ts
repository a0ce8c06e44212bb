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
  /** Asked after each stored trial; true ends the run after the trials in flight, as if nothing were left. */
  isEnough?: () => boolean;
  listener: RunListener;
};

/** Runs the work items in order, `concurrency` at a time. Resolves with true when none is left, or what was done is enough. */
export const runTrials = async (options: RunTrialsOptions): Promise<boolean> => {
  const { work, context, stopSoon, stopNow, store, isEnough, listener } = options;
  let next = 0;
  let finished = 0;
  let enough = false;
  const runNext = async (): Promise<void> => {
    while (next < work.length && !enough && !stopSoon.aborted && !stopNow.aborted) {
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
      enough ||= isEnough?.() === true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, work.length) }, runNext));
  return enough || finished === work.length;
};
