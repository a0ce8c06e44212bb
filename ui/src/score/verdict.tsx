import { wordsOfVerdict, type VerdictDetails } from '../words/verdict-words.ts';

/** The words of a paired comparison; coloured only where the statistics hold a difference. */
export const VerdictWords = (details: VerdictDetails) => (
  <span className={`bl-verdict bl-verdict-${details.verdict}`}>{wordsOfVerdict(details)}</span>
);
