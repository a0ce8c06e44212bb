import { codeLanguageSchema, guestValueSchema } from '@benchloop/spec';
import { z } from 'zod';

/** One call of the program: `script` runs in the sandbox, `returns` never enters it, `input` is the call as a person reads it. */
export const codeCaseSchema = z.strictObject({ input: z.string().min(1), script: z.string().min(1), returns: guestValueSchema });
export type CodeCase = z.infer<typeof codeCaseSchema>;

/**
 * A hidden test: it holds when each of its calls returns what is expected. Several calls make one test, so that neither a
 * constant nor code that does nothing passes it.
 */
export const codeTestSchema = z.strictObject({ name: z.string().min(1), calls: z.array(codeCaseSchema).min(1) });
export type CodeTest = z.infer<typeof codeTestSchema>;

/** What a task promises to this scorer. */
export const codeTestsExpectSchema = z.strictObject({
  language: codeLanguageSchema,
  /** The function or class that the program has to define. */
  entry: z.string().regex(/^[A-Za-z_]\w*$/),
  /** Numbers may differ by this much, and whole numbers may stand for fractions; left out = exact, by exact type. */
  tolerance: z.number().positive().optional(),
  /** CPU time for loading, and again for each call, in milliseconds of the reference machine. */
  cpuMs: z.number().int().positive(),
  tests: z.array(codeTestSchema).min(1),
});
export type CodeTestsExpect = z.infer<typeof codeTestsExpectSchema>;
