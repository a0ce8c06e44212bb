import { defineCheck, isEmbedded } from '../check.ts';
import { fault, knownFromEngine, note, ok, whyFor } from '../finding.ts';

const noun = 'token counts for its rates';

/** Whether the server says how many tokens a prompt and a reply had. */
export const tokensCountedCheck = defineCheck({
  id: 'tokens-counted',
  title: 'Tokens are counted',
  isNeeded: ({ timed }) => timed.length > 0,
  known: ({ stack, needs }) => (isEmbedded(stack) ? knownFromEngine('Every token is counted.', whyFor(needs.timed, noun)) : null),
  ask: async ({ first }) => first,
  judge: (first, { needs }) => {
    const why = whyFor(needs.timed, noun);
    if (!first.ok) return note({ what: 'The first reply failed, so nothing was counted.', why, evidence: first.error.message });
    const { usage } = first.generation;
    const evidence = usage === null ? 'no usage' : `prompt ${usage.promptTokens}, reply ${usage.completionTokens}, source ${usage.source}`;
    const remedy =
      'Take a version of the server that sends usage with streamed replies (stream_options.include_usage), or its native provider.';
    if (usage === null || usage.completionTokens === null || usage.source === 'estimate')
      return fault('problem', needs.timed, { what: 'The server does not count the tokens of a streamed reply.', why, evidence, remedy });
    if (usage.completionTokens === 0 && first.generation.text !== '')
      return fault('problem', needs.timed, { what: 'The server counts no tokens for a reply that has text.', why, evidence, remedy });
    if (usage.promptTokens === null)
      return fault('problem', needs.timed, { what: 'The server counts replies and not prompts.', why, evidence, remedy });
    return ok({ what: 'The server counts prompts and replies.', why, evidence });
  },
});
