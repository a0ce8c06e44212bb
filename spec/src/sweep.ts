import { z } from 'zod';
import { jobStateSchema, runSettingsSchema } from './api.ts';
import { pairVerdictSchema } from './comparison.ts';

/** A sweep as it is kept: one job of the queue for each setting. */
export const storedSweepSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  entries: z.array(
    z.object({
      jobId: z.string(),
      label: z.string(),
      settings: runSettingsSchema,
      runId: z.string().nullable(),
      command: z.string().optional(),
    }),
  ),
});
export type StoredSweep = z.infer<typeof storedSweepSchema>;

/** A sweep before it is started: the command of each setting, and the words that start its server, where one is started. */
export const sweepPreviewSchema = z.object({
  settings: z.array(z.object({ label: z.string(), command: z.string(), starts: z.string().nullable() })),
});
export type SweepPreview = z.infer<typeof sweepPreviewSchema>;

/** One setting of a sweep with what was measured; null = not measured yet. */
export const sweepRowSchema = z.object({
  jobId: z.string(),
  label: z.string(),
  runId: z.string().nullable(),
  /** Null = the job was taken out of the queue. */
  state: jobStateSchema.nullable(),
  problem: z.string().nullable(),
  /** Pass rate of the judged trials in percent with its 95 % Wilson interval. */
  passRate: z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number().int() }).nullable(),
  /** Decode rate by the client's clock, median of the trials, tokens per second. */
  decodeTokensPerSecond: z.number().nullable(),
  /** 95 % interval of that median; null = fewer than 6 samples. */
  decodeInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Decode rate over that of the fastest setting with its 95 % interval; null = itself, or not measured in both. */
  rateBesideFastest: z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  ttftMs: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  /** Quality beside the fastest setting, on the tasks that both tried; null = itself, or not compared. */
  qualityBesideFastest: pairVerdictSchema.nullable(),
  command: z.string(),
});
export type SweepRow = z.infer<typeof sweepRowSchema>;

export const sweepSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  rows: z.array(sweepRowSchema),
  /** The setting to take and why; null = not enough was measured. */
  best: z.object({ jobId: z.string(), reason: z.string() }).nullable(),
});
export type Sweep = z.infer<typeof sweepSchema>;
