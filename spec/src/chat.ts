import { z } from 'zod';
import { finishSchema, samplingSchema, thinkingSchema } from './generation.ts';
import { messageSchema } from './message.ts';
import { apiProblemSchema, runSettingsSchema } from './api.ts';

/** One message of a person and what came before it, for one model. */
export const chatAskSchema = z.object({
  settings: runSettingsSchema,
  messages: z.array(messageSchema).min(1).max(400),
  sampling: samplingSchema,
  maxTokens: z.number().int().min(1).max(32_768),
  thinking: thinkingSchema,
  /** True offers the demonstration tools of the app. */
  tools: z.boolean(),
});
export type ChatAsk = z.infer<typeof chatAskSchema>;

/** What a chat tells, line by line. A reply with tool calls has a turn for each answer of the model. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loading'), message: z.string(), share: z.number().nullable() }),
  z.object({ type: z.literal('ready'), model: z.string(), server: z.string() }),
  /** `sinceSentMs` and `pieces`: time since the request and pieces of text so far, by the clock of the engine's process. */
  z.object({
    type: z.literal('text'),
    channel: z.enum(['answer', 'reasoning', 'tool-call']),
    text: z.string(),
    sinceSentMs: z.number(),
    firstMs: z.number(),
    pieces: z.number().int(),
  }),
  z.object({
    type: z.literal('turn-end'),
    text: z.string(),
    reasoning: z.string(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), argumentsText: z.string() })),
    finish: finishSchema,
    ttftMs: z.number().nullable(),
    /** (n - 1) / (last - first) by the client's clock; null = too short, or tokens not counted. */
    tokensPerSecond: z.number().nullable(),
    promptTokens: z.number().nullable(),
    completionTokens: z.number().nullable(),
  }),
  z.object({
    type: z.literal('tool'),
    id: z.string(),
    name: z.string(),
    argumentsText: z.string(),
    result: z.string(),
    isError: z.boolean(),
  }),
  z.object({ type: z.literal('failed'), problem: apiProblemSchema }),
  z.object({ type: z.literal('done') }),
]);
export type ChatEvent = z.infer<typeof chatEventSchema>;

/** A place where a model can be talked to or swept. */
export const modelChoiceSchema = z.object({
  label: z.string(),
  provider: z.string().nullable(),
  endpoint: z.string().nullable(),
  model: z.string(),
  /** True = loaded into a process of ours, so that its settings can be swept. */
  embedded: z.boolean(),
});
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** A question with its answer, taken out of a chat. */
export const chatTaskSchema = z.object({
  suiteId: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/u, 'use small letters, digits and hyphens, at most 40'),
  title: z.string().min(1).max(200),
  question: z.string().trim().min(1).max(100_000),
  answer: z.string().trim().min(1).max(1000),
  matcher: z.enum(['exact', 'number', 'choice']),
  /** For `choice`. */
  options: z.array(z.string().trim().min(1).max(500)).max(26),
});
export type ChatTask = z.infer<typeof chatTaskSchema>;

/** Where a task of a chat was written: the folder of its suite, and how many tasks and held proofs that has now. */
export type WrittenTask = { suiteId: string; folder: string; tasks: number; proofs: number };
