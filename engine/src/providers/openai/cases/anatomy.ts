import { D, delta, DONE, FIN, T, U, type WireCase } from './notation.ts';

const role = (content?: string | null): string => delta({ role: 'assistant', ...(content === undefined ? {} : { content }) });
const hello = T('Hel') + T('lo') + FIN('stop') + DONE;
const same = { generation: { text: 'Hello', finish: 'stop' as const }, warnings: [] };
const ttft = (first: string) => ({
  reads: [
    [10, first],
    [200, T('Hel')],
    [210, T('lo') + FIN('stop') + DONE],
  ] as [number, string][],
  timings: { firstByteMs: 10, firstTokenMs: 200 },
});
const finishing = (raw: string) => T('a') + FIN(raw) + DONE;

/** wire.md section 13 B. */
export const anatomyCases: WireCase[] = [
  { number: 31, title: 'a role chunk first', wire: role('') + hello, ...same, timed: ttft(role('')) },
  { number: 32, title: 'a role chunk with null content', wire: role(null) + hello, ...same, timed: ttft(role(null)) },
  { number: 32, title: 'a role chunk without content', wire: role() + hello, ...same, timed: ttft(role()) },
  {
    number: 33,
    title: 'a role in every chunk',
    wire: hello.replaceAll('"delta":{', '"delta":{"role":"assistant",').replaceAll(',}', '}'),
    ...same,
  },
  {
    number: 34,
    title: 'filter results before the first choice',
    wire: D({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] }) + hello,
    ...same,
    timed: ttft(D({ choices: [], prompt_filter_results: [] })),
  },
  {
    number: 35,
    title: 'a choice without delta',
    wire: T('Hel') + D({ choices: [{ index: 0, finish_reason: null, content_filter_results: {} }] }) + T('lo') + FIN('stop') + DONE,
    generation: { text: 'Hello', finish: 'stop', end: 'done' },
    warnings: ['no-delta'],
  },
  {
    number: 36,
    title: 'text in the finish chunk',
    wire: T('Hello') + delta({ content: '!' }, { finish_reason: 'stop' }) + DONE,
    generation: { text: 'Hello!', finish: 'stop', finishRaw: 'stop', end: 'done' },
    warnings: [],
  },
  {
    number: 37,
    title: 'text after the finish chunk',
    wire: T('Hel') + FIN('stop') + T('lo') + DONE,
    generation: { text: 'Hello', finish: 'stop', finishRaw: 'stop', end: 'done' },
    warnings: ['text-after-finish'],
  },
  {
    number: 38,
    title: 'empty and "null" finish reasons',
    wire:
      delta({ content: 'He' }, { finish_reason: '' }) + delta({ content: 'll' }, { finish_reason: 'null' }) + T('o') + FIN('stop') + DONE,
    ...same,
  },
  {
    number: 38,
    title: 'empty and "null" finish reasons for ever',
    wire: delta({ content: 'Hel' }, { finish_reason: '' }) + delta({ content: 'lo' }, { finish_reason: 'null' }) + DONE,
    generation: { text: 'Hello', finish: 'unknown', finishRaw: null, end: 'done' },
    warnings: ['no-finish-reason'],
  },
  { number: 39, title: 'the finish chunk twice', wire: T('Hello') + FIN('stop') + FIN('stop') + DONE, ...same },
  {
    number: 40,
    title: 'no finish reason at all',
    wire: T('Hello') + DONE,
    generation: { text: 'Hello', finish: 'unknown', finishRaw: null, end: 'done' },
    warnings: ['no-finish-reason'],
  },
  { number: 41, title: 'eos', wire: finishing('eos'), generation: { finish: 'stop', finishRaw: 'eos' }, warnings: [] },
  { number: 41, title: 'eos_token', wire: finishing('eos_token'), generation: { finish: 'stop', finishRaw: 'eos_token' }, warnings: [] },
  { number: 41, title: 'end_turn', wire: finishing('end_turn'), generation: { finish: 'stop', finishRaw: 'end_turn' }, warnings: [] },
  {
    number: 41,
    title: 'max_tokens',
    wire: finishing('max_tokens'),
    generation: { finish: 'length', finishRaw: 'max_tokens' },
    warnings: [],
  },
  {
    number: 41,
    title: 'MAX_TOKENS',
    wire: finishing('MAX_TOKENS'),
    generation: { finish: 'length', finishRaw: 'MAX_TOKENS' },
    warnings: [],
  },
  {
    number: 41,
    title: 'a full context',
    wire: finishing('model_context_window_exceeded'),
    generation: { finish: 'length', finishRaw: 'model_context_window_exceeded' },
    warnings: ['context-full'],
  },
  {
    number: 41,
    title: 'content_filter',
    wire: finishing('content_filter'),
    generation: { finish: 'filtered', finishRaw: 'content_filter' },
    warnings: [],
  },
  { number: 41, title: 'abort', wire: finishing('abort'), generation: { finish: 'aborted', finishRaw: 'abort' }, warnings: [] },
  {
    number: 41,
    title: 'a reason that nobody knows',
    wire: finishing('moon'),
    generation: { finish: 'unknown', finishRaw: 'moon' },
    warnings: ['odd-finish-reason'],
  },
  {
    number: 42,
    title: 'content as parts',
    wire: delta({ content: [{ type: 'text', text: 'Hi' }] }) + FIN('stop') + DONE,
    generation: { text: 'Hi' },
    warnings: [],
  },
  {
    number: 43,
    title: 'thinking as a part',
    wire:
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }) +
      delta({ content: [{ type: 'text', text: 'Hi' }] }) +
      FIN('stop') +
      DONE,
    generation: { text: 'Hi', reasoning: 'hm' },
    warnings: [],
  },
  {
    number: 44,
    title: 'two choices',
    wire:
      T('Hel') +
      D({ choices: [{ index: 1, delta: { content: 'no' } }] }) +
      T('lo') +
      D({ choices: [{ index: 1, delta: {}, finish_reason: 'length' }] }) +
      FIN('stop') +
      DONE,
    generation: { text: 'Hello', finish: 'stop' },
    warnings: ['several-choices'],
  },
  {
    number: 45,
    title: 'cumulative text',
    wire: T('A') + T('AB') + T('ABC') + FIN('stop') + DONE,
    generation: { text: 'ABC' },
    warnings: ['cumulative'],
  },
  {
    number: 45,
    title: 'text that only begins like cumulative text',
    wire: T('A') + T('AB') + T('ABC') + T('x') + FIN('stop') + DONE,
    generation: { text: 'AABABCx' },
    warnings: [],
  },
  {
    number: 46,
    title: 'unknown members',
    wire:
      D({
        id: 'a',
        provider: 'x',
        obfuscation: '…',
        kv_transfer_params: null,
        choices: [{ delta: { content: 'Hello', tool_calls: null, reasoning_content: null }, matched_stop: null, logprobs: {} }],
      }) +
      FIN('stop') +
      DONE,
    ...same,
  },
  {
    number: 47,
    title: 'content is a number',
    wire: delta({ content: 42 }) + FIN('stop') + DONE,
    generation: { text: '42' },
    warnings: ['odd-content'],
  },
  {
    number: 47,
    title: 'content is an object',
    wire: delta({ content: { a: 1 } }) + FIN('stop') + DONE,
    generation: { text: '{"a":1}' },
    warnings: ['odd-content'],
  },
  {
    number: 48,
    title: 'refusal',
    wire: delta({ refusal: 'I can' }) + delta({ refusal: 'not.' }) + FIN('stop') + DONE,
    generation: { text: 'I cannot.', refused: true },
    warnings: [],
  },
  {
    number: 49,
    title: 'another model answers',
    wire: D({ model: 'other', choices: [{ delta: { content: 'Hello' } }] }) + FIN('stop') + DONE,
    generation: { modelReported: 'other' },
    warnings: [],
  },
  {
    number: 50,
    title: 'an empty reply',
    wire: role('') + FIN('stop') + DONE,
    generation: { text: '', reasoning: '', toolCalls: [], finish: 'stop', end: 'done', usage: null },
    warnings: [],
    timed: {
      reads: [[9, role('') + FIN('stop') + DONE]],
      timings: { firstTokenMs: null, lastTokenMs: null, firstAnswerMs: null, interTokenP50Ms: null, textEvents: 0, textReads: 0 },
    },
  },
  {
    number: 36,
    title: 'legacy text and whole messages in a stream',
    wire: D({ choices: [{ text: 'Hel' }] }) + D({ choices: [{ message: { content: 'lo' } }] }) + FIN('stop') + DONE,
    ...same,
  },
  {
    number: 38,
    title: 'usage null and empty choices do nothing',
    wire: D({ choices: [], usage: null }) + D({}) + hello + U(0, 0),
    ...same,
  },
  {
    number: 41,
    title: 'a mark of the template at the end',
    wire: T('Hello<|im_end|>') + FIN('stop') + DONE,
    generation: { text: 'Hello<|im_end|>' },
    warnings: ['template-leak'],
  },
];
