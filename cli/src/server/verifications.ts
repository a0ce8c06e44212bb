import type { Verification } from '@benchloop/engine';
import type { ApiProblem } from '@benchloop/spec';
import type { ServerContext } from './context.ts';
import { askEngineChild } from './jobs/ask-child.ts';

type Ended = { verification: Verification } | { problem: ApiProblem };

/** Checks of stored runs, each in a process of its own, one for a run at a time. */
export type Verifications = {
  /** Joins the check of this run that is under way, where there is one. */
  check: (runId: string) => Promise<Ended>;
  /** False where none is under way. */
  cancel: (runId: string) => boolean;
};

const noAnswer: ApiProblem = { message: 'The verification gave no answer.', nextStep: 'Start it again.' };

export const createVerifications = ({ bus, signal }: Pick<ServerContext, 'bus' | 'signal'>): Verifications => {
  const active = new Map<string, { ended: Promise<Ended>; stop: AbortController }>();
  const start = async (runId: string, stop: AbortSignal): Promise<Ended> => {
    const told = (done: number, total: number): void => bus.publish({ type: 'verify', runId, done, total });
    const answer = await askEngineChild({ do: 'verify', runId }, AbortSignal.any([stop, signal]), told);
    active.delete(runId);
    // The next check begins at nothing, also for a page that is open.
    told(0, 0);
    if (answer.say === 'verified') return { verification: answer.verification };
    return { problem: answer.say === 'failed' ? answer.problem : noAnswer };
  };
  return {
    check: (runId) => {
      const under = active.get(runId);
      if (under !== undefined) return under.ended;
      const stop = new AbortController();
      const ended = start(runId, stop.signal);
      active.set(runId, { ended, stop });
      return ended;
    },
    cancel: (runId) => {
      active.get(runId)?.stop.abort();
      return active.has(runId);
    },
  };
};
