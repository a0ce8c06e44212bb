import type { Image, Message, ModelRequest, Thinking } from '@benchloop/spec';
import type { CallMemory } from '../../kit/wire/call-memory.ts';
import { parametersOnWire } from './tool-schema.ts';

type Part = Record<string, unknown>;
type Content = { role: 'user' | 'model'; parts: Part[] };

/** Tokens of thinking by effort; -1 leaves the number to the model. */
const budgets: Record<Exclude<Thinking, 'default'>, number> = { off: 0, low: 1_024, on: -1, medium: 8_192, high: 24_576 };
/** What a number left to the model may cost on top of the answer. */
const dynamicBudget = 8_192;

const textPart = (text: string): Part[] => (text === '' ? [] : [{ text }]);

const imagePart = ({ mediaType, data }: Image): Part => ({ inlineData: { mimeType: mediaType, data } });

/** A signature goes back with its call: newer models reject a history without it. */
const callPart = (call: { id: string; name: string; arguments: Record<string, unknown> | null }, memory: CallMemory): Part => {
  const signature = memory.recall(call.id);
  const part = { functionCall: { name: call.name, args: call.arguments ?? {} } };
  return typeof signature === 'string' ? { ...part, thoughtSignature: signature } : part;
};

const partsOf = (message: Exclude<Message, { role: 'system' }>, memory: CallMemory): Part[] => {
  if (message.role === 'user') return [...(message.images ?? []).map(imagePart), ...textPart(message.content)];
  if (message.role === 'assistant')
    return [...textPart(message.content), ...(message.toolCalls ?? []).map((call) => callPart(call, memory))];
  const { toolName, content, isError } = message;
  return [{ functionResponse: { name: toolName, response: isError === true ? { error: content } : { output: content } } }];
};

/** Roles alternate: what one side says in several messages is one content, results of calls among it. */
const contentsOf = (messages: readonly Message[], memory: CallMemory): Content[] => {
  const contents: Content[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = partsOf(message, memory);
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role, parts });
  }
  return contents;
};

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const;

const toolsOnWire = ({ tools = [], toolChoice }: ModelRequest): Record<string, unknown> =>
  tools.length === 0
    ? {}
    : {
        tools: [
          {
            functionDeclarations: tools.map(({ name, description, parameters }) => ({
              name,
              description,
              ...parametersOnWire(parameters),
            })),
          },
        ],
        ...(toolChoice === undefined ? {} : { toolConfig: { functionCallingConfig: { mode: modes[toolChoice] } } }),
      };

const thinkingOnWire = (thinking: Thinking): Record<string, unknown> =>
  thinking === 'default' ? {} : { thinkingConfig: { thinkingBudget: budgets[thinking], includeThoughts: thinking !== 'off' } };

const extraTokens = (thinking: Thinking): number => {
  const budget = thinking === 'default' ? 0 : budgets[thinking];
  return budget < 0 ? dynamicBudget : budget;
};

/** The body of `:streamGenerateContent`. The budget of thinking comes on top of the tokens of the answer. */
export const generateBody = (request: ModelRequest, memory: CallMemory): string => {
  const { sampling, stop = [], constraint, thinking, maxTokens } = request;
  const system = request.messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  return JSON.stringify({
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    contents: contentsOf(request.messages, memory),
    ...toolsOnWire(request),
    generationConfig: {
      maxOutputTokens: maxTokens + extraTokens(thinking),
      temperature: sampling.temperature,
      ...(sampling.topP === null ? {} : { topP: sampling.topP }),
      ...(sampling.seed === null ? {} : { seed: sampling.seed }),
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
      ...(constraint?.kind === 'json-schema' ? { responseMimeType: 'application/json', responseJsonSchema: constraint.schema } : {}),
      ...thinkingOnWire(thinking),
    },
  });
};
