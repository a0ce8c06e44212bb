import type { Trial } from './trial.ts';

/** Why a trial did not pass, in the words that comparisons, reports and pages share. */
export type Cause =
  | 'answered wrongly'
  | 'cut off at the token limit'
  | 'did not fit the context'
  | 'no answer that can be read'
  | 'refused or filtered'
  | 'no reply in time'
  | 'the server failed'
  | 'not supported by this stack'
  | 'stopped by the person'
  | 'the task does not hold';

const causes = {
  scored: 'answered wrongly',
  truncated: 'cut off at the token limit',
  unparseable: 'no answer that can be read',
  refused: 'refused or filtered',
  timeout: 'no reply in time',
  'model-error': 'the server failed',
  unsupported: 'not supported by this stack',
  cancelled: 'stopped by the person',
  'invalid-task': 'the task does not hold',
} as const satisfies Record<Trial['outcome'], Cause>;

/** Why a trial did not pass; null = it passed. */
export const causeOf = ({ outcome, score, error }: Pick<Trial, 'outcome' | 'score' | 'error'>): Cause | null => {
  if (score?.passed === true) return null;
  // A server that refuses a prompt says so by an error; a reply that was cut has none.
  return outcome === 'truncated' && error !== null ? 'did not fit the context' : causes[outcome];
};
