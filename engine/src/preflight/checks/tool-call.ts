import { defineCheck, type CheckInput, type Judged } from '../check.ts';
import { evidenceOf, fault, isRefusal, notAsked, note, ok, spentThinking, unseen, whyFor } from '../finding.ts';
import type { ProbeReply, Prober } from '../prober.ts';
import { templateRemedy, toolRemedy } from '../remedies.ts';
import { weatherTool } from '../weather.ts';

const noun = 'the server’s own tool calling';
/** The definition of the tool alone is longer than this in any tokenizer. */
const leastToolTokens = 30;
const shortReply = 64;
const longReply = 512;

const blockedBy = (input: CheckInput, what: string, evidence: string, remedy = toolRemedy(input.stack.server)): Judged => {
  const { needs } = input;
  return {
    ...fault('impossible', needs.tools, { what, why: whyFor(needs.tools, noun), evidence, remedy }),
    blocked: needs.tasks.filter(({ suiteId }) => needs.tools.includes(suiteId)).map(({ key }) => key),
    tested: { tools: 'no' },
  };
};

const askForCall = async ({ ask, first }: Prober): Promise<{ first: ProbeReply; reply: ProbeReply }> => {
  const question = {
    messages: [{ role: 'user' as const, content: 'What is the weather in Bern? Use the tool.' }],
    tools: [weatherTool],
    toolChoice: 'auto' as const,
  };
  const reply = await ask({ ...question, maxTokens: shortReply });
  // A model that reasons first gets room for it.
  return { first, reply: reply.ok && spentThinking(reply) ? await ask({ ...question, maxTokens: longReply }) : reply };
};

const countOf = (reply: ProbeReply): number | null => (reply.ok ? (reply.generation.usage?.promptTokens ?? null) : null);

const judgeCall = ({ first, reply }: { first: ProbeReply; reply: ProbeReply }, input: CheckInput): Judged => {
  const why = whyFor(input.needs.tools, noun);
  const evidence = evidenceOf(reply);
  if (!reply.ok)
    return isRefusal(reply.error)
      ? blockedBy(input, `The server refuses tools: ${reply.error.message}`, evidence)
      : notAsked('Tool calling', reply.error, why);
  const { toolCalls, leakedToolCalls } = reply.generation;
  const remedy = `To measure it, ${toolRemedy(input.stack.server)}.`;
  const call = toolCalls[0];
  if (call?.name === weatherTool.name && call.arguments !== null && call.repairs.length === 0)
    return ok({ what: 'A tool call comes back whole.', why, evidence, tested: { tools: 'yes' } });
  if (call !== undefined)
    return fault('problem', input.needs.tools, {
      what: 'A tool call came back with a wrong name or broken arguments.',
      why,
      evidence,
      remedy,
    });
  if (leakedToolCalls.length > 0)
    return fault('problem', input.needs.tools, {
      what: 'The model calls the tool and the server passes the call on as text.',
      why,
      evidence,
      remedy,
    });
  if (spentThinking(reply)) return unseen('Tool calling', why, evidence);
  const [withTool, without] = [countOf(reply), countOf(first)];
  const added = withTool === null || without === null ? null : withTool - without;
  if (added !== null && added < leastToolTokens)
    return blockedBy(
      input,
      'Tools are dropped in silence: the prompt gets no longer by them.',
      `${withTool} prompt tokens with a tool, ${without} without; ${evidence}`,
    );
  return note({ what: 'Tools are taken; the model answered without calling one.', why, evidence });
};

/** Whether a tool reaches the model and its call comes back. */
export const toolCallCheck = defineCheck({
  id: 'tool-call',
  title: 'Tool call comes back',
  isNeeded: ({ tools }) => tools.length > 0,
  known: (input) => {
    const { tools } = input.stack.model.capabilities;
    if (tools === 'no')
      return blockedBy(
        input,
        'The model has a chat template without tools, so the server would drop them silently.',
        'the template was read',
        templateRemedy,
      );
    if (input.stack.server.place !== 'embedded') return null;
    return ok({
      what: 'The chat template writes tools, and calls are read from the reply.',
      why: whyFor(input.needs.tools, noun),
      evidence: 'known from the engine',
    });
  },
  ask: askForCall,
  judge: judgeCall,
});
