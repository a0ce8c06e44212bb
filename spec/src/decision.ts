import { z } from 'zod';

/** What somebody wants a model for: how much each suite counts, and what a stack must hold. Read from `--use FILE` too. */
export const useSchema = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  /** Weight of each suite, above 0; scaled to sum to 1. */
  weights: z.record(z.string(), z.number().positive()).refine((weights) => Object.keys(weights).length > 0, 'name at least one suite'),
  maxMemoryBytes: z.number().positive().nullable().default(null),
  minTokensPerSecond: z.number().positive().nullable().default(null),
  maxTtftMs: z.number().positive().nullable().default(null),
  /** Context that must be in force, tokens. */
  minContextTokens: z.number().int().positive().nullable().default(null),
});
export type Use = z.infer<typeof useSchema>;

/** A run as a candidate for a use. */
export const candidateSchema = z.object({
  runId: z.string(),
  name: z.string(),
  /** Weighted mean by the use's weights on the tasks that all candidates tried, 0 to 100; null = disqualified before it was weighed. */
  value: z.number().nullable(),
  rank: z.object({ low: z.number().int(), high: z.number().int() }).nullable(),
  decodeTokensPerSecond: z.number().nullable(),
  ttftMs: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  contextInForce: z.number().nullable(),
  /** Why it can't be chosen; empty = it can. */
  disqualified: z.array(z.string()),
  /** Trials that a larger context would have saved. */
  contextFailures: z.number().int(),
  /** Trials passed in the suites of the use; left out by versions that did not count them. */
  passed: z.number().int().optional(),
  /** Share of 2,000 other weightings (uniform over all) in which it is the best. */
  winsShare: z.number().nullable(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** The answer of `decide`. */
export const decisionSchema = z.object({
  formatVersion: z.literal(1),
  use: useSchema,
  /** Null = none can be chosen. */
  choice: z.string().nullable(),
  /** Candidates that can't be told apart from the choice. */
  tied: z.array(z.string()),
  candidates: z.array(candidateSchema),
  rankedTasks: z.number().int(),
  /** Suites with a weight that no comparison could use, with the reason. */
  missing: z.array(z.object({ suiteId: z.string(), reason: z.string() })),
  /** The next measurement worth making, and how long it takes here; null = nothing would change the choice. */
  next: z.object({ what: z.string(), command: z.string(), expectedMs: z.number().nullable() }).nullable(),
  /** The answer in sentences. */
  sentences: z.array(z.string()),
});
export type Decision = z.infer<typeof decisionSchema>;
