import { z } from 'zod';
import { expectedCallSchema, matcherSchema } from '../tool-calls/expect.ts';
import { typedAnswerSchema } from '../typed-answer/expect.ts';

/** An answer line of these words: case, quotation marks and the signs between words do not count. */
export const wordsAnswerSchema = z.strictObject({ type: z.literal('words'), value: z.string().min(1) });

export const worldAnswerSchema = z.union([wordsAnswerSchema, typedAnswerSchema]);
export type WorldAnswer = z.infer<typeof worldAnswerSchema>;

/**
 * A call that must be made, in one of several ways. Arguments that are not named may be anything.
 * `effect`: it counts only when it changed the world; otherwise only when it went well. `mayFail`: it counts in any case.
 * `leaves`: it counts only where the end state holds this at the place that the keys of `at` lead to; for arguments, such as
 * SQL, that do not tell a right call from a wrong one.
 */
export const requirementSchema = z.strictObject({
  anyOf: z.array(expectedCallSchema).min(1),
  effect: z.boolean(),
  mayFail: z.boolean().optional(),
  leaves: z.strictObject({ at: z.array(z.string()).min(1), is: matcherSchema }).optional(),
});
export type Requirement = z.infer<typeof requirementSchema>;

/**
 * What an attempt must leave behind, say and have done.
 * `budget`: turns (replies of the model, the last one included) and calls that cost nothing; 0 calls = no call may be made.
 */
export const agentWorldExpectSchema = z
  .strictObject({
    state: matcherSchema,
    answer: worldAnswerSchema,
    required: z.array(requirementSchema).max(40),
    budget: z.strictObject({ turns: z.number().int().positive(), calls: z.number().int().nonnegative() }),
  })
  .refine(({ required, budget }) => budget.calls >= required.length, 'the budget has fewer calls than are required');
export type AgentWorldExpect = z.infer<typeof agentWorldExpectSchema>;
