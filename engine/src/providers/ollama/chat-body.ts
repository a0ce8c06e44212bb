import type { Message, Model, ModelRequest, Thinking } from '@benchloop/spec';

/** What decides how a request is written, beside the request itself. */
export type OllamaTarget = {
  model: string;
  capabilities: Model['capabilities'];
  /** Context to ask for, in tokens; null leaves it to the server, as for models that run elsewhere. */
  contextTokens: number | null;
};

/** How long the server keeps the model after a call: longer than any pause inside a run. */
export const keepAlive = '30m';

/** Ollama takes arguments as an object, tool results by the name of the tool, and reasoning back in its own member. */
const messageOnWire = (message: Message): Record<string, unknown> => {
  if (message.role === 'tool') return { role: 'tool', tool_name: message.toolName, content: message.content };
  if (message.role === 'user' && message.images !== undefined)
    return { role: 'user', content: message.content, images: message.images.map(({ data }) => data) };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, reasoning = '', toolCalls = [] } = message;
  return {
    role: 'assistant',
    content,
    ...(reasoning === '' ? {} : { thinking: reasoning }),
    ...(toolCalls.length === 0
      ? {}
      : { tool_calls: toolCalls.map((call) => ({ function: { name: call.name, arguments: call.arguments ?? {} } })) }),
  };
};

/** A model that can't think is not told to stop: some versions reject the member for it. */
const thinkingOnWire = (thinking: Thinking, capabilities: Model['capabilities']): Record<string, unknown> => {
  if (thinking === 'default' || (thinking === 'off' && capabilities.thinking === 'no')) return {};
  return { think: thinking === 'on' ? true : thinking === 'off' ? false : thinking };
};

const toolsOnWire = ({ tools = [], toolChoice }: ModelRequest): Record<string, unknown> =>
  tools.length === 0 || toolChoice === 'none' ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) };

export const optionsOnWire = (request: Pick<ModelRequest, 'sampling' | 'maxTokens' | 'stop'>, contextTokens: number | null) => ({
  ...(contextTokens === null ? {} : { num_ctx: contextTokens }),
  num_predict: request.maxTokens,
  // Ollama penalises repeated tokens unless told otherwise, so its greedy answers would be another sampler's.
  repeat_penalty: 1,
  temperature: request.sampling.temperature,
  ...(request.sampling.topP === null ? {} : { top_p: request.sampling.topP }),
  ...(request.sampling.seed === null ? {} : { seed: request.sampling.seed }),
  ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop: request.stop }),
});

/**
 * The body of `POST /api/chat`. `truncate` and `shift` ask for an error where the prompt or the reply does not fit;
 * versions that don't know them cut in silence, which is found afterwards.
 */
export const chatBody = (target: OllamaTarget, request: ModelRequest): string =>
  JSON.stringify({
    model: target.model,
    messages: request.messages.map(messageOnWire),
    stream: true,
    keep_alive: keepAlive,
    truncate: false,
    shift: false,
    ...toolsOnWire(request),
    ...(request.constraint?.kind === 'json-schema' ? { format: request.constraint.schema } : {}),
    ...thinkingOnWire(request.thinking, target.capabilities),
    options: optionsOnWire(request, target.contextTokens),
  });
