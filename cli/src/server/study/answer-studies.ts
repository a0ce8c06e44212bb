import { openStudies, type TrialStudies } from '@benchloop/engine';
import { UserError } from '@benchloop/spec';
import type { ChildMessage, StudyAsk } from '../jobs/messages.ts';

/** Studies trials one after the other, in the process that was started for it. The run that was asked for last stays open. */
export const createStudyAnswers = (home: string, say: (message: ChildMessage) => void): ((ask: StudyAsk) => void) => {
  let open: { runId: string; studies: Promise<TrialStudies> } | null = null;
  let before: Promise<void> = Promise.resolve();
  const studiesOf = (runId: string): Promise<TrialStudies> => {
    if (open?.runId !== runId) open = { runId, studies: openStudies(home, runId) };
    return open.studies;
  };
  const answer = async ({ id, runId, trial }: StudyAsk): Promise<void> => {
    try {
      say({ say: 'study', id, study: await (await studiesOf(runId)).study(trial) });
    } catch (failure) {
      open = null;
      const message = failure instanceof Error ? failure.message : String(failure);
      const nextStep = failure instanceof UserError ? failure.nextStep : 'The conversation and the stored verdict are not touched by it.';
      say({ say: 'no-study', id, problem: { message, nextStep } });
    }
  };
  return (ask) => {
    before = before.then(() => answer(ask));
  };
};
