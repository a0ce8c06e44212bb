import { z } from 'zod';
import { thinkingSchema } from './generation.ts';

export const originSchema = z.enum(['flag', 'config', 'environment', 'default', 'profile', 'found']);
export type Origin = z.infer<typeof originSchema>;

/** Types of the numbers in the cache of keys and values, as llama.cpp names them. */
export const kvTypeSchema = z.enum(['f32', 'f16', 'bf16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl']);
export type KvType = z.infer<typeof kvTypeSchema>;

const resolved = <Schema extends z.ZodType>(value: Schema) => z.object({ value, origin: originSchema });

export type Resolved<Value> = { value: Value; origin: Origin };

/** Everything resolved before the first request, each value with where it came from. */
export const planSchema = z.object({
  provider: resolved(z.string()),
  /** Base URL without credentials; null for the embedded engine and the mock. */
  endpoint: resolved(z.string().nullable()),
  model: resolved(z.string().nullable()),
  harness: resolved(z.string()),
  profile: resolved(z.string()),
  suites: resolved(z.array(z.string())),
  /** Task ids or id prefixes to keep; null = all that the profile takes. */
  tasks: resolved(z.array(z.string()).nullable()),
  /** Most tasks per suite; null = all. Chosen evenly over families and difficulties. */
  tasksPerSuite: resolved(z.number().int().positive().nullable()),
  /** Tasks that need more context are left out, in tokens; null or absent = no limit. */
  maxContextTokens: resolved(z.number().int().positive().nullable()).optional(),
  trials: resolved(z.number().int().positive()),
  /** Stops early: `±3` = score known to 3 points of 100; `separated-from RUN` = told apart from that run. Absent = runs all. */
  until: resolved(z.string()).optional(),
  /** Seed of the task generators; `published` = each suite's own published seed. */
  seed: resolved(z.union([z.literal('published'), z.number().int().nonnegative()])),
  concurrency: resolved(z.number().int().positive()),
  thinking: resolved(thinkingSchema),
  temperature: resolved(z.number().min(0)),
  samplingSeed: resolved(z.number().int().nullable()),
  /** Upper limit per call in tokens; null = each task's own limit. */
  maxTokens: resolved(z.number().int().positive().nullable()),
  contextTokens: resolved(z.number().int().positive().nullable()),
  /** Longest silence of a reply; null = from the measured speed of the server. */
  timeoutMs: resolved(z.number().positive().nullable()),
  threads: resolved(z.union([z.literal('auto'), z.number().int().positive(), z.null()])),
  gpuLayers: resolved(z.union([z.literal('auto'), z.number().int().nonnegative(), z.null()])),
  /** Type of the cache of keys and values; null or absent = the engine's own. So for the three below. */
  kvType: resolved(kvTypeSchema.nullable()).optional(),
  /** Tokens of a prompt that are evaluated at once. */
  batchSize: resolved(z.number().int().positive().nullable()).optional(),
  flashAttention: resolved(z.enum(['on', 'off']).nullable()).optional(),
  /** A smaller model of the same vocabulary whose guesses the model checks; null or absent = none. */
  draftModel: resolved(z.string().nullable()).optional(),
  /** Command of a server that the run starts and stops, without paths and keys; null or absent = none is started. */
  serverCommand: resolved(z.string().nullable()).optional(),
  /** Kind of server as the person stated it; null or absent = by what it answers. */
  serverKind: resolved(z.string().nullable()).optional(),
  /** Stated by the person, for endpoints whose hardware can't be seen. */
  hardware: resolved(z.string().nullable()),
  gpu: resolved(z.string().nullable()),
  gpuMemoryBytes: resolved(z.number().nonnegative().nullable()),
  place: resolved(z.enum(['embedded', 'local', 'remote'])),
});
export type Plan = z.infer<typeof planSchema>;
