import { z } from 'zod';
import { generationSchema, modelRequestSchema } from './generation.ts';
import { toolCallSchema } from './message.ts';
import { modelErrorSchema } from './model-error.ts';
import { callTimingsSchema, usageSchema } from './usage.ts';

const at = z.number().nonnegative();

/** One read of a reply's body: `at` in milliseconds since the request was sent, `text` its bytes as UTF-8. */
export const wireReadSchema = z.object({ at, text: z.string() });
export type WireRead = z.infer<typeof wireReadSchema>;

/**
 * One event of a trial's trace; one JSON line in `traces/`. `at` is in milliseconds since the trial began.
 * `read` lines are the receipt: the reply's bytes as they came, with their own clock since the request.
 */
export const traceEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('request'),
    at,
    turn: z.number().int(),
    attempt: z.number().int(),
    request: modelRequestSchema,
    wire: z.string().nullable(),
  }),
  z.object({
    type: z.literal('read'),
    turn: z.number().int(),
    attempt: z.number().int(),
    reads: z.array(wireReadSchema),
    status: z.number().int().nullable(),
    contentType: z.string().nullable(),
    usage: usageSchema.optional(),
  }),
  z.object({ type: z.literal('generation'), at, turn: z.number().int(), generation: generationSchema, timings: callTimingsSchema }),
  z.object({ type: z.literal('failure'), at, turn: z.number().int(), attempt: z.number().int(), error: modelErrorSchema }),
  z.object({ type: z.literal('tool-result'), at, turn: z.number().int(), call: toolCallSchema, content: z.string(), isError: z.boolean() }),
]);
export type TraceEvent = z.infer<typeof traceEventSchema>;
export type Trace = TraceEvent[];
