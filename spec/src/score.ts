import { z } from 'zod';

/** A part of a score, with the evidence for it in one sentence. */
export const scoreComponentSchema = z.object({
  id: z.string(),
  value: z.number().min(0).max(1),
  reason: z.string().min(1),
});
export type ScoreComponent = z.infer<typeof scoreComponentSchema>;

/** What a scorer says of a scored trial: 0 to 1, passed or not, and always a reason in one sentence. */
export const scoreSchema = z.object({
  value: z.number().min(0).max(1),
  passed: z.boolean(),
  reason: z.string().min(1),
  components: z.array(scoreComponentSchema).optional(),
});
export type Score = z.infer<typeof scoreSchema>;
