import { z } from 'zod';
import { samplingSchema, thinkingSchema } from './generation.ts';

/**
 * What makes two runs comparable. `digest` is SHA-256 over all the rest in canonical JSON: changing a prompt, key,
 * checker, generator, limit or sampling option changes it.
 */
export const manifestSchema = z.object({
  digest: z.string(),
  benchloopVersion: z.string(),
  suites: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      digest: z.string(),
      seed: z.number().int().nonnegative(),
      tasks: z.array(z.string()),
      tasksInSuite: z.number().int().positive(),
      /** Tasks of the suite within the context limit of the profile; left out = all. */
      tasksInProfile: z.number().int().nonnegative().optional(),
      scorer: z.object({ id: z.string(), version: z.string(), sourceDigest: z.string() }),
    }),
  ),
  harness: z.object({
    id: z.string(),
    version: z.string(),
    sourceDigest: z.string(),
    /** How it puts tools to the model, in one line. */
    title: z.string().optional(),
    /** `constrained`: steps are held to a schema while they are decoded, which is another stack than decoding freely. */
    decoding: z.enum(['free', 'constrained']).optional(),
  }),
  sampling: samplingSchema,
  thinking: thinkingSchema,
  maxTokens: z.number().int().nullable(),
  trials: z.number().int().positive(),
  profile: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;
