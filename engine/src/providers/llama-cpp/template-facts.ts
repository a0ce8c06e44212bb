import type { Message, Model, ToolDefinition } from '@benchloop/spec';
import { renderPrompt, type ChatTemplate } from './chat-template.ts';
import { callFormsIn } from './call-marks.ts';

/** What a chat template can do, found out by rendering it. */
export type TemplateFacts = {
  capabilities: Model['capabilities'];
  callForms: string[];
  argumentsAs: 'object' | 'text';
};

const needle = 'qzprobe';
const user: Message = { role: 'user', content: 'hello' };
const tool: ToolDefinition = {
  name: `${needle}_tool`,
  description: 'probe',
  parameters: { type: 'object', properties: { [needle]: { type: 'string' } } },
};
const argumentsText = JSON.stringify({ [needle]: 'value' });
const call: Message = {
  role: 'assistant',
  content: '',
  toolCalls: [{ id: 'probe0000', name: tool.name, arguments: { [needle]: 'value' }, argumentsText, repairs: [] }],
};
const result: Message = { role: 'tool', content: 'done', toolCallId: 'probe0000', toolName: tool.name };

/** The rendered text, or null where the template refuses the conversation. */
const tryRender = (
  template: ChatTemplate,
  messages: Message[],
  options: { tools?: ToolDefinition[]; argumentsAs?: 'object' | 'text' } = {},
): string | null => {
  try {
    return renderPrompt(template, { messages, tools: options.tools, thinking: 'default', argumentsAs: options.argumentsAs ?? 'object' });
  } catch {
    return null;
  }
};

const rendersTools = (template: ChatTemplate): boolean =>
  tryRender(template, [user])?.includes(needle) === false && tryRender(template, [user], { tools: [tool] })?.includes(tool.name) === true;

const rendersSystem = (template: ChatTemplate): boolean =>
  tryRender(template, [{ role: 'system', content: needle }, user])?.includes(needle) === true;

/** Some templates join the arguments to a string, and would print an object in the template language's own way. */
const argumentsKind = (template: ChatTemplate): TemplateFacts['argumentsAs'] => {
  const text = tryRender(template, [user, call, result], { tools: [tool] });
  return text !== null && /"qzprobe":\s*"value"/.test(text) ? 'object' : 'text';
};

const thinkingMarks = ['enable_thinking', '<think>', '[THINK]', 'reasoning_effort', '<|channel|>'];

export const templateFacts = (template: ChatTemplate): TemplateFacts => {
  return {
    capabilities: {
      tools: rendersTools(template) ? 'yes' : 'no',
      thinking: thinkingMarks.some((mark) => template.source.includes(mark)) ? 'yes' : 'no',
      vision: 'no',
      system: rendersSystem(template) ? 'yes' : 'no',
    },
    callForms: callFormsIn(template.toolSource ?? template.source),
    argumentsAs: argumentsKind(template),
  };
};

/** Marks that end a prompt inside the model's reasoning, so that the reply begins with reasoning. */
const openedReasoning = /(<think>|<thinking>|\[THINK\])\s*$/;

export const endsInsideReasoning = (prompt: string): boolean => openedReasoning.test(prompt);

export const hasThinkingSwitch = (template: ChatTemplate): boolean => /enable_thinking|reasoning_effort/.test(template.source);
