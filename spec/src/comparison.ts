import { z } from 'zod';
import { outcomeSchema } from './outcome.ts';

/** B beside A. `same` = shown to be within the margin; `cannot-tell` = neither a difference nor equality is shown. */
export const pairVerdictSchema = z.enum(['better', 'worse', 'same', 'cannot-tell']);
export type PairVerdict = z.infer<typeof pairVerdictSchema>;

/** One line of a paired comparison: B minus A on the tasks that both tried, in points of 100. */
export const differenceSchema = z.object({
  /** `quality`, a suite, a tag or a difficulty. */
  id: z.string(),
  /** Tasks that both tried. */
  tasks: z.number().int().positive(),
  scoreA: z.number(),
  scoreB: z.number(),
  difference: z.number(),
  /** 95 % interval; null = too few tasks, or all differ alike. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  method: z.enum(['tango', 'cluster-bootstrap']),
  /** Two-sided p of no difference; `pHolm` is adjusted over the lines of its table. */
  p: z.number(),
  pHolm: z.number(),
  test: z.enum(['mcnemar-mid-p', 'paired-permutation', 'none']),
  /** p of a difference of the margin or more; null = cannot be tested. */
  equivalenceP: z.number().nullable(),
  verdict: pairVerdictSchema,
  /** Tasks passed by B alone and by A alone. */
  gained: z.number().int().nonnegative(),
  lost: z.number().int().nonnegative(),
  /** Pass rate of B less that of A with its 95 % interval (Tango); null where a task was tried more than once. */
  passRate: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Exact and mid-p McNemar p of the passes, and Cohen's g; null where a task was tried more than once. */
  mcnemar: z.object({ exact: z.number(), midP: z.number(), g: z.number().nullable() }).nullable(),
  /** About how many more trials in each run would separate them; null = not to be said. */
  moreTrials: z.number().int().nonnegative().nullable(),
  /** Smallest true difference that so many tasks find with 80 % power; null = not to be said. */
  detectable: z.number().nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** A task whose verdict changed. */
export const flipSchema = z.object({
  suiteId: z.string(),
  taskId: z.string(),
  /** Outcome, and reason, of the run that did not pass. */
  outcome: outcomeSchema,
  reason: z.string(),
  /** True where the failing run used up its tokens or its context. */
  cut: z.boolean(),
});
export type Flip = z.infer<typeof flipSchema>;

/** A measured figure of both runs. `ratio` = B over A with its 95 % interval over the tasks that both tried; null = not measured in one. */
export const figureSchema = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.string(),
  better: z.enum(['higher', 'lower']),
  a: z.number().nullable(),
  b: z.number().nullable(),
  ratio: z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable(), n: z.number().int() }).nullable(),
  /** Why a figure is missing or not to be compared; null = nothing to say. */
  note: z.string().nullable(),
});
export type Figure = z.infer<typeof figureSchema>;

/** One run of a comparison. */
export const comparedRunSchema = z.object({
  id: z.string(),
  /** Short name that tells the runs of this comparison apart. */
  name: z.string(),
  model: z.string().nullable(),
  quantization: z.string().nullable(),
  harness: z.string(),
  thinking: z.string(),
  contextInForce: z.number().nullable(),
  place: z.string(),
  profile: z.string(),
  status: z.string(),
  /** Whether the stored files are what the run froze. */
  integrity: z.enum(['holds', 'differs', 'not-frozen']),
  /** Mean score of the suites weighted by their weights, 0 to 100; null = no suite with a weight. */
  quality: z.number().nullable(),
  decodeTokensPerSecond: z.number().nullable(),
  ttftMs: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  solved: z.number().int(),
  /** Trials that ended, those of the clock too; left out by versions that did not count them. */
  trials: z.number().int().optional(),
  /** Trials that did not pass, by cause. */
  causes: z.array(z.object({ cause: z.string(), count: z.number().int() })),
  /** Trials that ran out of context, or were not tried for want of it. */
  contextFailures: z.number().int(),
});
export type ComparedRun = z.infer<typeof comparedRunSchema>;

/** Run B beside run A. */
export const pairSchema = z.object({
  a: z.string(),
  b: z.string(),
  /** The verdict in one or two sentences. */
  sentence: z.string(),
  /** Why nothing can be compared; null = something can. */
  refused: z.string().nullable(),
  /** What was left out, with the reason. */
  narrowed: z.array(z.string()),
  /** What is unlike besides what is being compared, so that a difference may come from there. */
  unlike: z.array(z.string()),
  quality: differenceSchema.nullable(),
  suites: z.array(differenceSchema),
  difficulties: z.array(differenceSchema),
  tags: z.array(differenceSchema),
  gained: z.array(flipSchema),
  lost: z.array(flipSchema),
  figures: z.array(figureSchema),
  /** What differs between the two stacks. */
  stack: z.array(z.object({ what: z.string(), a: z.string(), b: z.string() })),
});
export type Pair = z.infer<typeof pairSchema>;

/** Rank of a run among all that are compared, by quality on the tasks that all tried; `low` to `high` is what the data allow. */
export const rankSchema = z.object({
  runId: z.string(),
  value: z.number(),
  low: z.number().int().positive(),
  high: z.number().int().positive(),
  tiedWith: z.array(z.string()),
});
export type Rank = z.infer<typeof rankSchema>;

/** Runs that differ in one thing alone, in the order of that thing. */
export const ladderSchema = z.object({
  /** `model`, `quantization`, `harness`, `thinking` or `context`. */
  dimension: z.string(),
  /** What is the same in all of them, in words. */
  constant: z.string(),
  steps: z.array(z.object({ value: z.string(), runId: z.string() })).min(2),
});
export type Ladder = z.infer<typeof ladderSchema>;

/** Two or more runs beside each other. */
export const comparisonSchema = z.object({
  formatVersion: z.literal(1),
  confidence: z.number(),
  /** Differences smaller than this do not matter, points of 100. */
  margin: z.number(),
  runs: z.array(comparedRunSchema).min(2),
  /** What makes the numbers of some run doubtful. */
  doubts: z.array(z.string()),
  /** Every later run beside every earlier one. */
  pairs: z.array(pairSchema),
  /** Null = the runs share too few tasks. */
  ranks: z.array(rankSchema).nullable(),
  rankedTasks: z.number().int().nonnegative(),
  ladders: z.array(ladderSchema),
  /** Runs that no other beats in quality, decode rate and memory at once. */
  front: z.array(z.string()),
});
export type Comparison = z.infer<typeof comparisonSchema>;
