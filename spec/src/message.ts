import { z } from 'zod';

/** A tool offered to the model. `parameters` is a JSON Schema (draft 2020-12) of type object. */
export const toolDefinitionSchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

/**
 * A tool call as the model made it.
 * `arguments` is null when `argumentsText` is no JSON object even after repair;
 * `repairs` names each repair that was needed, so a scorer can tell strict from lenient.
 */
export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
  argumentsText: z.string(),
  repairs: z.array(z.string()),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** A picture shown to the model; `data` is the file in base64. */
export const imageSchema = z.object({ mediaType: z.literal('image/png'), data: z.string() });
export type Image = z.infer<typeof imageSchema>;

/** One message of a conversation. Reasoning is kept apart from the answer everywhere. */
export const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({
    role: z.literal('user'),
    content: z.string(),
    /** Shown before the text. The embedded engine takes none. */
    images: z.array(imageSchema).optional(),
  }),
  z.object({
    role: z.literal('assistant'),
    content: z.string(),
    reasoning: z.string().optional(),
    toolCalls: z.array(toolCallSchema).optional(),
  }),
  z.object({
    role: z.literal('tool'),
    content: z.string(),
    toolCallId: z.string(),
    toolName: z.string(),
    isError: z.boolean().optional(),
  }),
]);
export type Message = z.infer<typeof messageSchema>;
