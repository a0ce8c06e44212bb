import type { Message, Reply, ToolDefinition } from '@benchloop/spec';

type Call = NonNullable<Reply['toolCalls']>[number];

/** One call as the text that a model of this convention writes. `<` is escaped so that no argument ends the block. */
export const callText = (call: { name: string; arguments: unknown }): string =>
  `<tool_call>\n${JSON.stringify({ name: call.name, arguments: call.arguments }).replaceAll('<', '\\u003c')}\n</tool_call>`;

/** The text of a reply with its calls after it. */
export const replyText = (text: string, calls: readonly Call[]): string =>
  [text, ...calls.map(callText)].filter((part) => part !== '').join('\n');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A result that is JSON stays as it is; any other becomes a JSON string. Neither can close the block by its own text. */
const resultText = (name: string, content: string): string => {
  const value = (isJson(content) ? content : JSON.stringify(content)).replaceAll('</tool_response>', '<\\/tool_response>');
  return `<tool_response>\n{"name": ${JSON.stringify(name)}, "content": ${value}}\n</tool_response>`;
};

/** How the tools and the form of a call are told to a model, for its system message. */
export const toolsPrompt = (tools: readonly ToolDefinition[]): string =>
  [
    'Functions are available to you in this conversation. Each line between the <tools> tags is the JSON description of one function:',
    '<tools>',
    ...tools.map(({ name, description, parameters }) => JSON.stringify({ type: 'function', function: { name, description, parameters } })),
    '</tools>',
    'To call a function, write a JSON object with its name and its arguments between <tool_call> tags, exactly in this form:',
    '<tool_call>',
    '{"name": <function name>, "arguments": <object of arguments>}',
    '</tool_call>',
    'Write one such block for each call; several calls may follow each other in one reply. The arguments must follow the description of the function.',
    'After your calls, stop: the results come back between <tool_response> tags in the next message. When no function is needed or none fits, answer in plain text without a block.',
  ].join('\n');

const rendered = (message: Message): { role: 'user' | 'assistant' | 'system'; content: string } => {
  if (message.role === 'tool') return { role: 'user', content: resultText(message.toolName, message.content) };
  if (message.role !== 'assistant') return message;
  const calls = (message.toolCalls ?? []).map((call) => ({ name: call.name, arguments: call.arguments ?? call.argumentsText }) as Call);
  return { role: 'assistant', content: replyText(message.content, calls) };
};

/**
 * A conversation for a chat template that knows neither tools nor a tool role, and perhaps no system role.
 * Neighbours of the same role become one message, since many templates insist that roles alternate.
 */
export const conversationText = (messages: readonly Message[], tools: readonly ToolDefinition[], systemRole: boolean): Message[] => {
  const told = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const system = [...told, ...(tools.length > 0 ? [toolsPrompt(tools)] : [])].join('\n\n');
  const lead = system === '' ? [] : [{ role: systemRole ? ('system' as const) : ('user' as const), content: system }];
  const turns = [...lead, ...messages.filter(({ role }) => role !== 'system').map(rendered)];
  const joined: { role: 'user' | 'assistant' | 'system'; content: string }[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) joined[joined.length - 1] = { role: turn.role, content: `${last.content}\n\n${turn.content}` };
    else joined.push({ role: turn.role, content: turn.content });
  }
  return joined;
};
