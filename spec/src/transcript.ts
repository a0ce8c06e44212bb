import { z } from 'zod';
import { messageSchema, toolCallSchema } from './message.ts';

/**
 * What a scorer sees after one attempt. Holds no timing.
 * `messages` are those that the attempt added after the task's own; `toolCalls` are all calls in order.
 */
export const transcriptSchema = z.object({
  messages: z.array(messageSchema),
  finalText: z.string(),
  reasoning: z.string(),
  /** `ran` false: beyond a limit of the loop, so that the environment never saw it. */
  toolCalls: z.array(z.object({ turn: z.number().int().nonnegative(), call: toolCallSchema, ran: z.literal(false).optional() })),
  turns: z.number().int().nonnegative(),
  /** `truncated`: the last reply hit the token or context limit. `turn-limit`: it still called tools at the last turn. */
  stop: z.enum(['answer', 'truncated', 'turn-limit', 'filtered']),
  refused: z.boolean(),
  /** Malformed things that the harness met, such as a call that is no JSON. */
  problems: z.array(z.string()),
});
export type Transcript = z.infer<typeof transcriptSchema>;

/** What running a reply showed, where a suite asks for it. Made by the sandbox, stored with the trial. */
export const evidenceSchema = z.object({ kind: z.string(), data: z.unknown() });
export type Evidence = z.infer<typeof evidenceSchema>;
