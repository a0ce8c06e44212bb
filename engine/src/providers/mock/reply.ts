import type { GenerateOptions, ModelRequest, Reply, ToolDefinition } from '@benchloop/spec';
import type { Behaviour, ControlId } from './behaviour.ts';

const promptText = (request: ModelRequest): string => {
  const last = request.messages.findLast((message) => message.role === 'user');
  return last?.content ?? '';
};

const properties = (tool: ToolDefinition): string[] =>
  Object.keys((tool.parameters['properties'] as Record<string, unknown> | undefined) ?? {});

const spray = (request: ModelRequest, options: GenerateOptions): Reply => {
  const prompt = promptText(request);
  const tools = request.tools ?? options.origin?.task.tools ?? [];
  const toolCalls = tools.map((tool) => ({ name: tool.name, arguments: Object.fromEntries(properties(tool).map((key) => [key, prompt])) }));
  return toolCalls.length > 0 ? { toolCalls } : { text: prompt };
};

const oracle = (options: GenerateOptions): Reply => {
  const replies = options.origin?.task.proof.accepted[0]?.replies ?? [];
  return replies[Math.min(options.origin?.turn ?? 0, replies.length - 1)] ?? { text: '' };
};

const controls: Record<ControlId, (request: ModelRequest, options: GenerateOptions) => Reply> = {
  constant: () => ({ text: 'The result is as follows.\n\nAnswer: 42' }),
  echo: (request) => ({ text: promptText(request) }),
  empty: () => ({ text: '' }),
  error: () => ({ text: '' }),
  oracle: (_request, options) => oracle(options),
  refuse: () => ({ text: "I'm sorry, but I can't help with that request." }),
  spray,
};

/** The reply of a mock model to one request, written the way the harness in use reads it. */
export const replyOf = (behaviour: Behaviour, request: ModelRequest, options: GenerateOptions): Reply => {
  const encode = options.origin?.encodeReply ?? ((reply: Reply) => reply);
  const { answer } = behaviour;
  const reply: Reply =
    answer.kind === 'control'
      ? controls[answer.id](request, options)
      : answer.kind === 'say'
        ? { text: answer.text }
        : { toolCalls: [{ name: answer.name, arguments: JSON.parse(answer.argumentsText) as Record<string, unknown> }] };
  const encoded = encode(reply);
  return behaviour.reasoning === '' ? encoded : { ...encoded, reasoning: behaviour.reasoning };
};
