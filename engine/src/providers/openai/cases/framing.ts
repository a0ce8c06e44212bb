import { D, DONE, FIN, hello, helloGeneration, T, U, type WireCase } from './notation.ts';

const same = { generation: helloGeneration, warnings: [] };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** wire.md section 13 A, as far as bytes alone decide. */
export const framingCases: WireCase[] = [
  { number: 1, title: 'text, finish, usage, end mark', wire: hello, ...same },
  { number: 2, title: 'CRLF', wire: hello.replaceAll('\n', '\r\n'), ...same },
  { number: 3, title: 'CR alone', wire: hello.replaceAll('\n', '\r'), ...same },
  { number: 4, title: 'CRLF cut between its bytes', wire: hello.replaceAll('\n', '\r\n'), ...same },
  { number: 5, title: 'no space after the colon', wire: hello.replaceAll('data: ', 'data:'), ...same },
  {
    number: 6,
    title: 'one object over two data lines',
    wire: hello.replace('"choices":[{"index":0,', '"choices":[{"index":0,\ndata: '),
    ...same,
  },
  {
    number: 7,
    title: 'comments before and between',
    wire: `: ping\n\n:\n${hello.replaceAll('data: {', ': OPENROUTER PROCESSING\n\ndata: {')}`,
    ...same,
    timed: {
      reads: [
        [5, ': ping\n\n'],
        [40, T('Hel')],
        [60, T('lo') + FIN('stop') + DONE],
      ],
      timings: { firstByteMs: 5, firstTokenMs: 40, lastTokenMs: 60 },
    },
  },
  {
    number: 8,
    title: 'event, id and retry fields',
    wire: hello.replaceAll('data: {', 'event: message\nid: 7\nretry: 100\ndata: {'),
    ...same,
  },
  {
    number: 9,
    title: 'characters of two to four bytes',
    wire: T('é日') + T('😀') + FIN('stop') + DONE,
    generation: { text: 'é日😀', finish: 'stop', end: 'done' },
    warnings: [],
  },
  {
    number: 10,
    title: 'a surrogate pair in two deltas',
    wire:
      'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\ndata: {"choices":[{"delta":{"content":"\\ude00"}}]}\n\n' + FIN('stop') + DONE,
    generation: { text: '😀' },
    warnings: [],
  },
  { number: 11, title: 'byte order mark', wire: encode(`\uFEFF${hello}`), ...same },
  {
    number: 12,
    title: 'line separators of Unicode are text',
    wire: T('a\u2028b\u2029c\u0085d') + FIN('stop') + DONE,
    generation: { text: 'a\u2028b\u2029c\u0085d' },
    warnings: [],
  },
  { number: 13, title: 'last event without its blank line', wire: hello.trimEnd(), ...same },
  {
    number: 14,
    title: 'no end mark',
    wire: T('Hello') + FIN('stop'),
    generation: { text: 'Hello', finish: 'stop', end: 'eof' },
    warnings: ['no-done'],
  },
  {
    number: 15,
    title: 'cut before the finish reason',
    wire: T('Hel'),
    generation: { text: 'Hel', finish: 'unknown', finishRaw: null, end: 'eof', usage: null },
    warnings: ['no-finish-reason'],
    error: { kind: 'stream-truncated' },
  },
  {
    number: 15,
    title: 'cut inside an event',
    wire: T('Hel') + 'data: {"choices":[{"del',
    generation: { text: 'Hel', finish: 'unknown', finishRaw: null, end: 'eof' },
    warnings: ['no-finish-reason'],
    error: { kind: 'stream-truncated' },
  },
  { number: 17, title: 'events after the end mark', wire: hello + T('more') + DONE, ...same },
  {
    number: 18,
    title: 'one malformed event between good ones',
    wire: T('Hel') + 'data: {"choices":[{"delta":{"cont\n\n' + T('lo') + FIN('stop') + DONE,
    generation: { text: 'Hello', finish: 'stop', end: 'done' },
    warnings: ['malformed-event'],
  },
  {
    number: 19,
    title: 'an event of 5 MB',
    wire: T('x'.repeat(5_000_000)) + FIN('stop') + DONE,
    generation: { text: 'x'.repeat(5_000_000), finish: 'stop', end: 'done' },
    warnings: [],
    whole: true,
  },
  {
    number: 20,
    title: '2,000 events in one read',
    wire: T('a').repeat(2000) + FIN('stop') + DONE,
    generation: { text: 'a'.repeat(2000), finish: 'stop', end: 'done' },
    warnings: [],
    whole: true,
    timed: { reads: [[9, T('a').repeat(2000)]], timings: { textEvents: 2000, textReads: 1, interTokenP50Ms: null } },
  },
  {
    number: 22,
    title: 'streaming was ignored',
    wire: JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    }),
    generation: { ...helloGeneration, end: 'eof' },
    warnings: ['not-streamed'],
    timed: {
      reads: [[9, JSON.stringify({ choices: [{ message: { content: 'Hello' } }] })]],
      timings: { firstTokenMs: null, textEvents: 0 },
    },
  },
  { number: 24, title: 'a web page', wire: '<!doctype html><title>x</title>', error: { kind: 'wrong-server', message: /web page/u } },
  { number: 25, title: 'an empty body', wire: '', error: { kind: 'protocol', message: /empty/u } },
  { number: 25, title: 'an end mark and nothing else', wire: DONE, error: { kind: 'protocol' } },
  {
    number: 25,
    title: 'a body that is none of a model',
    wire: 'Ollama is running',
    error: { kind: 'protocol', message: /Ollama is running/u },
  },
  {
    number: 28,
    title: 'comments during a long prefill',
    wire: ': keepalive 1/3\n\n: keepalive 2/3\n\n' + hello,
    ...same,
    timed: {
      reads: [
        [1000, ': keepalive 1/3\n\n'],
        [2000, ': keepalive 2/3\n\n'],
        [2500, hello],
      ],
      timings: { firstByteMs: 1000, firstTokenMs: 2500 },
    },
  },
  {
    number: 23,
    title: 'one object per line',
    wire:
      JSON.stringify({ choices: [{ delta: { content: 'Hello' } }] }) +
      '\n' +
      JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
    generation: { text: 'Hello', finish: 'stop' },
    warnings: ['no-done'],
  },
  {
    number: 14,
    title: 'usage without choices after the finish',
    wire: T('Hello') + FIN('stop') + U(5, 2),
    generation: { usage: helloGeneration.usage ?? null },
    warnings: ['no-done'],
  },
  { number: 17, title: 'an end mark in other letters', wire: hello.replace('[DONE]', ' [done] ') + D({ error: 'late' }), ...same },
];
