import type { Image, Message, ModelRequest, Thinking } from '@benchloop/spec';

/** What a model was seen to accept. */
export type ModelTraits = {
  sampling: boolean;
  /** A summary is the only reasoning that the service shows of some models, and not everyone may ask for it. */
  summary: boolean;
  /** The level that stands for no reasoning; null where there is none. */
  leastEffort: 'none' | 'minimal' | null;
  settled: boolean;
};

export const createTraits = (): ModelTraits => ({ sampling: true, summary: true, leastEffort: 'none', settled: false });

type Item = Record<string, unknown>;

const imageOnWire = ({ mediaType, data }: Image): Item => ({ type: 'input_image', image_url: `data:${mediaType};base64,${data}` });

/** Calls go back by `call_id` alone: with an id of their own the service would want the reasoning before them too. */
const itemsOf = (message: Message): Item[] => {
  if (message.role === 'tool') return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }];
  if (message.role === 'user' && message.images !== undefined)
    return [{ role: 'user', content: [...message.images.map(imageOnWire), { type: 'input_text', text: message.content }] }];
  if (message.role !== 'assistant') return [{ role: message.role, content: message.content }];
  const { content, toolCalls = [] } = message;
  return [
    ...(content === '' ? [] : [{ role: 'assistant', content }]),
    ...toolCalls.map((call) => ({
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      arguments: JSON.stringify(call.arguments ?? {}),
    })),
  ];
};

const toolsOnWire = ({ tools = [], toolChoice }: ModelRequest): Record<string, unknown> =>
  tools.length === 0
    ? {}
    : {
        // Strict mode would demand that every argument is required, which changes the task.
        tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
        ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
      };

const effortOf = (thinking: Thinking, traits: ModelTraits): string | null =>
  thinking === 'default' ? null : thinking === 'off' ? traits.leastEffort : thinking === 'on' ? 'medium' : thinking;

const reasoningOnWire = (thinking: Thinking, traits: ModelTraits): Record<string, unknown> => {
  const effort = effortOf(thinking, traits);
  if (effort === null) return {};
  return { reasoning: { effort, ...(traits.summary && thinking !== 'off' ? { summary: 'auto' } : {}) } };
};

const samplingOnWire = ({ sampling }: ModelRequest, traits: ModelTraits): Record<string, unknown> =>
  traits.sampling ? { temperature: sampling.temperature, ...(sampling.topP === null ? {} : { top_p: sampling.topP }) } : {};

/** The body of `POST /responses`. Nothing is stored at the service. */
export const responsesBody = (model: string, request: ModelRequest, traits: ModelTraits): string =>
  JSON.stringify({
    model,
    input: request.messages.flatMap(itemsOf),
    stream: true,
    store: false,
    max_output_tokens: request.maxTokens,
    ...samplingOnWire(request, traits),
    ...toolsOnWire(request),
    ...(request.constraint?.kind === 'json-schema'
      ? { text: { format: { type: 'json_schema', name: 'reply', strict: true, schema: request.constraint.schema } } }
      : {}),
    ...reasoningOnWire(request.thinking, traits),
  });

const nextLeast = { none: 'minimal', minimal: null } as const;

/** What to write otherwise after this rejection; null where the rejection names none of it. */
export const traitsAfterRejection = (
  traits: ModelTraits,
  rejection: { status: number | null; message: string; thinking: Thinking },
): Partial<ModelTraits> | null => {
  const { status, message, thinking } = rejection;
  if (status !== 400 && status !== 422) return null;
  const thinks = thinking !== 'default' && thinking !== 'off';
  if (thinks && traits.summary && /summar/iu.test(message)) return { summary: false };
  if (thinking === 'off' && traits.leastEffort !== null && /effort|'(?:none|minimal)'/iu.test(message))
    return { leastEffort: nextLeast[traits.leastEffort] };
  if (traits.sampling && /\b(?:temperature|top_p)\b/u.test(message) && /unsupported|not supported|does not support/iu.test(message))
    return { sampling: false };
  return null;
};
