import { z } from 'zod';
import { modelSchema, serverFactsSchema } from './model.ts';
import { preflightFindingSchema } from './preflight.ts';
import { outcomeSchema } from './outcome.ts';
import { trialSchema } from './trial.ts';
import { warningSchema } from './warning.ts';

/** Settings of a run as the app sends them: the long flags of `bench-loop run` as names, their values as texts. */
export const runSettingsSchema = z.partialRecord(
  z.enum([
    'model',
    'endpoint',
    'provider',
    'harness',
    'profile',
    'suites',
    'tasks',
    'tasks-per-suite',
    'trials',
    'seed',
    'concurrency',
    'think',
    'temperature',
    'sampling-seed',
    'max-tokens',
    'ctx',
    'timeout',
    'threads',
    'gpu-layers',
    'kv-type',
    'batch-size',
    'flash-attention',
    'draft-model',
    'server-command',
  ]),
  z.string().min(1).max(2000),
);
export type RunSettings = z.infer<typeof runSettingsSchema>;

/** What the app answers where it can't do what was asked: one message and the next step. */
export const apiProblemSchema = z.object({ message: z.string(), nextStep: z.string() });
export type ApiProblem = z.infer<typeof apiProblemSchema>;

/**
 * `waiting` in the queue · `running` · `paused` can be gone on with · `done` · `failed` with a problem · `cancelled`.
 */
export const jobStateSchema = z.enum(['waiting', 'running', 'paused', 'done', 'failed', 'cancelled']);
export type JobState = z.infer<typeof jobStateSchema>;

/** One entry of the durable queue of the app. */
export const jobSchema = z.object({
  id: z.string().regex(/^[0-9a-z-]+$/),
  createdAt: z.iso.datetime(),
  state: jobStateSchema,
  settings: runSettingsSchema,
  /** Jobs that were asked for together, such as a matrix or a sweep; null = by itself. */
  group: z.object({ id: z.string(), title: z.string(), label: z.string() }).nullable(),
  /** Equal for two jobs that would disturb each other. */
  queueKey: z.string(),
  /** Known once the run has begun. */
  runId: z.string().nullable(),
  problem: apiProblemSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

/** A job and how many stand before it in its queue: 0 = its turn. */
export const queuedJobSchema = jobSchema.extend({ ahead: z.number().int().nonnegative() });
export type QueuedJob = z.infer<typeof queuedJobSchema>;

/** What is known of a run while it runs; made from its events by the server, the same for every page. */
export const liveRunSchema = z.object({
  jobId: z.string(),
  runId: z.string().nullable(),
  stage: z.object({ message: z.string(), share: z.number().nullable() }).nullable(),
  planned: z.number().int().nonnegative(),
  done: z.number().int().nonnegative(),
  startedAt: z.iso.datetime().nullable(),
  /** Time left by the mean duration so far, milliseconds. */
  remainingMs: z.number().nonnegative().nullable(),
  suites: z.array(
    z.object({
      id: z.string(),
      judged: z.number().int(),
      passed: z.number().int(),
      ended: z.number().int(),
      /** Share passed with its 95 % Wilson interval, 0 to 1; null = nothing judged. */
      passRate: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
    }),
  ),
  running: z.array(z.object({ trialId: z.string(), turn: z.number().int(), textEvents: z.number().int(), tail: z.string() })),
  /** Decode rate of the last trials by the client's clock, tokens per second, oldest first. */
  tokensPerSecond: z.array(z.number()),
  /** The last trials that ended, newest last. */
  ended: z.array(
    z.object({ trialId: z.string(), outcome: outcomeSchema, passed: z.boolean(), durationMs: z.number(), reason: z.string() }),
  ),
  /** Infrastructure failures that were tried again, in the trials that ended and in those that run. */
  retries: z.number().int().nonnegative(),
  warnings: z.array(warningSchema),
});
export type LiveRun = z.infer<typeof liveRunSchema>;

/** What the app's event stream says. Each has an id; a page that comes back names the last one it saw. */
export const appEventSchema = z.discriminatedUnion('type', [
  /** What was missed is gone: ask for everything again. */
  z.object({ type: z.literal('reset') }),
  z.object({ type: z.literal('queue'), jobs: z.array(queuedJobSchema) }),
  z.object({ type: z.literal('live'), live: liveRunSchema }),
  z.object({ type: z.literal('trial'), jobId: z.string(), runId: z.string(), trial: trialSchema }),
  z.object({ type: z.literal('runs-changed') }),
  /** How far the check of a stored run has come. */
  z.object({ type: z.literal('verify'), runId: z.string(), done: z.number().int().nonnegative(), total: z.number().int().nonnegative() }),
  z.object({ type: z.literal('models-changed') }),
  z.object({
    type: z.literal('download'),
    download: z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(['running', 'paused', 'done', 'failed', 'cancelled']),
      receivedBytes: z.number().nonnegative(),
      totalBytes: z.number().nonnegative().nullable(),
      problem: apiProblemSchema.nullable(),
    }),
  }),
]);
export type AppEvent = z.infer<typeof appEventSchema>;
export type Download = Extract<AppEvent, { type: 'download' }>['download'];

/** What the person says of a run; kept beside it, never in it, so that its digest holds. */
export const runNotesSchema = z.object({
  name: z.string().max(200).nullable(),
  tags: z.array(z.string().min(1).max(40)).max(20),
  notes: z.string().max(20_000),
});
export type RunNotes = z.infer<typeof runNotesSchema>;

/** One row of the list of runs. */
export const runRowSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.string(),
  model: z.string().nullable(),
  provider: z.string(),
  harness: z.string(),
  profile: z.string(),
  trials: z.number().int(),
  judged: z.number().int(),
  passed: z.number().int(),
  digest: z.string().nullable(),
  notes: runNotesSchema,
});
export type RunRow = z.infer<typeof runRowSchema>;

/** Answer of a preflight asked for in the app. */
export const preflightAnswerSchema = z.object({
  model: modelSchema,
  server: serverFactsSchema,
  findings: z.array(preflightFindingSchema.extend({ title: z.string() })),
});
export type PreflightAnswer = z.infer<typeof preflightAnswerSchema>;
