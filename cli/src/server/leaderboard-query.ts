import { z } from 'zod';

const text = z.string().min(1).max(200).optional();

/** What a leaderboard is asked for: only runs that fit, and all of them or the latest of each stack. */
export const leaderboardQuerySchema = z.object({
  filter: z.object({ suite: text, profile: text, provider: text, harness: text, machine: text, thinking: text, model: text }),
  everyRun: z.boolean(),
});
export type LeaderboardQuery = z.infer<typeof leaderboardQuerySchema>;
