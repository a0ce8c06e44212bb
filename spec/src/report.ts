import { z } from 'zod';
import { runSchema } from './run.ts';
import { summarySchema } from './summary.ts';
import { trialSchema } from './trial.ts';

/** A run with its numbers: what every report format is made from, and what `report --format json` prints. */
export const reportSchema = z.object({ run: runSchema, summary: summarySchema, trials: z.array(trialSchema) });
export type Report = z.infer<typeof reportSchema>;
