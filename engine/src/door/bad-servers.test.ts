import { gzipSync } from 'node:zlib';
import type { Outcome } from '@benchloop/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  chunk,
  eventStream,
  head,
  lastChunk,
  reply,
  startScriptedServer,
  type ScriptedServer,
  type ServerStep,
} from '../kit/testing/scripted-server.ts';
import { C, delta, DONE, FIN, T, U } from '../providers/openai/cases/notation.ts';
import { loadReport } from './load-report.ts';
import { createBench, type Bench } from './testing/bench.ts';
import { createTinySuite } from './testing/tiny-suite.ts';

/** One task of a run meets a server that goes wrong; the others are answered rightly, before and after it. */

let bench: Bench;
let server: ScriptedServer;
beforeEach(async () => {
  bench = await createBench(createTinySuite(3));
});
afterEach(async () => {
  await server.close();
  await bench.remove();
});

const whole = (text: string): string => T(text) + FIN('stop') + U(5, 2) + DONE;
const right = (word: string): ServerStep[] => eventStream([whole(word), lastChunk]);
const streamHead = head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' });

const wordIn = (body: string): string | null => /only the word (w\d+)/u.exec(body)?.[1] ?? null;

/** Runs the tiny suite; `bad` answers every try of its second task. */
const runWith = async (bad: (word: string, tries: number) => readonly ServerStep[], timeoutMs?: number) => {
  const words: string[] = [];
  let tries = 0;
  server = await startScriptedServer(({ method, path, body }) => {
    if (path === '/v1/models') return reply(200, '{"data":[{"id":"m"}]}');
    if (method !== 'POST' || !path.endsWith('/chat/completions')) return reply(404, '{"error":{"message":"no such route"}}');
    const word = wordIn(body);
    if (word === null) return right('yes');
    if (!words.includes(word)) words.push(word);
    return word === words[1] ? bad(word, (tries += 1)) : right(word);
  });
  const options = { provider: 'openai', endpoint: server.url, model: 'm', ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const run = await bench.start(options);
  return loadReport(bench.home, run.id);
};

/** The beginning of a reply that is never finished. */
const begun = [streamHead, chunk(T('w'))];
const callBegun = [streamHead, chunk(C({ index: 0, id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a' } }))];

const faults: readonly [title: string, steps: readonly ServerStep[], outcome: Outcome, reason: RegExp][] = [
  ['a redirect of the call', reply(301, '', { location: '/elsewhere' }), 'model-error', /sends the request elsewhere[^]*--endpoint/u],
  ['a connection that breaks before the reply', [{ reset: true }], 'model-error', /closed the connection without an answer/u],
  ['a connection that breaks in the reply', [...begun, { waitMs: 5 }, { reset: true }], 'model-error', /broke in the middle of the reply/u],
  ['a half-closed connection', [...begun, { waitMs: 5 }, { end: true }], 'model-error', /middle of the reply|ended before/u],
  ['a server that dies in a tool call', [...callBegun, { waitMs: 5 }, { reset: true }], 'model-error', /broke in the middle of the reply/u],
  [
    'a web page in the place of a reply',
    reply(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' }),
    'model-error',
    /web page/u,
  ],
  ['401 in the middle of a run', reply(401, '{"error":{"message":"key expired"}}'), 'model-error', /key/u],
  ['404 in the middle of a run', reply(404, '{"error":{"message":"model m not found"}}'), 'model-error', /not found/u],
];

test.each(faults)('%s ends its trial with one reason and the next step, and loses nothing else', async (_title, steps, outcome, reason) => {
  const { run, trials, summary } = await runWith(() => steps);
  expect(trials.map((trial) => trial.outcome)).toEqual(['scored', outcome, 'scored']);
  expect(trials.filter(({ score }) => score?.passed)).toHaveLength(2);
  expect(trials[1]?.reason).toMatch(reason);
  expect(trials[1]?.error?.hint).toMatch(/\w{3}/u);
  expect(run.status).toBe('incomplete');
  expect(summary.overall.value).toBeNull();
});

test.each([
  ['before its headers', [{ hang: true }] as ServerStep[]],
  ['in its reply', [...begun, { hang: true }] as ServerStep[]],
])('a server that hangs %s is given up in time, as a timeout', async (_title, steps) => {
  const { trials, summary } = await runWith(() => steps, 400);
  expect(trials.map(({ outcome }) => outcome)).toEqual(['scored', 'timeout', 'scored']);
  expect(trials[1]?.reason).toMatch(/--timeout|silent/u);
  expect(summary.outcomes.timeout).toBe(1);
});

test.each([
  ['dies in a tool call', callBegun.concat([{ waitMs: 5 }, { reset: true }])],
  ['loads its model', reply(503, '{"error":{"message":"Loading model"}}')],
  ['is overloaded', reply(503, '{"error":{"message":"overloaded"}}', { 'retry-after': '0' })],
])('a server that %s once and then answers costs a retry that is counted and shown, and no score', async (_title, once) => {
  const report = await runWith((word, tries) => (tries === 1 ? once : right(word)));
  expect(report.trials.map(({ outcome, score }) => [outcome, score?.passed])).toEqual(Array(3).fill(['scored', true]));
  expect(report.trials[1]?.retries).toBe(1);
  expect(report.summary.warnings.map(({ code }) => code)).toContain('retried');
});

test('a compressed reply is read, though none was asked for', async () => {
  const { trials } = await runWith((word) => {
    const bytes = gzipSync(whole(word));
    return [
      head(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip', 'content-length': String(bytes.length) }),
      { write: bytes },
    ];
  });
  expect(trials.map(({ score }) => score?.passed)).toEqual([true, true, true]);
});

test('a context that is too small for one task cuts that task alone', async () => {
  const overflow = {
    error: {
      code: 400,
      type: 'exceed_context_size_error',
      message: 'the request exceeds the context size',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    },
  };
  const { trials } = await runWith(() => reply(400, JSON.stringify(overflow)));
  expect(trials.map(({ outcome }) => outcome)).toEqual(['scored', 'truncated', 'scored']);
  expect(trials[1]?.reason).toMatch(/9000[^]*4096|context/u);
});

const naming = (model: string, text: string): ServerStep[] =>
  eventStream([delta({ content: text }).replace('{', `{"model":${JSON.stringify(model)},`) + FIN('stop') + U(5, 2) + DONE, lastChunk]);

test('a model that is swapped during the run is said once, with both names', async () => {
  server = await startScriptedServer(({ path, body }) => {
    if (path === '/v1/models') return reply(200, '{"data":[{"id":"m"}]}');
    const word = wordIn(body);
    return naming(word === null || server.requests.filter((seen) => wordIn(seen.body) !== null).length < 2 ? 'm' : 'other', word ?? 'yes');
  });
  const run = await bench.start({ provider: 'openai', endpoint: server.url, model: 'm' });
  const swaps = (await loadReport(bench.home, run.id)).summary.warnings.filter(({ code }) => code === 'model-mismatch');
  expect(swaps).toHaveLength(1);
  expect(swaps[0]?.message).toMatch(/changed during the run[^]*\bm\b[^]*\bother\b/u);
});

test('a server without chat completions stops the run with the API that it may have instead, and is measured by that', async () => {
  const events = ['response.created', 'response.output_text.delta', 'response.completed'] as const;
  const answer = (text: string): ServerStep[] => {
    const [created, said, completed] = events;
    const response = { id: 'r', model: 'm', status: 'completed', output: [], usage: { input_tokens: 5, output_tokens: 2 } };
    const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
    const parts = [
      { type: created, response },
      { type: said, output_index: 0, content_index: 0, delta: text },
      { type: completed, response },
    ];
    return eventStream([...parts.map(event), lastChunk]);
  };
  server = await startScriptedServer(({ path, body }) => {
    if (path === '/v1/models') return reply(200, '{"data":[{"id":"m"}]}');
    return path === '/v1/responses' ? answer(wordIn(body) ?? 'yes') : reply(404, '{"detail":"Not Found"}');
  });
  const options = { endpoint: server.url, model: 'm' };
  await expect(bench.start({ provider: 'openai', ...options })).rejects.toMatchObject({
    nextStep: expect.stringContaining('--provider openai-responses') as string,
  });
  const run = await bench.start({ provider: 'openai-responses', ...options });
  expect((await loadReport(bench.home, run.id)).trials.map(({ score }) => score?.passed)).toEqual([true, true, true]);
});
