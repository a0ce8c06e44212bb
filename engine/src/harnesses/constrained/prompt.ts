import type { Message, ToolDefinition } from '@benchloop/spec';
import { stepText } from './step.ts';

type Turn = { role: 'user' | 'assistant' | 'system'; content: string };

/** How the tools and the forms of a step are told to a model, for its system message. */
export const stepsPrompt = (tools: readonly ToolDefinition[]): string =>
  [
    'Work in steps. Each reply of yours is exactly one JSON object: either tool calls or your final answer.',
    'The tools, one JSON description a line:',
    ...tools.map(({ name, description, parameters }) => JSON.stringify({ tool: name, description, arguments: parameters })),
    'Call a tool: {"tool": "<its name>", "arguments": {<arguments as its description says>}}',
    'Call several at once: {"calls": [{"tool": "...", "arguments": {...}}, {"tool": "...", "arguments": {...}}]}',
    'Think first, then call: {"note": "<a short thought>", "calls": [...]}',
    'Answer and end: {"answer": "<what the user gets to read>"}',
    'The results of your calls stand in the next message. When the work is done, when no tool fits, or when something is missing that only the user knows, answer.',
  ].join('\n');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A result that is JSON stays as it is, digit by digit; any other becomes a JSON string. */
const resultText = ({ toolName, content, isError }: Extract<Message, { role: 'tool' }>): string =>
  `{"tool": ${JSON.stringify(toolName)}, "${isError === true ? 'error' : 'result'}": ${parsed(content) === undefined ? JSON.stringify(content) : content}}`;

const rendered = (message: Message): Turn => {
  if (message.role === 'tool') return { role: 'user', content: resultText(message) };
  if (message.role !== 'assistant') return message;
  const calls = (message.toolCalls ?? []).map((call) => ({ name: call.name, arguments: call.arguments ?? call.argumentsText }));
  return { role: 'assistant', content: stepText(message.content, calls) };
};

/**
 * A conversation for a chat template that knows neither tools nor a tool role, and perhaps no system role; the model's
 * own turns are written as the steps that they were. Neighbours of the same role become one message, since many
 * templates insist that roles alternate.
 */
export const conversationOfSteps = (messages: readonly Message[], tools: readonly ToolDefinition[], systemRole: boolean): Message[] => {
  const told = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const lead: Turn = { role: systemRole ? 'system' : 'user', content: [...told, stepsPrompt(tools)].join('\n\n') };
  const turns = [lead, ...messages.filter(({ role }) => role !== 'system').map(rendered)];
  return turns.reduce<Turn[]>((joined, turn) => {
    const last = joined.at(-1);
    if (last?.role !== turn.role) return [...joined, { ...turn }];
    const gap = turn.content.startsWith('{"tool"') ? '\n' : '\n\n';
    return [...joined.slice(0, -1), { role: turn.role, content: `${last.content}${gap}${turn.content}` }];
  }, []);
};
