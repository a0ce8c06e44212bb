import { z } from 'zod';

/** What the local leaderboard knows of one run; kept in the index and made again from the run's folder. */
export const standingSchema = z.object({
  runId: z.string(),
  createdAt: z.string(),
  /** Equal for runs that were asked the same: tasks, seeds, keys, limits, trials, sampling and kind of decoding. */
  board: z.string(),
  /** What the board asks, in words. */
  boardTitle: z.string(),
  /** Equal for runs of the same stack: model, weights, server, settings, harness, machine. */
  stack: z.string(),
  model: z.string().nullable(),
  quantization: z.string().nullable(),
  provider: z.string(),
  server: z.string().nullable(),
  harness: z.string(),
  profile: z.string(),
  thinking: z.string(),
  contextInForce: z.number().nullable(),
  place: z.string(),
  machine: z.string(),
  status: z.string(),
  frozen: z.boolean(),
  /** Whether `run.json` and `trials.jsonl`, from which the numbers come, are what the run froze; left out = not checked. */
  integrity: z.enum(['holds', 'differs', 'not-frozen']).optional(),
  /** Weighted mean of the suites, 0 to 100; null = no suite with a weight was judged. */
  quality: z.number().nullable(),
  decodeTokensPerSecond: z.number().nullable(),
  ttftMs: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  /** Trials of the suites that have a score; what the clock times is not among them. */
  judged: z.number().int(),
  passed: z.number().int(),
  planned: z.number().int(),
  /** Mean score, 0 to 1, of each judged task by suite. */
  tasks: z.record(z.string(), z.record(z.string(), z.number())),
});
export type Standing = z.infer<typeof standingSchema>;

/** One line of a leaderboard. `low` to `high` is the rank that the data allow; null = it has no task that all others tried. */
export const leaderboardRowSchema = standingSchema.omit({ tasks: true }).extend({
  rank: z.object({ low: z.number().int(), high: z.number().int(), tiedWith: z.array(z.string()) }).nullable(),
  /** Quality on the tasks that all rows tried, 0 to 100; null with no rank. */
  rankedQuality: z.number().nullable(),
  /** 95 % limits of `rankedQuality`, over tasks: Wilson for each suite, joined by weight. Null with no rank. */
  rankedInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

/** Runs that were asked the same, best first. Runs of different boards are never ranked together. */
export const boardSchema = z.object({
  id: z.string(),
  title: z.string(),
  rankedTasks: z.number().int(),
  rows: z.array(leaderboardRowSchema),
});
export type Board = z.infer<typeof boardSchema>;
