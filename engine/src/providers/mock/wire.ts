import type { Generation, Receipt, Reply } from '@benchloop/spec';
import { z } from 'zod';
import { finishSchema, replySchema } from '@benchloop/spec';
import { generationOfReply } from '../../kit/scripted-generation.ts';

/** One token of a mock reply. */
const tokenLineSchema = z.object({ channel: z.enum(['answer', 'reasoning']), text: z.string() });
/** The last line: what the tokens do not tell. */
const endLineSchema = z.object({
  finish: finishSchema,
  toolCalls: replySchema.shape.toolCalls,
  promptTokens: z.number(),
  completionTokens: z.number(),
});
const lineSchema = z.union([endLineSchema, tokenLineSchema]);

export type TokenLine = z.infer<typeof tokenLineSchema>;
export type EndLine = z.infer<typeof endLineSchema>;

export const writeLine = (line: TokenLine | EndLine): string => `${JSON.stringify(line)}\n`;

/** Rebuilds the generation from the stored lines. A receipt without a last line is a cut-off reply: finish `unknown`. */
export const decode = (receipt: Receipt): Generation => {
  const lines = receipt.reads
    .map(({ text }) => text)
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  const tokens = lines.filter((line) => 'channel' in line);
  const end = lines.find((line) => 'finish' in line);
  const textOf = (channel: TokenLine['channel']) =>
    tokens
      .filter((token) => token.channel === channel)
      .map(({ text }) => text)
      .join('');
  const reply: Reply = { text: textOf('answer'), reasoning: textOf('reasoning'), toolCalls: end?.toolCalls };
  return {
    ...generationOfReply(reply),
    finish: end?.finish ?? 'unknown',
    usage:
      end === undefined
        ? null
        : {
            promptTokens: end.promptTokens,
            completionTokens: end.completionTokens,
            cachedTokens: 0,
            reasoningTokens: null,
            source: 'engine',
          },
    modelReported: null,
  };
};
