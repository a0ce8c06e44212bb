import { z } from 'zod';
import { messageSchema, toolDefinitionSchema } from './message.ts';
import { outcomeSchema } from './outcome.ts';

export const difficultySchema = z.enum(['easy', 'medium', 'hard', 'extreme']);
export type Difficulty = z.infer<typeof difficultySchema>;

/** One scripted model reply: what a proof, an oracle or a mock model says in one turn. */
export const replySchema = z.object({
  text: z.string().optional(),
  reasoning: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
  finish: z.enum(['stop', 'length']).optional(),
});
export type Reply = z.infer<typeof replySchema>;

/** A conversation's replies, turn by turn, with the exact verdict that they must get. */
export const proofCaseSchema = z.object({
  name: z.string().min(1),
  replies: z.array(replySchema).min(1),
  outcome: outcomeSchema.default('scored'),
  /** Exact score, within 1e-9. Left out: 1 and passed among the accepted, 0 and not passed among the rejected. */
  score: z.number().min(0).max(1).optional(),
});
export type ProofCase = z.input<typeof proofCaseSchema>;

/** What shows that a task is judged rightly. A task without a complete proof does not load. */
export const proofSchema = z.object({
  accepted: z.array(proofCaseSchema).min(2),
  rejected: z.array(proofCaseSchema).min(4),
});
export type Proof = z.input<typeof proofSchema>;

/**
 * One row of a task's table of tool results: answers a call of `tool` whose arguments contain every entry of
 * `when` (deep equality; absent = any arguments). The first matching row answers; no row = an error result.
 */
export const toolResultRowSchema = z.object({
  tool: z.string(),
  when: z.record(z.string(), z.unknown()).optional(),
  result: z.string(),
  isError: z.boolean().optional(),
});
export type ToolResultRow = z.infer<typeof toolResultRowSchema>;

/** Limits of one attempt. `maxTokens` is per model call. */
export const limitsSchema = z.object({
  maxTokens: z.number().int().positive(),
  maxTurns: z.number().int().positive(),
  /** Calls of one reply that are run; further ones get an error result. Left out = the loop’s own limit. */
  maxCallsPerTurn: z.number().int().positive().optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** One question and what counts as right. Plain data: everything here is hashed into the suite's digest. */
export const taskSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  family: z.string(),
  difficulty: difficultySchema,
  tags: z.array(z.string()),
  messages: z.array(messageSchema).min(1),
  tools: z.array(toolDefinitionSchema).optional(),
  toolResults: z.array(toolResultRowSchema).optional(),
  /** The stateful world that the tools act in: its id and its whole initial state as plain data. Excludes `toolResults`. */
  world: z.object({ id: z.string(), state: z.unknown() }).optional(),
  /** JSON Schema that the reply's text should obey, where the suite asks the server to enforce one. */
  responseSchema: z.record(z.string(), z.unknown()).optional(),
  /** Read by the suite's scorer only; its schema is the scorer's `expectSchema`. */
  expect: z.unknown(),
  limits: limitsSchema,
  /** `prefix`: the runner puts a text of its own, different in each trial, before the first message: no cache can know it. */
  nonce: z.literal('prefix').optional(),
  /** Asks the server to go on after an end token, so that a timed reply has a known length. */
  ignoreEndToken: z.boolean().optional(),
  /** Tokens of context that the task needs, prompt and reply together; left out = little. A smaller context ends it `unsupported`. */
  contextTokens: z.number().int().positive().optional(),
  proof: proofSchema,
});
export type Task = z.input<typeof taskSchema>;
