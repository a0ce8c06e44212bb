import { z } from 'zod';
import { ruleSchema } from './rules/index.ts';

/** What a reply must be before any rule counts, so that silence or a copy of the prompt never keeps a prohibition. */
export const substanceSchema = z.strictObject({
  minWords: z.number().int().nonnegative().default(1),
  /** For scripts without spaces. */
  minCharacters: z.number().int().nonnegative().default(1),
  /** Words or phrases that must all stand in the reply. */
  mentions: z.array(z.string().min(1)).default([]),
});

/** The rules in the order of the prompt, after conflicts were resolved: only rules that are in force. */
export const instructionRulesSchema = z.strictObject({ substance: substanceSchema, rules: z.array(ruleSchema).min(1) });
export type InstructionRules = z.output<typeof instructionRulesSchema>;
export type InstructionRulesInput = z.input<typeof instructionRulesSchema>;
