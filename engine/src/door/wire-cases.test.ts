import type { Report, Trial } from '@benchloop/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  eventStream,
  lastChunk,
  reply,
  startScriptedServer,
  type ScriptedServer,
  type ServerStep,
} from '../kit/testing/scripted-server.ts';
import { delta, DONE, FIN, T, U } from '../providers/openai/cases/notation.ts';
import { loadReport } from './load-report.ts';
import { createBench, type Bench } from './testing/bench.ts';
import { createTinySuite } from './testing/tiny-suite.ts';

/** Cases of wire.md whose answer is that of a whole run, beyond what one reply tells. */

let bench: Bench;
let server: ScriptedServer;
beforeEach(async () => {
  bench = await createBench(createTinySuite(3));
});
afterEach(async () => {
  await server.close();
  await bench.remove();
});

type Chat = (index: number) => readonly ServerStep[];

const runWith = async (chat: Chat): Promise<Report> => {
  let chats = 0;
  server = await startScriptedServer(({ method, path }) => {
    if (method === 'POST' && path === '/v1/chat/completions') return chat(chats++);
    return path === '/v1/models' ? reply(200, '{"data":[{"id":"m"}]}') : reply(404, '{"error":{"message":"no such route"}}');
  });
  const run = await bench.start({ provider: 'openai', endpoint: server.url, model: 'm' });
  return loadReport(bench.home, run.id);
};

const say = (...events: (string | ServerStep)[]): ServerStep[] => eventStream([...events, lastChunk]);
const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen'.split(
  ' ',
);
const codes = ({ summary }: Report): string[] => summary.warnings.map(({ code }) => code);

test('49: a reply that names another model than was asked for is a warning with both names', async () => {
  const report = await runWith(() => say(delta({ content: 'Hello' }).replace('{', '{"model":"other",'), FIN('stop'), U(5, 1), DONE));
  expect(report.summary.warnings.find(({ code }) => code === 'model-mismatch')?.message).toMatch(/\bm\b[^]*\bother\b/u);
});

test('59: without usage no rate is made up, and it is said', async () => {
  const report = await runWith(() => say(...words.map((word) => T(`${word} `)), FIN('stop'), DONE));
  expect(codes(report)).toContain('usage-missing');
  expect(
    report.summary.speed.every(
      ({ decodeTokensPerSecond, completionTokens }) => decodeTokensPerSecond === null && completionTokens === null,
    ),
  ).toBe(true);
  expect(report.trials.flatMap(({ calls }) => calls.map(({ usage }) => usage))).toEqual(report.trials.map(() => null));
});

test('65: many tokens in each read give no rate of single tokens, and it is said', async () => {
  const pieces = words.slice(0, 4).flatMap((word): (string | ServerStep)[] => [T(`${word} `.repeat(5)), { waitMs: 30 }]);
  const report = await runWith(() => say(...pieces, FIN('stop'), U(5, 20), DONE));
  expect(codes(report)).toContain('coalesced-stream');
  const all = report.summary.speed.find(({ cell }) => cell === 'all');
  expect(all?.completionTokens?.p50).toBe(20);
  expect(all).toMatchObject({ decodeTokensPerSecond: null, interTokenP50Ms: null });
});

const retried = (trials: readonly Trial[]): Trial[] => trials.filter(({ retries }) => retries > 0);

test.each([
  ['seconds', () => '1'],
  // A date has no fractions of a second, so a wait until it may be half as long.
  ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
])('121: a server that says by %s when to come again is waited for, outside of every time', async (_title, retryAfter) => {
  let refused = 0;
  const report = await runWith((index) => {
    if (index > 3 && refused === 0) {
      refused += 1;
      return reply(429, '{"error":{"message":"slow down"}}', { 'retry-after': retryAfter() });
    }
    return say(T('Hello'), FIN('stop'), U(5, 1), DONE);
  });
  const [waited] = retried(report.trials);
  expect(retried(report.trials)).toHaveLength(1);
  expect(waited?.durationMs).toBeGreaterThan(500);
  expect(waited?.calls[0]?.timings?.firstTokenMs ?? Infinity).toBeLessThan((waited?.durationMs ?? 0) - 500);
  expect(report.summary.retries).toBe(1);
});
