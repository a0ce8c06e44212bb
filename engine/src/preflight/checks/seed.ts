import { defineCheck, isEmbedded } from '../check.ts';
import { evidenceOf, fault, knownFromEngine, notAsked, note, ok } from '../finding.ts';
import type { PlanNeeds } from '../needs.ts';
import type { ProbeReply, ProbeRequest } from '../prober.ts';

const question: ProbeRequest = {
  messages: [{ role: 'user', content: 'Write a list of random words.' }],
  sampling: { temperature: 1, topP: null, seed: 20_011 },
  maxTokens: 16,
};

const whyOf = ({ temperature }: PlanNeeds): string =>
  temperature > 0
    ? `This plan samples at temperature ${temperature}, so only an honoured seed lets another run repeat it.`
    : 'This plan is greedy (temperature 0), so no seed decides its answers.';

const textOf = (reply: Extract<ProbeReply, { ok: true }>): string => reply.generation.reasoning + reply.generation.text;

/** Whether two sampled replies with one seed are equal. */
export const seedCheck = defineCheck({
  id: 'seed',
  title: 'Seed is honoured',
  isNeeded: ({ temperature }) => temperature > 0,
  known: ({ stack, needs }) => (isEmbedded(stack) ? knownFromEngine('The seed decides what is sampled.', whyOf(needs)) : null),
  ask: async ({ ask }) => ({ one: await ask(question), two: await ask(question) }),
  judge: ({ one, two }, { needs }) => {
    const why = whyOf(needs);
    const evidence = `first ${evidenceOf(one)}; second ${evidenceOf(two)}`;
    if (!one.ok) return notAsked('The seed', one.error, why);
    if (!two.ok) return notAsked('The seed', two.error, why);
    if (textOf(one) === '') return note({ what: 'The sampled replies were empty, so the seed could not be seen.', why, evidence });
    if (textOf(one) === textOf(two)) return ok({ what: 'Two sampled replies with one seed are equal.', why, evidence });
    return fault('problem', needs.temperature > 0 ? ['plan'] : [], {
      what: 'The seed is ignored: two sampled replies with one seed differ.',
      why,
      evidence,
      remedy: 'Run greedy with --temperature 0, or take more --trials and read the intervals.',
    });
  },
});
