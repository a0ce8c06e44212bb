import type { Reply, Scorer, Task } from '@benchloop/spec';
import type { FieldExtractionExpect } from '../../scorers/field-extraction/expect.ts';

type FieldScorer = Scorer<FieldExtractionExpect>;
type Case = Task['proof']['accepted'][number];

/** A reply as the scorer sees it, without the way through a harness. */
const verdictOf = (scorer: FieldScorer, task: Task, { text = '', reasoning = '' }: Reply) =>
  scorer.score({
    task: task as never,
    expect: task.expect as FieldExtractionExpect,
    transcript: { messages: [], finalText: text, reasoning, toolCalls: [], turns: 1, stop: 'answer', refused: false, problems: [] },
    evidence: null,
  });

const faultOf = (scorer: FieldScorer, task: Task, proof: Case, accepted: boolean): string | null => {
  const verdict = verdictOf(scorer, task, proof.replies[0] ?? {});
  const outcome = proof.outcome ?? 'scored';
  const where = `${task.id}, ${accepted ? 'accepted' : 'rejected'} "${proof.name}"`;
  if (verdict.outcome !== outcome) return `${where}: outcome ${verdict.outcome}`;
  if (verdict.outcome !== 'scored') return null;
  const { value, passed, reason } = verdict.score;
  const due = proof.score ?? (accepted ? 1 : 0);
  return Math.abs(value - due) > 1e-9 || passed !== accepted ? `${where}: expected ${due}, got ${value}: ${reason}` : null;
};

/**
 * The first proof case of a task that a scorer judges otherwise than promised, or null. For tests that judge very
 * many cases or changed scorers; `proveTask` does the same through a harness.
 */
export const firstFault = (scorer: FieldScorer, task: Task): string | null => {
  for (const proof of task.proof.accepted) {
    const fault = faultOf(scorer, task, proof, true);
    if (fault !== null) return fault;
  }
  for (const proof of task.proof.rejected) {
    const fault = faultOf(scorer, task, proof, false);
    if (fault !== null) return fault;
  }
  return null;
};
