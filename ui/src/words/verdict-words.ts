/** What a paired comparison says. `unknown` = the data cannot tell yet. */
export type ComparisonVerdict = 'better' | 'worse' | 'same' | 'unknown';

export type VerdictDetails = {
  verdict: ComparisonVerdict;
  /** Half-width of what counts as the same, in the unit of the figure. */
  margin?: number | null;
  /** Trials that would probably separate the two; null or absent = not estimated. */
  moreTrials?: number | null;
};

/** A verdict in the words used everywhere: better, worse, same within a margin, cannot tell yet. */
export const wordsOfVerdict = ({ verdict, margin = null, moreTrials = null }: VerdictDetails): string => {
  if (verdict === 'same') return margin === null ? 'same' : `same within ±${margin}`;
  if (verdict !== 'unknown') return verdict;
  return moreTrials === null ? 'cannot tell yet' : `cannot tell yet (about ${moreTrials} more trials)`;
};
