import { defineCheck } from '../check.ts';
import { evidenceOf, fault, isRefusal, notAsked, note, ok, spentThinking, unseen, whyFor } from '../finding.ts';
import { weatherTool } from '../weather.ts';

const noun = 'several calls in one reply';
const remedy = 'Update the server, or run with --harness hermes, which reads the calls itself.';

/** Whether several calls of one reply come back apart. */
export const parallelCallsCheck = defineCheck({
  id: 'parallel-calls',
  title: 'Parallel calls stay apart',
  isNeeded: ({ tools }, { model }) => tools.length > 0 && model.capabilities.tools !== 'no',
  known: ({ stack, needs }) => {
    const why = whyFor(needs.tools, noun);
    if (stack.model.capabilities.tools === 'no')
      return note({ what: 'There are no tool calls, so none at a time.', why, evidence: 'see tool-call' });
    return stack.server.place === 'embedded'
      ? ok({ what: 'Every call of a reply is read.', why, evidence: 'known from the engine' })
      : null;
  },
  ask: ({ ask }) =>
    ask({
      messages: [
        {
          role: 'user',
          content: 'Compare the weather in Bern and in Oslo. Call get_weather once for each city, both calls in this one reply.',
        },
      ],
      tools: [weatherTool],
      toolChoice: 'auto',
      maxTokens: 128,
    }),
  judge: (reply, { needs }) => {
    const why = whyFor(needs.tools, noun);
    const evidence = evidenceOf(reply);
    if (!reply.ok)
      return isRefusal(reply.error)
        ? note({ what: 'Tools are refused, so parallel calls too.', why, evidence })
        : notAsked('Parallel calls', reply.error, why);
    const { toolCalls } = reply.generation;
    if (toolCalls.some((call) => call.arguments === null || call.repairs.length > 0))
      return fault('problem', needs.tools, { what: 'Parallel calls come back broken or glued together.', why, evidence, remedy });
    if (toolCalls.length > 1) return ok({ what: `${toolCalls.length} calls of one reply come back apart.`, why, evidence });
    if (spentThinking(reply)) return unseen('Parallel calls', why, evidence);
    return note({ what: 'Two calls were asked for in one reply and fewer came.', why, evidence });
  },
});
