import type { Thinking } from '@benchloop/spec';
import { defineCheck, isEmbedded, type Judged } from '../check.ts';
import { evidenceOf, isRefusal, notAsked, ok } from '../finding.ts';
import type { ProbeReply } from '../prober.ts';

type Asked = { thinking: Exclude<Thinking, 'default'>; reply: ProbeReply };

const question = [{ role: 'user' as const, content: 'What is 17 + 25? Give the number.' }];
/** Enough for a reply to begin with reasoning or not. */
const seenTokens = 48;

const whyOf = (thinking: Thinking): string =>
  thinking === 'default'
    ? 'This plan leaves thinking as the server has it.'
    : `This plan asks for thinking ${thinking}: without it the run measures another mode of the model.`;

const remedyOf = (thinking: Thinking): string =>
  thinking === 'off'
    ? 'Start the server with thinking off (llama-server: --reasoning-budget 0), or run with --think default and read the times with it.'
    : 'Take a model that can think, or run with --think default.';

const problem = (needed: boolean, said: Pick<Judged, 'what' | 'why' | 'evidence' | 'remedy'>): Judged => ({
  level: needed ? 'problem' : 'note',
  ...said,
});

const judgeOne = ({ thinking, reply }: Asked, plan: Thinking): Judged => {
  const why = whyOf(plan);
  const evidence = evidenceOf(reply);
  if (!reply.ok)
    return isRefusal(reply.error)
      ? problem(plan !== 'default', {
          what: `The server refuses thinking ${thinking}: ${reply.error.message}`,
          why,
          evidence,
          remedy: remedyOf(thinking),
        })
      : notAsked(`Thinking ${thinking}`, reply.error, why);
  const thought = reply.generation.reasoning.trim() !== '' || /<think(?:ing)?>/u.test(reply.generation.text);
  if (thought === (thinking !== 'off'))
    return ok({
      what: thought ? `With thinking ${thinking} the model reasons.` : 'With thinking off the model answers at once.',
      why,
      evidence,
    });
  return problem(plan !== 'default', {
    what: thought
      ? 'Thinking was switched off and the model reasons.'
      : `Thinking ${thinking} was asked for and the reply holds no reasoning.`,
    why,
    evidence,
    remedy: remedyOf(thinking),
  });
};

const badness = ['ok', 'note', 'problem', 'impossible'];

/** Whether the switch for thinking has an effect. */
export const thinkingCheck = defineCheck({
  id: 'thinking',
  title: 'Thinking can be switched',
  isNeeded: ({ thinking }) => thinking !== 'default',
  known: ({ stack, needs }) => {
    const can = stack.model.capabilities.thinking;
    if (can !== 'no' && !isEmbedded(stack)) return null;
    const why = whyOf(needs.thinking);
    const evidence = isEmbedded(stack) ? 'known from the engine: the chat template was read' : 'the server says so';
    if (can !== 'no') return ok({ what: 'The chat template has a way to think.', why, evidence });
    if (needs.thinking === 'default' || needs.thinking === 'off') return ok({ what: 'The model does not think.', why, evidence });
    return problem(true, { what: 'The model can’t think.', why, evidence, remedy: remedyOf(needs.thinking) });
  },
  ask: async ({ ask }, { needs }) => {
    const wanted = needs.thinking === 'default' ? (['off', 'on'] as const) : ([needs.thinking] as const);
    const asked: Asked[] = [];
    for (const thinking of wanted) asked.push({ thinking, reply: await ask({ messages: question, thinking, maxTokens: seenTokens }) });
    return asked;
  },
  judge: (asked, { needs }) => {
    const judged = asked.map((one) => judgeOne(one, needs.thinking));
    const worst = judged.reduce((a, b) => (badness.indexOf(b.level) > badness.indexOf(a.level) ? b : a));
    return judged.length === 1 || worst.level !== 'ok'
      ? worst
      : ok({ what: 'Thinking can be switched off and on.', why: worst.why, evidence: judged.map(({ evidence }) => evidence).join('; ') });
  },
});
