import { outcomeSchema, type Outcome, type Trial } from '@benchloop/spec';

/** How often each outcome occurred; all outcomes are there, those that did not occur as 0. */
export const countOutcomes = (trials: readonly Trial[]): Record<Outcome, number> => {
  const counts = Object.fromEntries(outcomeSchema.options.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const { outcome } of trials) counts[outcome] += 1;
  return counts;
};
