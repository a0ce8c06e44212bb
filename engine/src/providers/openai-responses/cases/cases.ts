import type { ReplyCase } from '../../../kit/wire/conformance.ts';
import { A, callDone, callOpen, CUT, E, END, itemDone, R, S, START, T, textDone } from './notation.ts';

const hello = START + T('Hel') + T('lo') + textDone('Hello');
const whole = {
  text: 'Hello',
  reasoning: '',
  finish: 'stop',
  finishRaw: 'completed',
  end: 'done',
  modelReported: 'test-model',
  usage: { promptTokens: 9, completionTokens: 3, cachedTokens: 4, reasoningTokens: 1, source: 'usage' },
};
const message = (text: string) => ({ type: 'message', id: 'msg_0', role: 'assistant', content: [{ type: 'output_text', text }] });

const texts: ReplyCase[] = [
  { title: 'text', wire: hello + END(), generation: whole },
  { title: 'text repeated in the last event is said once', wire: hello + END({ output: [message('Hello')] }), generation: whole },
  { title: 'text without pieces', wire: START + textDone('Hello') + END(), generation: whole },
  { title: 'text in the last event alone', wire: START + END({ output: [message('Hello')] }), generation: whole },
  { title: 'an end mark of the chat API behind it', wire: `${hello}${END()}data: [DONE]\n\n`, generation: whole },
  { title: 'CR LF and comments', wire: `: ping\n\n${hello}${END()}`.replaceAll('\n', '\r\n'), generation: whole },
  { title: 'unknown events', wire: START + E('response.brand_new', { delta: 'x' }) + T('Hello') + END(), generation: whole },
  { title: 'other scripts', wire: START + T('é日😀') + END(), generation: { text: 'é日😀' } },
  {
    title: 'a refusal',
    wire: START + E('response.refusal.delta', { output_index: 0, content_index: 0, delta: 'No.' }) + END(),
    generation: { text: 'No.', refused: true },
  },
  {
    title: 'the token limit',
    wire: START + T('Hel') + CUT('max_output_tokens'),
    generation: { text: 'Hel', finish: 'length', finishRaw: 'max_output_tokens' },
  },
  { title: 'a filter', wire: START + T('Hel') + CUT('content_filter'), generation: { finish: 'filtered' } },
  { title: 'an unknown reason', wire: START + T('Hel') + CUT('moon'), generation: { finish: 'unknown' }, warnings: ['odd-finish-reason'] },
  {
    title: 'a whole response although a stream was asked for',
    wire: JSON.stringify({
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'test-model',
      error: null,
      output: [
        { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        message('Hello'),
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
      ],
      usage: { input_tokens: 9, output_tokens: 3 },
    }),
    generation: { text: 'Hello', reasoning: 'Hm.', finish: 'tool-calls', toolCalls: [{ id: 'c', arguments: { a: 1 } }] },
    warnings: ['not-streamed'],
  },
];

const thoughts: ReplyCase[] = [
  { title: 'a summary of reasoning', wire: START + S('Hm') + S('.') + T('Hello', 1) + END(), generation: { ...whole, reasoning: 'Hm.' } },
  { title: 'reasoning itself', wire: START + R('Hm.') + T('Hello', 1) + END(), generation: { ...whole, reasoning: 'Hm.' } },
  {
    title: 'reasoning and its summary are said once',
    wire:
      START +
      R('Hm.') +
      E('response.output_item.done', {
        output_index: 0,
        item: {
          type: 'reasoning',
          id: 'rs_0',
          content: [{ type: 'reasoning_text', text: 'Hm.' }],
          summary: [{ type: 'summary_text', text: 'Thinks.' }],
        },
      }) +
      T('Hello', 1) +
      END(),
    generation: { ...whole, reasoning: 'Hm.' },
  },
  { title: 'reasoning in tags', wire: START + T('<think>Hm.</think>Hello') + END(), generation: { ...whole, reasoning: 'Hm.' } },
];

/** llama.cpp's own server tells no index, other servers change the id of an item at its end. */
const plain = (id: string) =>
  [
    E('response.output_item.added', { item: { type: 'message', id: 'msg_a', content: [] } }),
    E('response.output_text.delta', { item_id: 'msg_a', delta: 'Hel' }),
    E('response.output_text.delta', { item_id: 'msg_a', delta: 'lo' }),
    E('response.output_text.done', { item_id: id, text: 'Hello' }),
    E('response.output_item.done', { item: { ...message('Hello'), id } }),
  ].join('');

const identities: ReplyCase[] = [
  {
    title: 'items without an index',
    wire: START + plain('msg_a') + END({ output: [{ ...message('Hello'), id: 'msg_a' }] }),
    generation: whole,
  },
  { title: 'an item whose id changes', wire: START + plain('msg_b') + END({ output: [message('Hello')] }), generation: whole },
  {
    title: 'a call whose id changes',
    wire:
      START +
      callOpen(0, 'f') +
      A(0, '{"a":1}') +
      E('response.output_item.done', {
        item: { type: 'function_call', id: 'fc_new', call_id: 'call_0', name: 'f', arguments: '{"a":1}' },
      }) +
      END(),
    generation: { toolCalls: [{ id: 'call_0', arguments: { a: 1 }, argumentsText: '{"a":1}' }] },
  },
  {
    title: 'two texts, one in pieces and one whole',
    wire: START + T('Hel') + E('response.output_item.done', { output_index: 1, item: { ...message('lo'), id: 'msg_1' } }) + END(),
    generation: whole,
  },
];

const one = { finish: 'tool-calls', toolCalls: [{ id: 'call_0', name: 'f', arguments: { a: 'é' }, repairs: [] }] };
const calls: ReplyCase[] = [
  {
    title: 'a call in fragments',
    wire:
      START +
      callOpen(0, 'f') +
      A(0, '{"a":"\\u00') +
      A(0, 'e9"}') +
      callDone(0, '{"a":"\\u00e9"}') +
      itemDone(0, 'f', '{"a":"\\u00e9"}') +
      END(),
    generation: one,
  },
  { title: 'a call without fragments', wire: START + callOpen(0, 'f') + callDone(0, '{"a":"é"}') + END(), generation: one },
  { title: 'a call in one item', wire: START + itemDone(0, 'f', '{"a":"é"}') + END(), generation: one },
  {
    title: 'text, then parallel calls',
    wire: START + T('Both.') + callOpen(1, 'f') + callOpen(2, 'g') + A(1, '{"x":') + A(2, '{}') + A(1, '1}') + END(),
    generation: {
      text: 'Both.',
      toolCalls: [
        { id: 'call_1', arguments: { x: 1 } },
        { id: 'call_2', name: 'g', arguments: {} },
      ],
    },
  },
  {
    title: 'a call cut by the token limit',
    wire: START + callOpen(0, 'f') + A(0, '{"x":') + CUT('max_output_tokens'),
    generation: { finish: 'length', toolCalls: [{ arguments: null }] },
    warnings: ['invalid-arguments'],
  },
];

const unfinished = ['no-finish-reason'];
const failed = (error: unknown): string => hello + E('response.failed', { response: { id: 'resp_1', status: 'failed', error } });

const failures: ReplyCase[] = [
  { title: 'no end', wire: hello, generation: { text: 'Hello', end: 'eof' }, warnings: unfinished, error: { kind: 'stream-truncated' } },
  {
    title: 'a failed response',
    wire: failed({ code: 'server_error', message: 'The model broke' }),
    generation: { text: 'Hello' },
    warnings: unfinished,
    error: { kind: 'server', message: /The model broke/u },
  },
  {
    title: 'a rate limit in the stream',
    wire: failed({ code: 'rate_limit_exceeded', message: 'slow down' }),
    warnings: unfinished,
    error: { kind: 'rate-limit' },
  },
  {
    title: 'an error event',
    wire: hello + E('error', { code: 'server_error', message: 'oops', param: null }),
    generation: { text: 'Hello' },
    warnings: unfinished,
    error: { kind: 'server', message: /oops/u },
  },
  {
    title: 'an error event with the error inside',
    wire:
      hello +
      E('error', {
        error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'Your input exceeds the context window' },
      }),
    warnings: unfinished,
    error: { kind: 'context-overflow' },
  },
  {
    title: 'no key',
    status: 401,
    wire: '{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}',
    warnings: unfinished,
    error: { kind: 'auth' },
  },
  {
    title: 'no such model',
    status: 404,
    wire: '{"error":{"message":"The model nope does not exist","code":"model_not_found"}}',
    warnings: unfinished,
    error: { kind: 'not-found' },
  },
  {
    title: 'a rate limit',
    status: 429,
    wire: '{"error":{"message":"Rate limit reached"}}',
    warnings: unfinished,
    error: { kind: 'rate-limit' },
  },
  { title: 'a web page', wire: '<html></html>', warnings: unfinished, error: { kind: 'wrong-server', hint: /\/v1\/responses/u } },
  { title: 'nothing', wire: '', warnings: unfinished, error: { kind: 'protocol' } },
];

/** Replies of `POST /v1/responses`, shaped after its public documentation. */
export const responsesCases: readonly ReplyCase[] = [...texts, ...thoughts, ...identities, ...calls, ...failures];
