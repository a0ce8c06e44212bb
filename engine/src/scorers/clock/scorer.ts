import type { Scorer } from '@benchloop/spec';
import { z } from 'zod';

/** A timed task promises nothing about the reply. */
export const clockExpectSchema = z.strictObject({});
export type ClockExpect = z.infer<typeof clockExpectSchema>;

/**
 * Passes when the model wrote anything in any channel: thinking takes as long to write as an answer.
 * Whether a rate can be had from the reply is decided in the summary, from its token counts and times; a reply
 * that ends at its token limit is what a timed task asks for, so `transcript.stop` does not matter here.
 */
export const createClockScorer = (): Scorer<ClockExpect> => ({
  id: 'clock',
  version: '1',
  expectSchema: clockExpectSchema,
  score: ({ transcript }) => {
    const wrote = transcript.finalText.trim() !== '' || transcript.reasoning.trim() !== '';
    return {
      outcome: 'scored',
      score: wrote
        ? { value: 1, passed: true, reason: 'the model wrote a reply that can be timed' }
        : { value: 0, passed: false, reason: 'the model wrote nothing, so there is nothing to time' },
    };
  },
});
