import type { Random } from '../../kit/random.ts';
import { dataDrafts } from './data-replies.ts';
import { draftProse, type Job } from './prose.ts';
import { checkAgain, type PromptWords } from './second-check.ts';
import type { InstructionRules } from '../../scorers/instruction-rules/expect.ts';

const draftsMax = 60;

/** Writes a reply that holds every rule, judged by the second check; null where these words allow none. */
export const writeReply = (
  random: Random,
  job: Job,
  given: { expect: InstructionRules; prompts: readonly PromptWords[] },
): string | null => {
  for (let tried = 0; tried < draftsMax; tried += 1) {
    const data = dataDrafts.map((draft) => draft(random, job)).find((text) => text !== null);
    const text = data ?? draftProse(random, job);
    if (text === null) continue;
    const { score, unclear } = checkAgain(given.expect, given.prompts, text);
    if (score === 1 && !unclear) return text;
  }
  return null;
};
