import type { ToolCall } from '@benchloop/spec';
import { C, delta, DONE, FIN, T, type WireCase } from './notation.ts';

/** Stands for an id that was made here: nine letters and digits. */
const synthetic = 'synthetic';
const call = (name: string, argumentsText: string, more: Partial<ToolCall> = {}): ToolCall => ({
  id: synthetic,
  name,
  arguments: JSON.parse(argumentsText === '' ? '{}' : argumentsText) as Record<string, unknown>,
  argumentsText,
  repairs: [],
  ...more,
});
const head = (index: number | undefined, id: string | undefined, name: string, text?: unknown) => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: text },
});
const tail = (index: number | undefined, text: string, more: Record<string, unknown> = {}) => ({
  index,
  function: { arguments: text },
  ...more,
});
const end = FIN('tool_calls') + DONE;
const gives = (toolCalls: ToolCall[], ...warnings: string[]) => ({ generation: { toolCalls, finish: 'tool-calls' as const }, warnings });
const f = call('f', '{"a":1}', { id: 'c1' });
const g = call('g', '{"b":2}', { id: 'c2' });
const leaked = (number: number, title: string, text: string): WireCase => ({
  number,
  title,
  wire: T(text) + FIN('stop') + DONE,
  generation: { text, toolCalls: [], leakedToolCalls: [call('f', '{"a":1}')], finish: 'stop' },
  warnings: ['leaked-call'],
});

/** wire.md section 13 D. */
export const toolCallCases: WireCase[] = [
  {
    number: 69,
    title: 'fragments of one call',
    wire: C(head(0, 'c1', 'f', '')) + C(tail(0, '{"')) + C(tail(0, 'a"')) + C(tail(0, ':1')) + C(tail(0, '}')) + end,
    ...gives([f]),
  },
  {
    number: 70,
    title: 'two calls interleaved',
    wire:
      C(head(0, 'c1', 'f', '')) +
      C(head(1, 'c2', 'g', '')) +
      C(tail(0, '{"a"'), tail(1, '{"b"')) +
      C(tail(1, ':2}')) +
      C(tail(0, ':1}')) +
      end,
    ...gives([f, g]),
  },
  {
    number: 71,
    title: 'two whole calls without index',
    wire: C(head(undefined, undefined, 'f', '{"a":1}')) + C(head(undefined, undefined, 'f', '{"a":2}')) + end,
    ...gives([call('f', '{"a":1}'), call('f', '{"a":2}')]),
  },
  {
    number: 72,
    title: 'one index for two ids',
    wire: C(head(0, 'c1', 'f', '{"a":1}')) + C(head(0, 'c2', 'g', '{"b"')) + C(tail(0, ':2}')) + end,
    ...gives([f, g], 'index-collision'),
  },
  {
    number: 73,
    title: 'one index, no ids, whole calls',
    wire: C(head(0, undefined, 'f', '{"a":1}')) + C(head(0, undefined, 'f', '{"a":2}')) + end,
    ...gives([call('f', '{"a":1}'), call('f', '{"a":2}')], 'index-collision'),
  },
  { number: 74, title: 'no id', wire: C(head(0, undefined, 'f', '{"a":1}')) + end, ...gives([call('f', '{"a":1}')]) },
  {
    number: 75,
    title: 'an empty id on the continuation',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C(tail(0, ':1}', { id: '' })) + end,
    ...gives([f]),
  },
  {
    number: 76,
    title: 'the id on every fragment',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C(tail(0, ':1', { id: 'c1' })) + C(tail(0, '}', { id: 'c1' })) + end,
    ...gives([f]),
  },
  { number: 77, title: 'a late id', wire: C(head(0, undefined, 'f', '')) + C(tail(0, '{"a":1}', { id: 'c1' })) + end, ...gives([f]) },
  {
    number: 78,
    title: 'the tail under another index',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C(tail(1, ':1')) + C(tail(1, '}', { id: 'c1' })) + end,
    ...gives([f], 'index-drift'),
  },
  {
    number: 78,
    title: 'the tail under another index with the id of the head',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C(tail(1, ':1', { id: 'c1' })) + C(tail(1, '}', { id: 'c1' })) + end,
    ...gives([f], 'index-drift'),
  },
  {
    number: 78,
    title: 'the tail under another index without id or name',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C(tail(1, ':1')) + C(tail(1, '}')) + end,
    ...gives([f], 'index-drift'),
  },
  {
    number: 79,
    title: 'the name on every fragment',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C(head(0, undefined, 'f', ':1')) + C(head(0, '', '', '}')) + end,
    ...gives([f]),
  },
  {
    number: 79,
    title: 'a null name on the continuation',
    wire: C(head(0, 'c1', 'f', '{"a"')) + C({ index: 0, id: null, function: { name: null, arguments: ':1}' } }) + end,
    ...gives([f]),
  },
  { number: 80, title: 'arguments as an object', wire: C(head(0, 'c1', 'f', { a: 1 })) + end, ...gives([f]) },
  { number: 81, title: 'arguments null', wire: C(head(0, 'c1', 'f', null)) + end, ...gives([call('f', '', { id: 'c1' })]) },
  { number: 81, title: 'arguments empty', wire: C(head(0, 'c1', 'f', '')) + end, ...gives([call('f', '', { id: 'c1' })]) },
  {
    number: 82,
    title: 'arguments cut inside an escape',
    wire: C(head(0, 'c1', 'f', '{"a":"\\u00')) + C(tail(0, 'e9日😀"}')) + end,
    ...gives([call('f', '{"a":"\\u00e9日😀"}', { id: 'c1' })]),
  },
  {
    number: 83,
    title: 'an empty object and then the arguments',
    wire: C(head(0, 'c1', 'f', '{}')) + C(tail(0, '{"a":1}')) + end,
    ...gives([call('f', '{"a":1}', { id: 'c1', argumentsText: '{}{"a":1}', repairs: ['several-objects'] })], 'repaired'),
  },
  {
    number: 84,
    title: 'arguments encoded twice',
    wire: C(head(0, 'c1', 'f', '"{\\"a\\":1}"')) + end,
    ...gives([call('f', '{"a":1}', { id: 'c1', argumentsText: '"{\\"a\\":1}"', repairs: ['double-encoded'] })], 'repaired'),
  },
  {
    number: 85,
    title: 'arguments cut by the token limit',
    wire: C(head(0, 'c1', 'f', '{"a":"x')) + FIN('length') + DONE,
    generation: { finish: 'length', toolCalls: [{ id: 'c1', name: 'f', arguments: null, argumentsText: '{"a":"x', repairs: [] }] },
    warnings: ['invalid-arguments'],
  },
  {
    number: 86,
    title: 'finish stop with a call',
    wire: C(head(0, 'c1', 'f', '{"a":1}')) + FIN('stop') + DONE,
    ...gives([f], 'finish-contradicts'),
  },
  {
    number: 86,
    title: 'finish tool_calls without one',
    wire: T('a') + FIN('tool_calls') + DONE,
    generation: { toolCalls: [], finish: 'tool-calls', finishRaw: 'tool_calls' },
    warnings: ['finish-contradicts'],
  },
  {
    number: 87,
    title: 'legacy function_call',
    wire:
      delta({ function_call: { name: 'f', arguments: '' } }) +
      delta({ function_call: { arguments: '{"a":1}' } }) +
      FIN('function_call') +
      DONE,
    ...gives([call('f', '{"a":1}')]),
  },
  {
    number: 88,
    title: 'TGI: a role per fragment and a lone brace first',
    wire:
      ['{', '"a":', '1}']
        .map((text, at) =>
          delta({
            role: 'assistant',
            tool_calls: [{ index: 0, id: '', type: 'function', function: { name: at === 0 ? 'f' : null, arguments: text } }],
          }),
        )
        .join('') + end,
    ...gives([call('f', '{"a":1}')]),
  },
  {
    number: 89,
    title: 'text and a call',
    wire: T('Let me check.') + C(head(0, 'c1', 'f', '{"a":1}')) + end,
    generation: { text: 'Let me check.', toolCalls: [f] },
    warnings: [],
  },
  {
    number: 90,
    title: 'a Hermes call as text, its tags cut',
    wire: T('<tool_') + T('call>{"name":"f",') + T('"arguments":{"a":1}}</tool_c') + T('all>') + FIN('stop') + DONE,
    generation: { text: '<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>', toolCalls: [], leakedToolCalls: [call('f', '{"a":1}')] },
    warnings: ['leaked-call'],
  },
  leaked(91, 'Qwen3-Coder', '<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>'),
  leaked(91, 'Mistral', '[TOOL_CALLS]f[ARGS]{"a":1}'),
  leaked(91, 'python tag', '<|python_tag|>{"name":"f","parameters":{"a":1}}'),
  leaked(91, 'bare Llama JSON', '{"type":"function","name":"f","parameters":{"a":1}}'),
  leaked(91, 'gpt-oss', '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}<|call|>'),
  leaked(91, 'DeepSeek', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a":1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>'),
  leaked(91, 'GLM', '<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>'),
  leaked(
    91,
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a":1}<|tool_call_end|><|tool_calls_section_end|>',
  ),
  leaked(91, 'MiniMax', '<minimax:tool_call><invoke name="f"><parameter name="a">1</parameter></invoke></minimax:tool_call>'),
  {
    number: 92,
    title: 'talk about calls in a code block',
    wire: T('Write:\n```\n<tool_call>{"name":"f","arguments":{}}</tool_call>\n```\n') + FIN('stop') + DONE,
    generation: {
      text: 'Write:\n```\n<tool_call>{"name":"f","arguments":{}}</tool_call>\n```\n',
      leakedToolCalls: [],
      toolCalls: [],
    },
    warnings: [],
  },
  {
    number: 93,
    title: 'a name with the namespace of the template',
    wire: C(head(0, 'c1', 'functions.f', '{"a":1}')) + end,
    ...gives([{ ...f, name: 'functions.f' }], 'odd-name'),
  },
  {
    number: 93,
    title: 'a name with dots of its own',
    wire: C(head(0, 'c1', 'files.functions.f', '{"a":1}')) + end,
    ...gives([{ ...f, name: 'files.functions.f' }]),
  },
  {
    number: 93,
    title: 'a name with marks of the template',
    wire: C(head(0, 'c1', 'f<|channel|>commentary', '{"a":1}')) + end,
    ...gives([{ ...f, name: 'f<|channel|>commentary' }], 'odd-name'),
  },
  {
    number: 94,
    title: 'a buffered call',
    wire: C(head(0, 'c1', 'f', '{"a":1}')) + end,
    ...gives([f]),
    timed: {
      reads: [[4000, C(head(0, 'c1', 'f', '{"a":1}')) + end]],
      timings: { firstTokenMs: 4000, lastTokenMs: 4000, textEvents: 1, interTokenP50Ms: null },
    },
  },
  {
    number: 89,
    title: 'the call again as text',
    wire: T('<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>') + C(head(0, 'c1', 'f', '{"a":1}')) + end,
    generation: { toolCalls: [f], leakedToolCalls: [] },
    warnings: ['call-repeated'],
  },
  {
    number: 72,
    title: 'one id for two whole calls',
    wire: C(head(0, '0', 'f', '{"a":1}')) + C(head(0, '0', 'g', '{"b":2}')) + end,
    ...gives(
      [
        { ...f, id: '0' },
        { ...g, id: synthetic },
      ],
      'id-reused',
    ),
  },
  { number: 69, title: 'tool_calls as one object', wire: delta({ tool_calls: head(0, 'c1', 'f', '{"a":1}') }) + end, ...gives([f]) },
];
