import type { ReplyCase } from '../../../kit/wire/conformance.ts';
import { callLine, endLine, line, textLine, thinkLine } from './notation.ts';

/** A case of wire.md section 13, with its number there. */
export type OllamaCase = ReplyCase & { number: number };

const metrics = {
  total_duration: 99e6,
  load_duration: 5e6,
  prompt_eval_count: 20,
  prompt_eval_duration: 40e6,
  eval_count: 2,
  eval_duration: 30e6,
};
const hello = textLine('Hel') + textLine('lo');
const whole = { text: 'Hello', finish: 'stop', finishRaw: 'stop', end: 'done', modelReported: 'm:latest' };
const usage = { promptTokens: 20, completionTokens: 2, cachedTokens: null, reasoningTokens: null, source: 'usage' };
const timings = { loadMs: 5, promptTokens: 20, promptMs: 40, predictedTokens: 2, predictedMs: 30 };

const framing: OllamaCase[] = [
  { number: 106, title: '106 lines', wire: hello + endLine('stop', metrics), generation: { ...whole, usage, serverTimings: timings } },
  { number: 106, title: '106 the last line without its end', wire: (hello + endLine('stop', metrics)).trimEnd(), generation: whole },
  { number: 106, title: '106 blank lines and CR LF', wire: `\n${hello.replaceAll('\n', '\r\n')}\n\n${endLine('stop')}`, generation: whole },
  { number: 106, title: '106 other scripts', wire: textLine('é日😀\u2028') + endLine('stop'), generation: { text: 'é日😀\u2028' } },
  {
    number: 106,
    title: '106 a line that is no JSON',
    wire: `${textLine('Hel')}{"model":"m\n${textLine('lo')}${endLine('stop')}`,
    generation: whole,
    warnings: ['malformed-event'],
  },
  {
    number: 107,
    title: '107 the last line holds text and counts',
    wire: textLine('Hel') + endLine('stop', metrics, 'lo'),
    generation: { ...whole, usage, serverTimings: timings },
  },
  {
    number: 107,
    title: '107 a reply in one line is not streamed',
    wire: endLine('stop', { ...metrics, eval_count: 12 }, 'Hello'),
    generation: { text: 'Hello' },
    warnings: ['not-streamed'],
  },
];

const counts: OllamaCase[] = [
  {
    number: 108,
    title: '108 no prompt count',
    wire: hello + endLine('stop', { eval_count: 2, eval_duration: 30e6 }),
    generation: { usage: { ...usage, promptTokens: null }, serverTimings: { promptTokens: null, promptMs: null, predictedMs: 30 } },
  },
  { number: 108, title: '108 no counts at all', wire: hello + endLine('stop'), generation: { usage: null } },
  {
    number: 109,
    title: '109 a prompt faster than a machine reads',
    wire: hello + endLine('stop', { ...metrics, prompt_eval_count: 1000, prompt_eval_duration: 10e6 }),
    generation: { usage: { promptTokens: 1000 }, serverTimings: { promptTokens: 1000, promptMs: null, predictedMs: 30 } },
    warnings: ['prompt-cached'],
  },
  {
    number: 110,
    title: '110 no duration of one token',
    wire: textLine('Hi') + endLine('stop', { prompt_eval_count: 9, prompt_eval_duration: 5e6, eval_count: 1 }),
    generation: { serverTimings: { predictedTokens: 1, predictedMs: null } },
  },
  {
    number: 110,
    title: '110 a duration below a millisecond',
    wire: textLine('Hi') + endLine('stop', { prompt_eval_count: 9, prompt_eval_duration: 5e6, eval_count: 1, eval_duration: 1_000 }),
    generation: { serverTimings: { predictedTokens: 1, predictedMs: null } },
  },
  {
    number: 66,
    title: '66 durations in milliseconds',
    wire: hello + endLine('stop', { prompt_eval_count: 20, prompt_eval_duration: 400, eval_count: 2, eval_duration: 300 }),
    atMs: 900,
    generation: { serverTimings: { promptTokens: 20, promptMs: null, predictedTokens: 2, predictedMs: null } },
    warnings: ['time-unit'],
  },
  {
    number: 67,
    title: '67 more time than passed',
    wire: hello + endLine('stop', metrics),
    atMs: 20,
    generation: { text: 'Hello' },
    warnings: ['server-clock'],
  },
  {
    number: 67,
    title: '67 a load within the call',
    wire: hello + endLine('stop', { ...metrics, load_duration: 4_000e6 }),
    atMs: 5_000,
    generation: { serverTimings: { loadMs: 4_000 } },
    warnings: ['loaded-in-call'],
  },
];

const weather = { name: 'get_weather', arguments: { city: 'Bern' } };

const channels: OllamaCase[] = [
  {
    number: 111,
    title: '111 thinking, then content',
    wire: thinkLine('Hm') + thinkLine('.') + hello + endLine('stop'),
    generation: { ...whole, reasoning: 'Hm.' },
  },
  {
    number: 111,
    title: '111 thinking in tags',
    wire: textLine('<think>Hm.</think>') + hello + endLine('stop'),
    generation: { ...whole, reasoning: 'Hm.' },
  },
  {
    number: 111,
    title: '111 a call without id',
    wire: callLine({ function: { index: 0, ...weather } }) + endLine('stop'),
    generation: {
      finish: 'tool-calls',
      finishRaw: 'stop',
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Bern' }, argumentsText: '{"city":"Bern"}', repairs: [] }],
    },
  },
  {
    number: 111,
    title: '111 parallel calls in one line and over two, with ids',
    wire:
      textLine('Both.') +
      callLine({ id: 'a', function: weather }, { id: 'b', function: { name: 'now', arguments: {} } }) +
      callLine({ id: 'c', function: weather }) +
      endLine('stop'),
    generation: { text: 'Both.', toolCalls: [{ id: 'a' }, { id: 'b', name: 'now', arguments: {} }, { id: 'c' }] },
  },
  {
    number: 111,
    title: '111 a call in the last line, its arguments as text',
    wire: line({
      message: { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] },
      done: true,
      done_reason: 'stop',
    }),
    generation: { finish: 'tool-calls', toolCalls: [{ name: 'f', arguments: { a: 1 } }] },
  },
  {
    number: 111,
    title: '111 a call that leaks as text',
    wire: textLine('<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>') + endLine('stop'),
    generation: { finish: 'stop', toolCalls: [], leakedToolCalls: [{ name: 'f', arguments: { a: 1 } }] },
  },
];

const ends: OllamaCase[] = [
  {
    number: 112,
    title: '112 an error line after text',
    wire: hello + '{"error":"an error was encountered while running the model: EOF"}\n',
    generation: { text: 'Hello', finish: 'unknown', end: 'eof' },
    warnings: ['no-finish-reason'],
    error: { kind: 'server', message: /^The server says: an error was encountered/u },
  },
  {
    number: 113,
    title: '113 no last line',
    wire: hello,
    generation: { text: 'Hello', end: 'eof' },
    warnings: ['no-finish-reason'],
    error: { kind: 'stream-truncated', hint: /repeats one token/u },
  },
  {
    number: 113,
    title: '113 cut inside the last line',
    wire: hello + endLine('stop').slice(0, -6),
    generation: { text: 'Hello' },
    warnings: ['no-finish-reason'],
    error: { kind: 'stream-truncated' },
  },
  {
    number: 114,
    title: '114 loaded',
    wire: endLine('load'),
    generation: { text: '', finish: 'error', finishRaw: 'load' },
    warnings: ['control-reply'],
    error: { kind: 'server' },
  },
  {
    number: 114,
    title: '114 unloaded',
    wire: endLine('unload'),
    generation: { text: '', finish: 'error', finishRaw: 'unload' },
    warnings: ['control-reply'],
    error: { kind: 'server' },
  },
  { number: 114, title: 'the token limit', wire: hello + endLine('length'), generation: { finish: 'length' } },
  {
    number: 114,
    title: 'no reason from an old version',
    wire: hello + line({ done: true }),
    generation: { finish: 'stop', finishRaw: 'done' },
  },
];

const rejected = (
  number: number,
  title: string,
  reply: { status: number; body: unknown; error: NonNullable<ReplyCase['error']> },
): OllamaCase => ({
  number,
  title: `${number} ${title}`,
  status: reply.status,
  wire: typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body),
  warnings: ['no-finish-reason'],
  error: reply.error,
});

const errors: OllamaCase[] = [
  rejected(116, 'no such model', {
    status: 404,
    body: { error: 'model "nope" not found, try pulling it first' },
    error: { kind: 'not-found', hint: /^Run ollama pull nope/u },
  }),
  rejected(116, 'no such model, in single quotes', {
    status: 404,
    body: { error: "model 'a/b:7b' not found" },
    error: { kind: 'not-found', hint: /^Run ollama pull a\/b:7b/u },
  }),
  rejected(116, 'busy', {
    status: 503,
    body: { error: 'server busy, please try again.  maximum pending requests exceeded' },
    error: { kind: 'busy', hint: /OLLAMA_MAX_QUEUE/u },
  }),
  rejected(116, 'no tools', {
    status: 400,
    body: { error: 'registry.ollama.ai/library/m:latest does not support tools' },
    error: { kind: 'unsupported', hint: /tools/u },
  }),
  rejected(116, 'no thinking', {
    status: 400,
    body: { error: '"m" does not support thinking' },
    error: { kind: 'unsupported', hint: /thinking/u },
  }),
  rejected(116, 'cloud, signed out', { status: 401, body: { error: 'unauthorized' }, error: { kind: 'auth' } }),
  rejected(116, 'cloud, limit', { status: 429, body: { error: 'you have reached your usage limit' }, error: { kind: 'rate-limit' } }),
  rejected(124, 'flat error of a runner', {
    status: 500,
    body: { error: 'model requires more system memory (9.9 GiB) than is available (3.1 GiB)' },
    error: { kind: 'server', message: /9\.9 GiB/u, hint: /memory/u },
  }),
  rejected(124, 'OpenAI shape', {
    status: 400,
    body: { error: { message: 'bad temperature', type: 'invalid_request_error' } },
    error: { kind: 'bad-request', message: /bad temperature/u },
  }),
  rejected(124, 'plain text', { status: 502, body: 'upstream gone', error: { kind: 'server', message: /upstream gone/u } }),
  rejected(124, 'empty body', { status: 400, body: '', error: { kind: 'bad-request', message: /400/u } }),
  rejected(124, 'a web page', { status: 404, body: '<!doctype html>', error: { kind: 'wrong-server', hint: /11434/u } }),
  rejected(125, 'context exceeded, with numbers', {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9031,
        n_ctx: 4096,
      },
    },
    error: { kind: 'context-overflow', message: /9031[\s\S]*4096/u, hint: /--context/u },
  }),
  rejected(125, 'context exceeded, in words', {
    status: 400,
    body: { error: 'the input length exceeds the context length' },
    error: { kind: 'context-overflow' },
  }),
  {
    ...rejected(126, 'context exceeded at status 200', {
      status: 200,
      body: { error: 'Trying to keep the first 5000 tokens when context overflows.' },
      error: { kind: 'context-overflow', message: /5000/u },
    }),
  },
];

/** wire.md section 13 F, and what of C and G a native reply decides. */
export const ollamaCases: readonly OllamaCase[] = [...framing, ...counts, ...channels, ...ends, ...errors];
