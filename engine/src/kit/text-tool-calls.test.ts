import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTextToolCalls } from './text-tool-calls.ts';

const found = (text: string) => findTextToolCalls(text).calls.map((call) => [call.name, call.arguments]);
const one = [['f', { a: 1 }]];

const accepted: [form: string, text: string, calls: unknown][] = [
  ['Hermes', '<tool_call>\n{"name":"f","arguments":{"a":1}}\n</tool_call>', one],
  [
    'Hermes, two calls',
    '<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>\n<tool_call>{"name":"g","arguments":{}}</tool_call>',
    [...one, ['g', {}]],
  ],
  ['Hermes, never closed', '<tool_call>{"name":"f","arguments":{"a":1}}', one],
  ['Hermes, two opening tags', '<tool_call>{"name":"f","arguments":{"a":1}}\n<tool_call>{"name":"g","arguments":{}}', [...one, ['g', {}]]],
  ['Hermes, Python literals', "<tool_call>{'name': 'f', 'arguments': {'a': 1}}</tool_call>", one],
  ['Qwen3-Coder', '<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>', one],
  ['Qwen3-Coder without outer tags', '<function=f>\n<parameter=a>\n1\n</parameter>\n</function>', one],
  ['Mistral list', '[TOOL_CALLS][{"name":"f","arguments":{"a":1}}]', one],
  ['Mistral args', '[TOOL_CALLS]f[ARGS]{"a":1}', one],
  ['Llama python tag', '<|python_tag|>{"name":"f","parameters":{"a":1}}', one],
  ['Llama bare', '{"type":"function","name":"f","parameters":{"a":1}}', one],
  ['Llama function tag', '<function=f>{"a":1}</function>', one],
  ['gpt-oss', '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}<|call|>', one],
  ['gpt-oss, recipient first', '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a":1}<|call|>', one],
  [
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a":1}<|tool_call_end|><|tool_calls_section_end|>',
    one,
  ],
  [
    'DeepSeek R1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a":1}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    one,
  ],
  ['DeepSeek V3.1', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a":1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>', one],
  ['GLM', '<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>', one],
  ['MiniMax', '<minimax:tool_call>\n<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>\n</minimax:tool_call>', one],
  ['function_calls', '<function_calls><invoke name="f"><parameter name="a">1</parameter></invoke></function_calls>', one],
  ['fenced', 'Here:\n```json\n{"name":"f","arguments":{"a":1}}\n```\n', one],
  ['ReAct', 'Thought: look.\nAction: f\nAction Input: {"a":1}', one],
  ['OpenAI object', '{"function":{"name":"f","arguments":"{\\"a\\":1}"}}', one],
  ['namespace', '<tool_call>{"name":"functions.f","arguments":{"a":1}}</tool_call>', one],
];

test.each(accepted)('%s', (_form, text, calls) => {
  const result = findTextToolCalls(text);
  expect(result.calls.map((call) => [call.name, call.arguments])).toEqual(calls);
  for (const call of result.calls) expect(call.id).toMatch(/^[a-z0-9]{9}$/u);
  expect(result.text).not.toContain('"a"');
  expect(result.text).not.toMatch(/[<[]/u);
});

const rejected: [name: string, text: string][] = [
  ['plain text', 'The answer is 4.'],
  ['talk about the tag in a code block', 'Models write:\n```\n<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>\n```\nand wait.'],
  ['talk about the tag in a sentence', 'The tag <tool_call> opens a call.'],
  ['a JSON answer', '{"name":"Ada","age":36}'],
  ['a JSON answer in a fence', '```json\n{"name":"Ada","age":36}\n```'],
  ['code with a call', '```python\nf({"a": 1})\n```'],
  ['an unclosed array', '[1, 2'],
];

test.each(rejected)('no call: %s', (_name, text) => {
  expect(findTextToolCalls(text)).toEqual({ calls: [], text });
});

test('the text around a call is kept', () => {
  expect(findTextToolCalls('Let me check.\n<tool_call>{"name":"f","arguments":{}}</tool_call>\n').text).toBe('Let me check.');
  expect(findTextToolCalls('a <function=f>{}</function> b').text).toBe('a  b');
});

test('with offered tools, only calls of those count', () => {
  const text = '{"name":"f","parameters":{"a":1}}';
  expect(findTextToolCalls(text, { toolNames: ['f'] }).calls).toHaveLength(1);
  expect(findTextToolCalls(text, { toolNames: ['g'] }).calls).toEqual([]);
});

test('repairs are named and a cut-off call has no arguments', () => {
  expect(findTextToolCalls("[TOOL_CALLS]f[ARGS]{'a': True}").calls).toMatchObject([
    { arguments: { a: true }, repairs: ['malformed-json'] },
  ]);
  expect(findTextToolCalls('<tool_call>{"name":"f","arguments":{"a":').calls).toMatchObject([{ name: 'f', arguments: null }]);
});

test('parameters in tags keep text and read other JSON', () => {
  const text =
    '<function=f><parameter=city>Bonn</parameter><parameter=days>[1, 2]</parameter><parameter=code>\nif x:\n  y\n</parameter></function>';
  expect(found(text)).toEqual([['f', { city: 'Bonn', days: [1, 2], code: 'if x:\n  y' }]]);
});

test('two calls of one text have different ids, the same text the same ids', () => {
  const text = '<tool_call>{"name":"f","arguments":{}}</tool_call><tool_call>{"name":"f","arguments":{}}</tool_call>';
  const ids = findTextToolCalls(text).calls.map((call) => call.id);
  expect(new Set(ids).size).toBe(2);
  expect(findTextToolCalls(text).calls.map((call) => call.id)).toEqual(ids);
});

test('any arguments survive the Hermes form, and no text makes it fail', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      const argumentsText = JSON.stringify(given);
      fc.pre(!/<\/?tool_call>/u.test(argumentsText));
      const { calls } = findTextToolCalls(`<tool_call>{"name":"f","arguments":${argumentsText}}</tool_call>`);
      expect(JSON.stringify(calls[0]?.arguments)).toBe(JSON.stringify(JSON.parse(argumentsText)));
    }),
  );
  const soup = fc
    .array(
      fc.constantFrom(
        '<tool_call>',
        '</tool_call>',
        '{',
        '}',
        '"name":"f"',
        '[TOOL_CALLS]',
        '<function=f>',
        '```json\n',
        '```',
        '\n',
        'a',
        ',"arguments":',
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(fc.property(soup, (text) => void findTextToolCalls(text)));
});
