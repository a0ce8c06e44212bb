import type { Image, Message, ModelRequest, Thinking } from '@benchloop/spec';
import type { CallMemory } from '../../kit/wire/call-memory.ts';

/** What a model was seen to accept: newer ones take sampling and thinking in other members than older ones. */
export type ModelTraits = {
  sampling: boolean;
  /** `budget`: a number of tokens; `effort`: the model decides how much, by a level. */
  thinking: 'budget' | 'effort';
  settled: boolean;
};

export const createTraits = (): ModelTraits => ({ sampling: true, thinking: 'budget', settled: false });

/** Tokens of thinking by effort. The API takes no fewer than 1,024. */
const budgets: Record<Exclude<Thinking, 'default' | 'off'>, number> = { low: 1_024, on: 4_096, medium: 4_096, high: 16_384 };
const efforts: Record<Exclude<Thinking, 'default' | 'off'>, string> = { low: 'low', on: 'medium', medium: 'medium', high: 'high' };

export const thinks = (thinking: Thinking): thinking is keyof typeof budgets => thinking !== 'default' && thinking !== 'off';

type Block = Record<string, unknown>;
type Turn = { role: 'user' | 'assistant'; content: Block[] };

const textBlock = (text: string): Block[] => (text === '' ? [] : [{ type: 'text', text }]);

const imageBlock = ({ mediaType, data }: Image): Block => ({ type: 'image', source: { type: 'base64', media_type: mediaType, data } });

/** Thinking goes back only as the server sent it, with its signature; it is kept by the id of the first call after it. */
const assistantBlocks = (message: Extract<Message, { role: 'assistant' }>, memory: CallMemory, thinking: boolean): Block[] => {
  const { content, toolCalls = [] } = message;
  const first = toolCalls[0];
  const thought = thinking && first !== undefined ? memory.recall(first.id) : undefined;
  return [
    ...(Array.isArray(thought) ? (thought as Block[]) : []),
    ...textBlock(content),
    ...toolCalls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.arguments ?? {} })),
  ];
};

const blocksOf = (message: Exclude<Message, { role: 'system' }>, memory: CallMemory, thinking: boolean): Block[] => {
  if (message.role === 'user') return [...(message.images ?? []).map(imageBlock), ...textBlock(message.content)];
  if (message.role === 'assistant') return assistantBlocks(message, memory, thinking);
  const { toolCallId, content, isError } = message;
  return [{ type: 'tool_result', tool_use_id: toolCallId, content, ...(isError === true ? { is_error: true } : {}) }];
};

/** Roles alternate: what one side says in several messages is one turn, tool results among it. */
const turnsOf = (messages: readonly Message[], memory: CallMemory, thinking: boolean): Turn[] => {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocksOf(message, memory, thinking);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) turns.push({ role, content });
  }
  return turns;
};

const choices = { auto: 'auto', none: 'none', required: 'any' } as const;

const toolsOnWire = ({ tools = [], toolChoice }: ModelRequest): Record<string, unknown> =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
        ...(toolChoice === undefined ? {} : { tool_choice: { type: choices[toolChoice] } }),
      };

const thinkingOnWire = (thinking: Thinking, traits: ModelTraits): Record<string, unknown> => {
  if (!thinks(thinking)) return thinking === 'off' ? { thinking: { type: 'disabled' } } : {};
  return traits.thinking === 'budget'
    ? { thinking: { type: 'enabled', budget_tokens: budgets[thinking] } }
    : { thinking: { type: 'adaptive' } };
};

const outputOnWire = ({ thinking, constraint }: ModelRequest, traits: ModelTraits): Record<string, unknown> => {
  const config = {
    ...(thinks(thinking) && traits.thinking === 'effort' ? { effort: efforts[thinking] } : {}),
    ...(constraint?.kind === 'json-schema' ? { format: { type: 'json_schema', schema: constraint.schema } } : {}),
  };
  return Object.keys(config).length === 0 ? {} : { output_config: config };
};

/** Sampling can't be set beside thinking. */
const samplingOnWire = ({ sampling, thinking }: ModelRequest, traits: ModelTraits): Record<string, unknown> =>
  !traits.sampling || thinks(thinking)
    ? {}
    : { temperature: sampling.temperature, ...(sampling.topP === null ? {} : { top_p: sampling.topP }) };

/** The body of `POST /v1/messages`. The budget of thinking comes on top of the tokens of the answer. */
export const messagesBody = (model: string, request: ModelRequest, more: { traits: ModelTraits; memory: CallMemory }): string => {
  const { traits, memory } = more;
  const system = request.messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  const thinking = thinks(request.thinking);
  return JSON.stringify({
    model,
    max_tokens: request.maxTokens + (thinks(request.thinking) ? budgets[request.thinking] : 0),
    stream: true,
    ...(system === '' ? {} : { system }),
    messages: turnsOf(request.messages, memory, thinking),
    ...samplingOnWire(request, traits),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop_sequences: request.stop }),
    ...toolsOnWire(request),
    ...thinkingOnWire(request.thinking, traits),
    ...outputOnWire(request, traits),
  });
};

/** What to write otherwise after this rejection; null where the rejection names none of it. */
export const traitsAfterRejection = (
  traits: ModelTraits,
  rejection: { status: number | null; message: string },
): Partial<ModelTraits> | null => {
  if (rejection.status !== 400) return null;
  if (traits.thinking === 'budget' && /adaptive|thinking\.type|budget_tokens[\s\S]*(?:not supported|deprecated)/iu.test(rejection.message))
    return { thinking: 'effort' };
  if (
    traits.sampling &&
    /(?:temperature|top_p)[\s\S]*(?:not supported|deprecated|unsupported|cannot|not allowed)/iu.test(rejection.message)
  )
    return { sampling: false };
  return null;
};
