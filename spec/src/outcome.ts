import { z } from 'zod';

/**
 * How a trial ended. Only `scored` carries a score.
 * `truncated`, `unparseable` and `refused` count as not passed and are shown apart;
 * the others leave the denominator and make the run incomplete.
 */
export const outcomeSchema = z.enum([
  'scored',
  'truncated',
  'unparseable',
  'refused',
  'timeout',
  'model-error',
  'unsupported',
  'cancelled',
  'invalid-task',
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Outcomes that say something about the model's ability: they form the denominator of every score. */
export const judgedOutcomes = ['scored', 'truncated', 'unparseable', 'refused'] as const satisfies readonly Outcome[];

export const isJudged = (outcome: Outcome): boolean => (judgedOutcomes as readonly Outcome[]).includes(outcome);
