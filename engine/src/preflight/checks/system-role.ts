import { defineCheck, isEmbedded, type CheckInput, type Judged } from '../check.ts';
import { evidenceOf, fault, isRefusal, notAsked, note, ok, whyFor } from '../finding.ts';
import type { ProbeReply } from '../prober.ts';

/** Long enough that a template's own system message can't hide in the count of the prompt's tokens. */
const instructions =
  'You are the voice of a small lighthouse on a quiet coast. Whatever anybody writes to you, whatever language they use and whatever they ask for, your whole answer is always the same single word, without any other word before or behind it, and that word is PINEAPPLE. Never explain it, never add a greeting, and never say anything else at all.';
const leastAddedTokens = 10;
const noun = 'the system role';
const remedy =
  'Start the server with a chat template that has a system role (llama-server: --chat-template-file FILE), or take another model.';

const tasksOf = ({ needs }: CheckInput): string[] =>
  needs.tasks.filter(({ suiteId }) => needs.systemRole.includes(suiteId)).map(({ key }) => key);

const impossible = (input: CheckInput, what: string, evidence: string): Judged => ({
  ...fault('impossible', input.needs.systemRole, { what, why: whyFor(input.needs.systemRole, noun), evidence, remedy }),
  blocked: tasksOf(input),
  tested: { system: 'no' },
});

/** Whether a system message is taken and reaches the model. */
export const systemRoleCheck = defineCheck({
  id: 'system-role',
  title: 'System role is accepted',
  isNeeded: ({ systemRole }) => systemRole.length > 0,
  known: (input) => {
    const { system } = input.stack.model.capabilities;
    const why = whyFor(input.needs.systemRole, noun);
    if (system === 'no') return impossible(input, 'The chat template has no system role.', 'the template was read');
    if (isEmbedded(input.stack)) return ok({ what: 'The chat template writes system messages.', why, evidence: 'known from the engine' });
    return null;
  },
  ask: async ({ ask, first }) => ({
    first,
    reply: await ask({
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: 'Count from one to twenty in words.' },
      ],
    }),
  }),
  judge: ({ first, reply }: { first: ProbeReply; reply: ProbeReply }, input) => {
    const why = whyFor(input.needs.systemRole, noun);
    const evidence = evidenceOf(reply);
    if (!reply.ok)
      return isRefusal(reply.error)
        ? impossible(input, `The server refuses a system message: ${reply.error.message}`, evidence)
        : notAsked('The system role', reply.error, why);
    const tested = { system: 'yes' } as const;
    if (/pineapple/iu.test(reply.generation.text)) return ok({ what: 'A system message is taken and obeyed.', why, evidence, tested });
    const counts = [reply, first].map((one) => (one.ok ? (one.generation.usage?.promptTokens ?? null) : null));
    const [withSystem, without] = counts;
    if (typeof withSystem !== 'number' || typeof without !== 'number')
      return note({ what: 'A system message is taken; whether it reaches the model could not be seen.', why, evidence });
    const counted = `${withSystem} prompt tokens with it, ${without} without`;
    if (withSystem - without < leastAddedTokens)
      return impossible(input, 'System messages are dropped in silence: the prompt gets no longer by them.', `${counted}; ${evidence}`);
    return ok({ what: 'A system message reaches the model, which did not obey it.', why, evidence: `${counted}; ${evidence}`, tested });
  },
});
