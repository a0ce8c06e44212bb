import { describe, expect, it } from 'vitest';
import { renderPrompt, type ChatTemplate } from './chat-template.ts';
import { plainTemplate, toolTemplate } from './fixtures/tiny-gguf.ts';
import { endsInsideReasoning, hasThinkingSwitch, templateFacts } from './template-facts.ts';

const template = (source: string, toolSource: string | null = null): ChatTemplate => ({
  source,
  toolSource,
  bosText: '<s>',
  eosText: '</s>',
});

const noSystem = `{{ bos_token }}{% for message in messages %}{% if message.role == 'system' %}{{ raise_exception('no system turn') }}{% endif %}[INST] {{ message.content }} [/INST]{% endfor %}`;
const joined = `{% for message in messages %}{% if message.tool_calls %}{% for call in message.tool_calls %}{{ call.function.name + ': ' + call.function.arguments }}{% endfor %}{% else %}{{ message.content }}{% endif %}{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}`;

describe('templateFacts', () => {
  it('finds out tools and system turns by rendering them', () => {
    expect(templateFacts(template(plainTemplate)).capabilities).toEqual({ tools: 'no', thinking: 'no', vision: 'no', system: 'yes' });
    expect(templateFacts(template(toolTemplate))).toMatchObject({
      capabilities: { tools: 'yes', thinking: 'yes', system: 'yes' },
      argumentsAs: 'object',
    });
    expect(templateFacts(template(noSystem)).capabilities).toMatchObject({ tools: 'no', system: 'no' });
  });

  it('uses a second template for tools where the file holds one', () => {
    expect(templateFacts(template(plainTemplate, toolTemplate)).capabilities.tools).toBe('yes');
  });

  it('gives arguments as text to a template that joins them', () => {
    expect(templateFacts(template(joined)).argumentsAs).toBe('text');
  });

  it('takes the forms of calls from the template', () => {
    expect(templateFacts(template(toolTemplate)).callForms).toEqual(['tool-call-tag', 'function-tag']);
    expect(templateFacts(template('{{ "[TOOL_CALLS]" }}')).callForms).toEqual(['mistral-args', 'mistral-list']);
    expect(templateFacts(template(joined)).callForms).toEqual(['bare-json']);
  });
});

describe('renderPrompt', () => {
  const call = { id: 'call00001', name: 'look', arguments: { at: 'here' }, argumentsText: '{"at":"here"}', repairs: [] };

  it('writes tools, calls and results', () => {
    const text = renderPrompt(template(toolTemplate), {
      messages: [
        { role: 'user', content: 'Where?' },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: 'north', toolCallId: call.id, toolName: 'look' },
      ],
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
      thinking: 'default',
      argumentsAs: 'object',
    });
    expect(text).toContain('{"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object"}}}');
    expect(text).toContain('<tool_call>\n{"name": "look", "arguments": {"at": "here"}}\n</tool_call>');
    expect(text).toContain('<|im_start|>tool\nnorth<|im_end|>');
    expect(text.endsWith('<|im_start|>assistant\n')).toBe(true);
  });

  it('passes the switch for reasoning only when it was asked for', () => {
    const prompt = (thinking: 'default' | 'off' | 'on') =>
      renderPrompt(template(toolTemplate), { messages: [{ role: 'user', content: 'hi' }], thinking, argumentsAs: 'object' });
    expect(endsInsideReasoning(prompt('on'))).toBe(true);
    expect(endsInsideReasoning(prompt('off'))).toBe(false);
    expect(prompt('default')).toBe(prompt('off'));
    expect(hasThinkingSwitch(template(toolTemplate))).toBe(true);
    expect(hasThinkingSwitch(template(plainTemplate))).toBe(false);
  });

  it('ends in one message when the template refuses', () => {
    const refused = () =>
      renderPrompt(template(noSystem), { messages: [{ role: 'system', content: 'x' }], thinking: 'default', argumentsAs: 'object' });
    expect(refused).toThrow(/refuses this conversation: no system turn/);
  });
});
