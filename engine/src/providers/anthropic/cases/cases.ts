import type { ReplyCase } from '../../../kit/wire/conformance.ts';
import { A, callOpen, close, delta, E, open, PING, R, START, STOP, T, textOpen, thinkOpen } from './notation.ts';

const hello = START + textOpen(0) + T(0, 'Hel') + T(0, 'lo') + close(0);
const whole = {
  text: 'Hello',
  reasoning: '',
  finish: 'stop',
  finishRaw: 'end_turn',
  end: 'done',
  modelReported: 'claude-test',
  usage: { promptTokens: 9, completionTokens: 3, cachedTokens: 0, reasoningTokens: null, source: 'usage' },
};

const texts: ReplyCase[] = [
  { title: 'text', wire: hello + STOP('end_turn'), generation: whole },
  {
    title: 'pings and comments between events',
    wire: START + PING + textOpen(0) + PING + T(0, 'Hel') + ': ping\n\n' + T(0, 'lo') + PING + STOP('end_turn'),
    generation: whole,
  },
  { title: 'CR LF', wire: (hello + STOP('end_turn')).replaceAll('\n', '\r\n'), generation: whole },
  {
    title: 'several blocks of text',
    wire: START + textOpen(0) + T(0, 'Hel') + close(0) + textOpen(1) + T(1, 'lo') + close(1) + STOP('end_turn'),
    generation: whole,
  },
  {
    title: 'unknown events and deltas',
    wire:
      hello +
      E('content_block_delta', { index: 0, delta: { type: 'citations_delta', citation: {} } }) +
      E('brand_new', { x: 1 }) +
      STOP('end_turn'),
    generation: whole,
  },
  { title: 'other scripts', wire: START + textOpen(0) + T(0, 'é日😀') + STOP('end_turn'), generation: { text: 'é日😀' } },
  {
    title: 'cached and written prompt tokens count as prompt',
    wire: hello + STOP('end_turn', { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 5, output_tokens: 7 }),
    generation: { usage: { promptTokens: 105, cachedTokens: 90, completionTokens: 7 } },
  },
  {
    title: 'a gateway that counts nothing at first',
    wire: hello.replace('"input_tokens":9', '"input_tokens":0'),
    generation: { usage: { promptTokens: null, completionTokens: null } },
    warnings: ['no-finish-reason'],
    error: { kind: 'stream-truncated' },
  },
  { title: 'a stop sequence', wire: hello + STOP('stop_sequence'), generation: { finish: 'stop', finishRaw: 'stop_sequence' } },
  { title: 'the token limit', wire: hello + STOP('max_tokens'), generation: { finish: 'length' } },
  {
    title: 'the context limit',
    wire: hello + STOP('model_context_window_exceeded'),
    generation: { finish: 'length' },
    warnings: ['context-full'],
  },
  { title: 'a refusal', wire: START + STOP('refusal'), generation: { finish: 'filtered', refused: true, text: '' } },
  { title: 'an unknown reason', wire: hello + STOP('pause_turn'), generation: { finish: 'unknown' }, warnings: ['odd-finish-reason'] },
  {
    title: 'a whole message although a stream was asked for',
    wire: JSON.stringify({
      id: 'msg_1',
      type: 'message',
      model: 'claude-test',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 9, output_tokens: 3 },
    }),
    generation: { text: 'Hello', reasoning: 'Hm.', finish: 'tool-calls', toolCalls: [{ id: 't', arguments: { a: 1 } }] },
    warnings: ['not-streamed'],
  },
];

const thoughts: ReplyCase[] = [
  {
    title: 'thinking, its signature, then text',
    wire:
      START +
      thinkOpen(0) +
      R(0, 'Hm') +
      R(0, '.') +
      delta(0, { type: 'signature_delta', signature: 'c2ln' }) +
      close(0) +
      textOpen(1) +
      T(1, 'Hello') +
      close(1) +
      STOP('end_turn'),
    generation: { ...whole, reasoning: 'Hm.' },
  },
  {
    title: 'encrypted thinking',
    wire: START + open(0, { type: 'redacted_thinking', data: 'x' }) + close(0) + textOpen(1) + T(1, 'Hello') + STOP('end_turn'),
    generation: whole,
    warnings: ['redacted-thinking'],
  },
];

const calls: ReplyCase[] = [
  {
    title: 'a call in fragments',
    wire: START + callOpen(0, 'toolu_1', 'f') + A(0, '') + A(0, '{"a"') + A(0, ': "\\u00') + A(0, 'e9"}') + close(0) + STOP('tool_use'),
    generation: {
      finish: 'tool-calls',
      toolCalls: [{ id: 'toolu_1', name: 'f', arguments: { a: 'é' }, argumentsText: '{"a": "\\u00e9"}', repairs: [] }],
    },
  },
  {
    title: 'text, then parallel calls, one without arguments',
    wire:
      START +
      textOpen(0) +
      T(0, 'Both.') +
      close(0) +
      callOpen(1, 'a', 'f') +
      callOpen(2, 'b', 'g') +
      A(1, '{"x":') +
      A(2, '') +
      A(1, '1}') +
      close(1) +
      close(2) +
      STOP('tool_use'),
    generation: {
      text: 'Both.',
      toolCalls: [
        { id: 'a', arguments: { x: 1 } },
        { id: 'b', name: 'g', arguments: {} },
      ],
    },
  },
  {
    title: 'a call cut by the token limit',
    wire: START + callOpen(0, 'a', 'f') + A(0, '{"x":') + close(0) + STOP('max_tokens'),
    generation: { finish: 'length', toolCalls: [{ arguments: null }] },
    warnings: ['invalid-arguments'],
  },
  {
    title: 'a reason that contradicts the calls',
    wire: START + callOpen(0, 'a', 'f') + A(0, '{}') + STOP('end_turn'),
    generation: { finish: 'tool-calls' },
    warnings: ['finish-contradicts'],
  },
  {
    title: 'a reason of calls without any',
    wire: hello + STOP('tool_use'),
    generation: { finish: 'tool-calls' },
    warnings: ['finish-contradicts'],
  },
];

const error = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_1' });
const unfinished = ['no-finish-reason'];
const inStream = (type: string, message: string): string => hello + `event: error\ndata: ${JSON.stringify(error(type, message))}\n\n`;

const failures: ReplyCase[] = [
  {
    title: 'no end',
    wire: hello,
    generation: { text: 'Hello', end: 'eof', usage: { promptTokens: 9, completionTokens: null } },
    warnings: unfinished,
    error: { kind: 'stream-truncated' },
  },
  {
    title: 'an end without its mark',
    wire: (hello + STOP('end_turn')).replace(/event: message_stop[\s\S]*$/u, ''),
    generation: { ...whole, end: 'eof' },
  },
  {
    title: 'overloaded in the stream',
    wire: inStream('overloaded_error', 'Overloaded'),
    generation: { text: 'Hello' },
    warnings: unfinished,
    error: { kind: 'busy' },
  },
  {
    title: 'a limit in the stream',
    wire: inStream('rate_limit_error', 'Number of tokens is too high'),
    warnings: unfinished,
    error: { kind: 'rate-limit' },
  },
  { title: 'a fault in the stream', wire: inStream('api_error', 'Internal server error'), warnings: unfinished, error: { kind: 'server' } },
  {
    title: 'a rejection in the stream',
    wire: inStream('invalid_request_error', 'bad block'),
    warnings: unfinished,
    error: { kind: 'bad-request' },
  },
  {
    title: 'no key',
    status: 401,
    wire: JSON.stringify(error('authentication_error', 'invalid x-api-key')),
    warnings: unfinished,
    error: { kind: 'auth', message: /invalid x-api-key/u },
  },
  {
    title: 'no such model',
    status: 404,
    wire: JSON.stringify(error('not_found_error', 'model: nope')),
    warnings: unfinished,
    error: { kind: 'not-found' },
  },
  {
    title: 'overloaded',
    status: 529,
    wire: JSON.stringify(error('overloaded_error', 'Overloaded')),
    warnings: unfinished,
    error: { kind: 'busy' },
  },
  {
    title: 'a rate limit',
    status: 429,
    wire: JSON.stringify(error('rate_limit_error', 'limit of tokens per minute')),
    warnings: unfinished,
    error: { kind: 'rate-limit' },
  },
  {
    title: 'a prompt that is too long',
    status: 400,
    wire: JSON.stringify(error('invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum')),
    warnings: unfinished,
    error: { kind: 'context-overflow', message: /208310/u },
  },
  { title: 'a web page', wire: '<html></html>', warnings: unfinished, error: { kind: 'wrong-server', hint: /\/v1\/messages/u } },
  { title: 'nothing', wire: '', warnings: unfinished, error: { kind: 'protocol' } },
];

/** Replies of `POST /v1/messages`, shaped after its public documentation. */
export const messagesCases: readonly ReplyCase[] = [...texts, ...thoughts, ...calls, ...failures];
