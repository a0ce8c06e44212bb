import type { Outcome } from '@benchloop/spec';

/** What a reader sees of an outcome: a glyph that needs no colour, the word, and what it means for the score. */
export type OutcomeWords = { glyph: string; word: string; means: string };

const passed: OutcomeWords = { glyph: '✓', word: 'passed', means: 'judged and passed' };
const notPassed: OutcomeWords = { glyph: '×', word: 'not passed', means: 'judged and not passed' };

const others: Record<Exclude<Outcome, 'scored'>, OutcomeWords> = {
  truncated: { glyph: '…', word: 'truncated', means: 'cut off at the token or context limit; counts as not passed' },
  unparseable: { glyph: '≠', word: 'unparseable', means: 'no answer could be read; counts as not passed' },
  refused: { glyph: '⊘', word: 'refused', means: 'the model declined; counts as not passed' },
  timeout: { glyph: '◷', word: 'timeout', means: 'the server fell silent; not counted, the run is incomplete' },
  'model-error': { glyph: '!', word: 'model error', means: 'the server failed; not counted, the run is incomplete' },
  unsupported: { glyph: '–', word: 'unsupported', means: 'the stack cannot do it; not counted' },
  cancelled: { glyph: '∎', word: 'cancelled', means: 'stopped by the person; not counted, the run is incomplete' },
  'invalid-task': { glyph: '?', word: 'invalid task', means: 'the task itself was wrong; not counted' },
};

/** The words of how a trial ended; `scored` says whether it passed. */
export const wordsOfOutcome = (outcome: Outcome, didPass: boolean | null = null): OutcomeWords => {
  if (outcome !== 'scored') return others[outcome];
  return didPass === true ? passed : notPassed;
};
