import type { Scorer } from '@benchloop/spec';
import { z } from 'zod';

/** What a task promises to this scorer. */
export const blueprintExpectSchema = z.strictObject({ text: z.string().min(1) });
export type BlueprintExpect = z.infer<typeof blueprintExpectSchema>;

/** Passes when the reply, without spaces around it, is exactly the promised text. */
export const createBlueprintScorer = (): Scorer<BlueprintExpect> => ({
  id: 'blueprint',
  version: '1',
  expectSchema: blueprintExpectSchema,
  score: ({ expect, transcript }) => {
    const given = transcript.finalText.trim();
    if (given === '') return { outcome: 'unparseable', reason: 'the reply is empty' };
    const passed = given === expect.text;
    const reason = passed ? 'the reply is the promised text' : `the reply is not ${JSON.stringify(expect.text)}`;
    return { outcome: 'scored', score: { value: passed ? 1 : 0, passed, reason } };
  },
});
