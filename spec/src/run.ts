import { z } from 'zod';
import { machineSchema } from './machine.ts';
import { manifestSchema } from './manifest.ts';
import { modelSchema, serverFactsSchema } from './model.ts';
import { planSchema } from './plan.ts';
import { preflightFindingSchema } from './preflight.ts';
import { callTimingsSchema } from './usage.ts';
import { warningSchema } from './warning.ts';

export const runFormatVersion = 1;

/** A suite, or a part of one, that was planned and not run, with what to do about it. */
export const notRunSchema = z.object({ suiteId: z.string(), reason: z.string(), remedy: z.string() });
export type NotRun = z.infer<typeof notRunSchema>;

export const runStatusSchema = z.enum(['running', 'interrupted', 'complete', 'incomplete']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/**
 * `run.json` of a run folder. Append only while running; at the end it is frozen: `files` holds the SHA-256 of
 * `trials.jsonl` and of each trace, and `digest` that of this object without `digest`, in canonical JSON.
 */
export const runSchema = z.object({
  formatVersion: z.literal(runFormatVersion),
  id: z.string().regex(/^[0-9a-z-]+$/),
  benchloopVersion: z.string(),
  status: runStatusSchema,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  plan: planSchema,
  machine: machineSchema,
  /** Null until the endpoint was reached. */
  model: modelSchema.nullable(),
  server: serverFactsSchema.nullable(),
  manifest: manifestSchema,
  /** Times of the very first call, before any trial: on a cold server it holds the load. Null = not made yet. */
  firstCall: callTimingsSchema.nullable(),
  /** What the stack was proved to do before the first trial. Left out in runs made before there were such checks. */
  preflight: z.array(preflightFindingSchema).optional(),
  notRun: z.array(notRunSchema),
  warnings: z.array(warningSchema),
  files: z.record(z.string(), z.string()),
  digest: z.string().nullable(),
});
export type Run = z.infer<typeof runSchema>;
