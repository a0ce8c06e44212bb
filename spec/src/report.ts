import { z } from 'zod';
import { runSchema } from './run.ts';
import { summarySchema } from './summary.ts';
import { trialSchema } from './trial.ts';

/** What the calls of a run cost at a list of prices, where a model runs as a paid service. */
export const costSchema = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** The day on which the prices were seen. */
  dated: z.iso.date(),
  list: z.enum(['built-in', 'file']),
  /** Sum over the calls whose price is known, in units of the currency; null = it is known for none. */
  amount: z.number().nonnegative().nullable(),
  calls: z.number().int().nonnegative(),
  pricedCalls: z.number().int().nonnegative(),
  /** Why the price of some calls is not known; null = it is known for all. */
  unknownBecause: z.string().nullable(),
  /** By trial id; null = not all of its calls have a known price. */
  trials: z.record(z.string(), z.number().nonnegative().nullable()),
});
export type RunCost = z.infer<typeof costSchema>;

/** Whether the files of a run are what it froze at its end; `changed` names those that are not. `not-frozen` = it has not ended. */
export const integritySchema = z.object({ state: z.enum(['holds', 'differs', 'not-frozen']), changed: z.array(z.string()) });
export type Integrity = z.infer<typeof integritySchema>;

/** A run with its numbers: what every report format is made from, and what `report --format json` prints. */
export const reportSchema = z.object({
  /** As checked when the report was made; left out = not checked. */
  integrity: integritySchema.optional(),
  run: runSchema,
  summary: summarySchema,
  trials: z.array(trialSchema),
  /** Left out where the model runs on hardware of the person's own. */
  cost: costSchema.optional(),
});
export type Report = z.infer<typeof reportSchema>;
