import { z } from 'zod';
import { machineSchema } from './machine.ts';
import { runSchema } from './run.ts';
import { trialSchema } from './trial.ts';

/** The public part of a finished run. The hub accepts only this, and scores it again from `traces`. */
export const submissionSchema = z.object({
  formatVersion: z.literal(1),
  run: runSchema.extend({ machine: machineSchema.omit({ loadAverage: true }) }),
  trials: z.array(trialSchema),
  /** Trace file path to its JSON lines. */
  traces: z.record(z.string(), z.string()),
  digest: z.string(),
});
export type Submission = z.infer<typeof submissionSchema>;
