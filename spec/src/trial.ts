import { z } from 'zod';
import { finishSchema } from './generation.ts';
import { modelErrorSchema } from './model-error.ts';
import { outcomeSchema } from './outcome.ts';
import { scoreSchema } from './score.ts';
import { difficultySchema } from './task.ts';
import { evidenceSchema } from './transcript.ts';
import { callTimingsSchema, serverTimingsSchema, usageSchema } from './usage.ts';

/** One model call of a trial: its counts and times. The texts are in the trace. */
export const callSchema = z.object({
  turn: z.number().int().nonnegative(),
  timings: callTimingsSchema.nullable(),
  usage: usageSchema.nullable(),
  serverTimings: serverTimingsSchema.nullable(),
  finish: finishSchema.nullable(),
});
export type Call = z.infer<typeof callSchema>;

/** One attempt at one task: the smallest stored fact. */
export const trialSchema = z.object({
  id: z.string(),
  suiteId: z.string(),
  taskId: z.string(),
  family: z.string(),
  difficulty: difficultySchema,
  tags: z.array(z.string()),
  /** 0-based repeat of the same task. */
  index: z.number().int().nonnegative(),
  harnessId: z.string(),
  outcome: outcomeSchema,
  /** Present only when the outcome is `scored`. */
  score: scoreSchema.nullable(),
  /** Why it ended so, in one sentence. */
  reason: z.string(),
  /** What running the reply showed, or how it left its world; left out where the transcript tells all. */
  evidence: evidenceSchema.optional(),
  error: modelErrorSchema.nullable(),
  calls: z.array(callSchema),
  startedAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  /** Infrastructure failures that were tried again before this result. */
  retries: z.number().int().nonnegative(),
  /** Path of the trace below the run folder, with forward slashes; null = no request was made. */
  traceFile: z.string().nullable(),
  warnings: z.array(z.string()),
});
export type Trial = z.infer<typeof trialSchema>;
