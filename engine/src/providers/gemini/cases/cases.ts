import type { ReplyCase } from '../../../kit/wire/conformance.ts';
import { C, D, FIN, P, R, T } from './notation.ts';

const hello = T('Hel') + T('lo');
const whole = {
  text: 'Hello',
  reasoning: '',
  refused: false,
  finish: 'stop',
  finishRaw: 'STOP',
  // The stream of this API has no end mark.
  end: 'eof',
  modelReported: 'gemini-test',
  usage: { promptTokens: 9, completionTokens: 3, cachedTokens: null, reasoningTokens: null, source: 'usage' },
};

const texts: ReplyCase[] = [
  { title: 'text', wire: hello + FIN('STOP'), generation: whole },
  { title: 'text in the last chunk', wire: T('Hel') + FIN('STOP', 'lo'), generation: whole },
  { title: 'several parts in one chunk', wire: P({ text: 'Hel' }, { text: 'lo' }) + FIN('STOP'), generation: whole },
  { title: 'line ends of one character', wire: (hello + FIN('STOP')).replaceAll('\r\n', '\n'), generation: whole },
  { title: 'other scripts', wire: T('é日😀') + FIN('STOP'), generation: { text: 'é日😀' } },
  { title: 'the token limit', wire: hello + FIN('MAX_TOKENS'), generation: { text: 'Hello', finish: 'length' } },
  {
    title: 'the token limit within thinking',
    wire: R('Hm') + FIN('MAX_TOKENS', '', 60),
    generation: { text: '', reasoning: 'Hm', finish: 'length', usage: { completionTokens: 63, reasoningTokens: 60 } },
  },
  {
    title: 'unknown members and parts',
    wire: D({ new: 1, candidates: [{ content: { parts: [{ inlineData: {} }, { text: 'Hello' }] }, safetyRatings: [] }] }) + FIN('STOP'),
    generation: whole,
  },
  {
    title: 'another candidate is not read',
    wire: hello + D({ candidates: [{ index: 1, content: { parts: [{ text: 'x' }] } }] }) + FIN('STOP'),
    generation: whole,
  },
  {
    title: 'a whole reply although a stream was asked for',
    wire: JSON.stringify({
      candidates: [{ content: { parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, cachedContentTokenCount: 4 },
      modelVersion: 'gemini-test',
    }),
    generation: { ...whole, usage: { ...whole.usage, cachedTokens: 4 } },
  },
];

const thoughts: ReplyCase[] = [
  {
    title: 'thoughts, then text',
    wire: R('Hm') + R('.') + hello + FIN('STOP', '', 5),
    generation: { ...whole, reasoning: 'Hm.', usage: { completionTokens: 8, reasoningTokens: 5 } },
  },
];

const calls: ReplyCase[] = [
  {
    title: 'a call with a signature',
    wire: P(C('f', { a: 'é' }, { thoughtSignature: 'c2ln' })) + FIN('STOP'),
    generation: {
      finish: 'tool-calls',
      finishRaw: 'STOP',
      toolCalls: [{ name: 'f', arguments: { a: 'é' }, argumentsText: '{"a":"é"}', repairs: [] }],
    },
  },
  {
    title: 'text, then parallel calls, in one chunk and over two',
    wire: T('Both.') + P(C('f', { x: 1 }), C('g', {})) + P({ functionCall: { id: 'own', name: 'f', args: { x: 2 } } }) + FIN('STOP'),
    generation: {
      text: 'Both.',
      toolCalls: [
        { name: 'f', arguments: { x: 1 } },
        { name: 'g', arguments: {} },
        { id: 'own', arguments: { x: 2 } },
      ],
    },
  },
  {
    title: 'a call without arguments',
    wire: P({ functionCall: { name: 'f' } }) + FIN('STOP'),
    generation: { toolCalls: [{ name: 'f', arguments: {} }] },
  },
  {
    title: 'a call that the service could not read',
    wire: FIN('MALFORMED_FUNCTION_CALL'),
    generation: { finish: 'unknown', toolCalls: [] },
    warnings: ['broken-call', 'odd-finish-reason'],
  },
];

const blocked = ['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'SPII', 'BLOCKLIST'].map((reason): ReplyCase => ({
  title: `taken back for ${reason}`,
  wire: T('Hel') + FIN(reason),
  generation: { text: 'Hel', finish: 'filtered', finishRaw: reason, refused: true },
}));

const filters: ReplyCase[] = [
  ...blocked,
  {
    title: 'a prompt that is refused',
    wire: D({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } }),
    generation: {
      text: '',
      finish: 'filtered',
      finishRaw: 'PROHIBITED_CONTENT',
      refused: true,
      usage: { promptTokens: 9, completionTokens: null },
    },
    warnings: ['prompt-blocked'],
  },
];

const unfinished = ['no-finish-reason'];
const rejected = (
  title: string,
  reply: { code: number; message: string; status: string; error: NonNullable<ReplyCase['error']> },
): ReplyCase => ({
  title,
  status: reply.code,
  wire: JSON.stringify({ error: { code: reply.code, message: reply.message, status: reply.status } }, null, 2),
  warnings: unfinished,
  error: reply.error,
});

const failures: ReplyCase[] = [
  { title: 'no end', wire: hello, generation: { text: 'Hello' }, warnings: unfinished, error: { kind: 'stream-truncated' } },
  {
    title: 'an error in the stream',
    wire: `${hello}data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\n\n`,
    generation: { text: 'Hello' },
    warnings: unfinished,
    error: { kind: 'busy' },
  },
  {
    title: 'a fault in the stream',
    wire: `${hello}data: {"error":{"code":500,"message":"Internal error","status":"INTERNAL"}}\n\n`,
    warnings: unfinished,
    error: { kind: 'server' },
  },
  rejected('a bad key', {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    error: { kind: 'auth' },
  }),
  rejected('no right', { code: 403, message: 'Permission denied', status: 'PERMISSION_DENIED', error: { kind: 'auth' } }),
  rejected('no such model', {
    code: 404,
    message: 'models/nope is not found for API version v1beta',
    status: 'NOT_FOUND',
    error: { kind: 'not-found' },
  }),
  rejected('a rate limit', {
    code: 429,
    message: 'You exceeded your current quota. Please retry in 34.07s.',
    status: 'RESOURCE_EXHAUSTED',
    error: { kind: 'rate-limit' },
  }),
  rejected('a prompt that is too long', {
    code: 400,
    message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    status: 'INVALID_ARGUMENT',
    error: { kind: 'context-overflow', message: /1200000/u },
  }),
  rejected('a schema that is rejected', {
    code: 400,
    message: 'Invalid JSON payload received. Unknown name "x"',
    status: 'INVALID_ARGUMENT',
    error: { kind: 'bad-request' },
  }),
  { title: 'a web page', wire: '<html></html>', warnings: unfinished, error: { kind: 'wrong-server' } },
  { title: 'nothing', wire: '', warnings: unfinished, error: { kind: 'protocol' } },
];

/** Replies of `:streamGenerateContent`, shaped after its public documentation. */
export const generateCases: readonly ReplyCase[] = [...texts, ...thoughts, ...calls, ...filters, ...failures];
