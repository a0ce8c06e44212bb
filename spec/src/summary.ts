import { z } from 'zod';
import { outcomeSchema } from './outcome.ts';
import { warningSchema } from './warning.ts';
import { notRunSchema } from './run.ts';

/** An estimate with its 95 % interval, the number of trials behind it, and how the interval was made. */
export const estimateSchema = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.number().int().positive(),
  method: z.enum(['wilson', 'clopper-pearson', 'cluster-bootstrap']),
});
export type Estimate = z.infer<typeof estimateSchema>;

/** Quantiles of raw samples by nearest rank; p95 only from 20 samples on. */
export const quantilesSchema = z.object({
  n: z.number().int().positive(),
  p50: z.number(),
  /** 95 % interval of the median from the samples themselves; left out = fewer than 6 samples. */
  p50Interval: z.object({ low: z.number(), high: z.number() }).optional(),
  p95: z.number().nullable(),
  min: z.number(),
  max: z.number(),
});
export type Quantiles = z.infer<typeof quantilesSchema>;

export const suiteSummarySchema = z.object({
  id: z.string(),
  version: z.string(),
  judge: z.enum(['scorer', 'clock']),
  tasks: z.number().int().nonnegative(),
  trialsPlanned: z.number().int().nonnegative(),
  trialsDone: z.number().int().nonnegative(),
  outcomes: z.record(outcomeSchema, z.number().int().nonnegative()),
  /** Share passed of judged trials, 0 to 1; null = nothing judged. */
  passRate: estimateSchema.nullable(),
  /** Mean score of judged trials, 0 to 100. */
  score: estimateSchema.nullable(),
  /** Chance that at least one of k tries passes, and that all k do, for k up to the number of trials. */
  passAtK: z.array(z.object({ k: z.number().int().positive(), passAt: z.number(), passAll: z.number() })),
  byDifficulty: z.array(
    z.object({
      difficulty: z.string(),
      passed: z.number().int(),
      judged: z.number().int(),
      /** Share passed, 0 to 1, with its interval; left out by versions that made none. */
      passRate: estimateSchema.optional(),
    }),
  ),
  byFamily: z.array(z.object({ family: z.string(), passed: z.number().int(), judged: z.number().int(), score: z.number() })),
  durationMs: quantilesSchema.nullable(),
  complete: z.boolean(),
});
export type SuiteSummary = z.infer<typeof suiteSummarySchema>;

/** Timings of one group of calls (a speed cell, or all calls of a run). Null = could not be measured. */
export const speedSummarySchema = z.object({
  cell: z.string(),
  promptTokens: quantilesSchema.nullable(),
  completionTokens: quantilesSchema.nullable(),
  /** Time to first token, milliseconds. */
  ttftMs: quantilesSchema.nullable(),
  /** (n - 1) / (last - first) by the client's clock, tokens per second. */
  decodeTokensPerSecond: quantilesSchema.nullable(),
  /** The same by the server's own clock. */
  serverDecodeTokensPerSecond: quantilesSchema.nullable(),
  prefillTokensPerSecond: quantilesSchema.nullable(),
  prefillSource: z.enum(['server', 'client-ttft']).nullable(),
  interTokenP50Ms: quantilesSchema.nullable(),
  interTokenP95Ms: quantilesSchema.nullable(),
});
export type SpeedSummary = z.infer<typeof speedSummarySchema>;

/** The overall figure and what it is made of. Withheld (`value` null, with the reason) when coverage is incomplete. */
export const overallSchema = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  quality: z.number().nullable(),
  speed: z.number().nullable(),
  reliability: z.number().nullable(),
  /** `with-speed` and `without-speed` figures are never comparable with each other. */
  formula: z.enum(['with-speed', 'without-speed']),
  withheldBecause: z.string().nullable(),
});
export type Overall = z.infer<typeof overallSchema>;

/** Scores of the suite `longcontext` by the tier that the server's own prompt count tells, and how far the context holds. */
export const contextHeldSchema = z.object({
  tiers: z.array(
    z.object({
      /** Tokens; see `tierOf`. */
      tier: z.number().int().positive(),
      promptTokens: quantilesSchema,
      /** Mean score of judged trials, 0 to 100. */
      score: estimateSchema,
    }),
  ),
  /**
   * `tier`: the largest tier that is held, with every smaller measured one, by a score of at least 50. `low` and `high`: the
   * same by the lower and upper limits of the scores. Each null = not even the smallest one. All null = nothing is known.
   */
  held: z.object({ tier: z.number().int().nullable(), low: z.number().int().nullable(), high: z.number().int().nullable() }).nullable(),
  /** Judged trials of no tier: without a count, or counted far below the text, because the server cut or cached it. */
  uncounted: z.number().int().nonnegative(),
});
export type ContextHeld = z.infer<typeof contextHeldSchema>;

/** Numbers of a run with count, spread and what is missing. A pure function of plan, manifest and trials. */
export const summarySchema = z.object({
  suites: z.array(suiteSummarySchema),
  notRun: z.array(notRunSchema),
  speed: z.array(speedSummarySchema),
  /** Only where the suite `longcontext` was run. */
  contextHeld: contextHeldSchema.optional(),
  coldStart: z.object({ loadMs: z.number().nullable(), firstTtftMs: z.number().nullable() }),
  outcomes: z.record(outcomeSchema, z.number().int().nonnegative()),
  /** Share of planned trials that ended judged. */
  coverage: z.number().min(0).max(1),
  /** True when every planned trial was judged and the profile was not narrowed. */
  comparable: z.boolean(),
  notComparableBecause: z.array(z.string()),
  overall: overallSchema,
  retries: z.number().int().nonnegative(),
  totalTokens: z.object({ prompt: z.number().int(), completion: z.number().int() }),
  wallMs: z.number().nonnegative(),
  warnings: z.array(warningSchema),
});
export type Summary = z.infer<typeof summarySchema>;
