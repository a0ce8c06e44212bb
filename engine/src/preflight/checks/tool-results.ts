import { defineCheck, type CheckInput, type Judged } from '../check.ts';
import { evidenceOf, fault, isRefusal, notAsked, note, ok, spentThinking, unseen, whyFor } from '../finding.ts';
import { toolRemedy } from '../remedies.ts';
import { answer, answeredCall, weatherTool } from '../weather.ts';

const noun = 'tool results in the conversation';

const refused = ({ needs, stack }: CheckInput, what: string, evidence: string): Judged => ({
  ...fault('impossible', needs.toolResults, { what, why: whyFor(needs.toolResults, noun), evidence, remedy: toolRemedy(stack.server) }),
  blocked: needs.tasks.filter(({ suiteId }) => needs.toolResults.includes(suiteId)).map(({ key }) => key),
});

/** Whether a conversation with a call and its result is taken, and the model reads the result. */
export const toolResultsCheck = defineCheck({
  id: 'tool-results',
  title: 'Tool results are accepted',
  isNeeded: ({ toolResults }, { model }) => toolResults.length > 0 && model.capabilities.tools !== 'no',
  known: ({ stack, needs }) => {
    const why = whyFor(needs.toolResults, noun);
    if (stack.model.capabilities.tools === 'no')
      return note({ what: 'There are no tool calls, so no results.', why, evidence: 'see tool-call' });
    return stack.server.place === 'embedded'
      ? ok({ what: 'The chat template writes tool results.', why, evidence: 'known from the engine' })
      : null;
  },
  ask: ({ ask }) => ask({ messages: answeredCall, tools: [weatherTool], toolChoice: 'auto', maxTokens: 48 }),
  judge: (reply, input) => {
    const why = whyFor(input.needs.toolResults, noun);
    const evidence = evidenceOf(reply);
    if (!reply.ok)
      return isRefusal(reply.error)
        ? refused(input, `The server refuses a tool’s result: ${reply.error.message}`, evidence)
        : notAsked('A tool’s result', reply.error, why);
    if (reply.generation.text.includes(answer)) return ok({ what: 'A tool’s result is taken and read.', why, evidence });
    if (spentThinking(reply)) return unseen('A tool’s result', why, evidence);
    return note({ what: 'A tool’s result is taken; the model did not repeat it.', why, evidence });
  },
});
