import type { Image, Message, ModelRequest, Thinking } from '@benchloop/spec';

/** What a server was seen to accept. One per base URL, remembered over requests. */
export type ServerTraits = {
  isLlamaServer: boolean;
  streamOptions: boolean;
  tokenLimit: 'max_tokens' | 'max_completion_tokens';
  /** A request went through, so nothing more needs to be tried. */
  settled: boolean;
};

export const createTraits = (isLlamaServer: boolean): ServerTraits => ({
  isLlamaServer,
  streamOptions: true,
  tokenLimit: 'max_tokens',
  settled: false,
});

/** Broken arguments in a history make servers fail that read them; such a call goes back without arguments. */
const callOnWire = (call: NonNullable<Extract<Message, { role: 'assistant' }>['toolCalls']>[number]) => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) },
});

const imageOnWire = ({ mediaType, data }: Image) => ({ type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } });

/** Reasoning stays out of the history: servers either drop it or count it as an answer. */
const messageOnWire = (message: Message): Record<string, unknown> => {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role === 'user' && message.images !== undefined)
    return { role: 'user', content: [...message.images.map(imageOnWire), { type: 'text', text: message.content }] };
  if (message.role !== 'assistant' || message.toolCalls === undefined) return { role: message.role, content: message.content };
  return { role: 'assistant', content: message.content, tool_calls: message.toolCalls.map(callOnWire) };
};

const thinkingOnWire = (thinking: Thinking): Record<string, unknown> => {
  if (thinking === 'default') return {};
  if (thinking === 'on' || thinking === 'off') return { chat_template_kwargs: { enable_thinking: thinking === 'on' } };
  return { reasoning_effort: thinking };
};

const constraintOnWire = (constraint: ModelRequest['constraint']): Record<string, unknown> => {
  if (constraint === undefined) return {};
  if (constraint.kind === 'gbnf') return { grammar: constraint.grammar };
  return { response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema: constraint.schema } } };
};

const toolsOnWire = (request: ModelRequest): Record<string, unknown> =>
  request.tools === undefined || request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map((tool) => ({ type: 'function', function: tool })),
        ...(request.toolChoice === undefined ? {} : { tool_choice: request.toolChoice }),
      };

/** Members that only llama-server is known to take; strict servers reject what they don't know. */
const llamaOnWire = (request: ModelRequest): Record<string, unknown> => ({
  cache_prompt: request.cachePrompt,
  ...(request.ignoreEndToken === undefined ? {} : { ignore_eos: request.ignoreEndToken }),
});

/** The body of `POST /chat/completions`; only what the request asks for is sent. */
export const chatBody = (model: string, request: ModelRequest, traits: ServerTraits): string =>
  JSON.stringify({
    model,
    messages: request.messages.map(messageOnWire),
    stream: true,
    ...(traits.streamOptions ? { stream_options: { include_usage: true } } : {}),
    [traits.tokenLimit]: request.maxTokens,
    temperature: request.sampling.temperature,
    ...(request.sampling.topP === null ? {} : { top_p: request.sampling.topP }),
    ...(request.sampling.seed === null ? {} : { seed: request.sampling.seed }),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop: request.stop }),
    ...toolsOnWire(request),
    ...constraintOnWire(request.constraint),
    ...thinkingOnWire(request.thinking),
    ...(traits.isLlamaServer ? llamaOnWire(request) : {}),
  });

/** What to leave out or rename after this rejection; null where the rejection names none of it. */
export const traitsAfterRejection = (
  traits: ServerTraits,
  rejection: { status: number | null; message: string },
): Partial<ServerTraits> | null => {
  if (rejection.status !== 400 && rejection.status !== 422) return null;
  if (traits.streamOptions && /stream_options|include_usage/u.test(rejection.message)) return { streamOptions: false };
  if (
    traits.tokenLimit === 'max_tokens' &&
    /max_tokens\b[\s\S]*max_completion_tokens|unsupported parameter[\s\S]*max_tokens/iu.test(rejection.message)
  ) {
    return { tokenLimit: 'max_completion_tokens' };
  }
  return null;
};
