import type { Evidence, Outcome, Score, Suite, Task, Transcript } from '@benchloop/spec';

export type Judgement = { outcome: Outcome; score: Score | null; reason: string };

/** Turns a finished attempt into an outcome. The same function judges live trials, proofs and stored receipts. */
export const judge = (
  suite: Pick<Suite, 'scorer' | 'judge'>,
  task: Task,
  transcript: Transcript,
  evidence: Evidence | null = null,
): Judgement => {
  // A clock suite asks for a reply of a known length, so its token limit is no cut.
  if (suite.judge === 'scorer' && transcript.stop === 'truncated') {
    const where =
      transcript.finalText.trim() === '' && transcript.reasoning !== ''
        ? 'no answer: the budget was spent thinking'
        : 'the reply was cut off';
    return { outcome: 'truncated', score: null, reason: `${where} at the token limit in turn ${transcript.turns}` };
  }
  if (transcript.refused || transcript.stop === 'filtered')
    return { outcome: 'refused', score: null, reason: 'the server marked the reply as refused or filtered' };
  const expect = suite.scorer.expectSchema.safeParse(task.expect);
  if (!expect.success)
    return {
      outcome: 'invalid-task',
      score: null,
      reason: `the task's expectation does not fit scorer ${suite.scorer.id}: ${expect.error.message}`,
    };
  const verdict = suite.scorer.score({ task, expect: expect.data as never, transcript, evidence });
  if (verdict.outcome === 'scored') return { outcome: 'scored', score: verdict.score, reason: verdict.score.reason };
  return { outcome: verdict.outcome, score: null, reason: verdict.reason };
};
