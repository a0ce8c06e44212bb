import { z } from 'zod';
import { messageSchema, toolCallSchema, toolDefinitionSchema } from './message.ts';
import { serverTimingsSchema, usageSchema } from './usage.ts';

export const finishSchema = z.enum(['stop', 'length', 'tool-calls', 'filtered', 'error', 'aborted', 'unknown']);
export type Finish = z.infer<typeof finishSchema>;

/** Whether and how much the model may think before it answers. `default` sends nothing. */
export const thinkingSchema = z.enum(['default', 'off', 'on', 'low', 'medium', 'high']);
export type Thinking = z.infer<typeof thinkingSchema>;

/** Sampling options that are always sent. */
export const samplingSchema = z.object({
  temperature: z.number().min(0),
  topP: z.number().gt(0).max(1).nullable(),
  seed: z.number().int().nullable(),
});
export type Sampling = z.infer<typeof samplingSchema>;

/** One request to a model, independent of any wire format. */
export const modelRequestSchema = z.object({
  messages: z.array(messageSchema).min(1),
  tools: z.array(toolDefinitionSchema).optional(),
  toolChoice: z.enum(['auto', 'none', 'required']).optional(),
  /** Constrained decoding: a JSON Schema, or a GBNF grammar where the provider says that it takes one. */
  constraint: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('json-schema'), schema: z.record(z.string(), z.unknown()) }),
      z.object({ kind: z.literal('gbnf'), grammar: z.string() }),
    ])
    .optional(),
  sampling: samplingSchema,
  maxTokens: z.number().int().positive(),
  stop: z.array(z.string()).optional(),
  thinking: thinkingSchema,
  /** False asks the server not to reuse a cached prefix; needed where prefill is timed. */
  cachePrompt: z.boolean(),
  /** True asks the server to go on after an end token, so that a timed reply has a known length. */
  ignoreEndToken: z.boolean().optional(),
});
export type ModelRequest = z.infer<typeof modelRequestSchema>;

/** Everything that one model call gave back. Pure function of the reads: `Provider.decode` rebuilds it. */
export const generationSchema = z.object({
  text: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(toolCallSchema),
  /** Calls that the model wrote as text. Reported, never silently turned into calls. */
  leakedToolCalls: z.array(toolCallSchema),
  refused: z.boolean(),
  finish: finishSchema,
  finishRaw: z.string().nullable(),
  /** Which end came last: `[DONE]`, end of the transport, or the embedded engine's own end. */
  end: z.enum(['done', 'eof', 'engine']),
  usage: usageSchema.nullable(),
  serverTimings: serverTimingsSchema.nullable(),
  modelReported: z.string().nullable(),
  warnings: z.array(z.string()),
});
export type Generation = z.infer<typeof generationSchema>;
