import { z } from 'zod';

/** `undecided`: the data neither show that the condition holds nor that it is missed. */
export const gateStateSchema = z.enum(['passed', 'failed', 'undecided']);
export type GateState = z.infer<typeof gateStateSchema>;

/** One condition of a gate, and what the data say of it. */
export const gateCheckSchema = z.object({
  id: z.string(),
  /** The condition in words. */
  condition: z.string(),
  state: gateStateSchema,
  /** What was found, with interval and count, in one sentence. */
  found: z.string(),
});
export type GateCheck = z.infer<typeof gateCheckSchema>;

/** A run held to its conditions. */
export const gateSchema = z.object({
  formatVersion: z.literal(1),
  runId: z.string(),
  baselineId: z.string().nullable(),
  confidence: z.number(),
  state: gateStateSchema,
  checks: z.array(gateCheckSchema).min(1),
  /** Tasks that the baseline passed and the run did not, with the reason. */
  lost: z.array(z.object({ suiteId: z.string(), taskId: z.string(), reason: z.string() })),
  /** What makes the answer doubtful. */
  doubts: z.array(z.string()),
});
export type Gate = z.infer<typeof gateSchema>;
