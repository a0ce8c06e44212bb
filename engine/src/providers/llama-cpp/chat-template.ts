import { Template } from '@huggingface/jinja';
import type { Message, Thinking, ToolDefinition } from '@benchloop/spec';
import { fail } from './failures.ts';

/** A model's own chat template with the special tokens that it may name. */
export type ChatTemplate = {
  source: string;
  /** Rendered instead of `source` when tools are offered, as some files hold a second template for them. */
  toolSource: string | null;
  bosText: string;
  eosText: string;
};

export type RenderInput = {
  messages: readonly Message[];
  tools?: readonly ToolDefinition[] | undefined;
  thinking: Thinking;
  /** How the template wants the arguments of earlier calls. */
  argumentsAs: 'object' | 'text';
};

const wireMessage = (message: Message, argumentsAs: RenderInput['argumentsAs']): Record<string, unknown> => {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.toolCallId, name: message.toolName };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = (message.toolCalls ?? []).map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: argumentsAs === 'object' && call.arguments !== null ? call.arguments : call.argumentsText },
  }));
  return {
    role: 'assistant',
    content: message.content,
    ...(message.reasoning === undefined ? {} : { reasoning_content: message.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
};

const wireTool = ({ name, description, parameters }: ToolDefinition) => ({ type: 'function', function: { name, description, parameters } });

const thinkingVariables = (thinking: Thinking): Record<string, unknown> => {
  if (thinking === 'default') return {};
  if (thinking === 'off' || thinking === 'on') return { enable_thinking: thinking === 'on' };
  return { enable_thinking: true, reasoning_effort: thinking };
};

const parsed = new Map<string, Template>();

/** A file holds one template or two; parsing one takes milliseconds that would be part of every first token. */
const parse = (source: string): Template => {
  const known = parsed.get(source) ?? new Template(source);
  parsed.set(source, known);
  return known;
};

/**
 * Writes a conversation as the prompt text that the model was trained on, up to where its reply begins.
 * A template that refuses the conversation ends in `unsupported`.
 */
export const renderPrompt = (template: ChatTemplate, input: RenderInput): string => {
  const tools = input.tools !== undefined && input.tools.length > 0 ? input.tools.map(wireTool) : null;
  try {
    return parse(tools !== null && template.toolSource !== null ? template.toolSource : template.source).render({
      messages: input.messages.map((message) => wireMessage(message, input.argumentsAs)),
      ...(tools === null ? {} : { tools }),
      add_generation_prompt: true,
      bos_token: template.bosText,
      eos_token: template.eosText,
      ...thinkingVariables(input.thinking),
    });
  } catch (thrown) {
    return fail(
      'unsupported',
      `The model's chat template refuses this conversation: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      'Run suites without system messages or tools on this model, or take another model.',
    );
  }
};
