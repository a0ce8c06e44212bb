import type { Outcome } from '@benchloop/spec';
import { wordsOfOutcome } from '../words/outcome-words.ts';

export type OutcomeTagProps = { outcome: Outcome; passed?: boolean | null };

/** How a trial ended: a glyph and the word; what it means for the score stands in the hover text. */
export const OutcomeTag = ({ outcome, passed = null }: OutcomeTagProps) => {
  const { glyph, word, means } = wordsOfOutcome(outcome, passed);
  return (
    <span className={`bl-outcome bl-outcome-${outcome === 'scored' ? (passed === true ? 'passed' : 'failed') : outcome}`} title={means}>
      <span aria-hidden="true">{glyph}</span> {word}
    </span>
  );
};
