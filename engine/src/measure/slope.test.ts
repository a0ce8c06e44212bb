import type { Call } from '@benchloop/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChatStream } from '../providers/openai/chat-stream.ts';
import { DONE, FIN, T, U } from '../providers/openai/cases/notation.ts';
import { callTimingsOf } from './call-timings.ts';
import { decodeBySlope, prefillBySlope, slopeRate } from './slope.ts';

/** A reply as the reader of the openai provider takes it, with the times that its reads have. */
const callOf = (reads: readonly { at: number; text: string }[]): Call => {
  const stream = createChatStream({ status: 200 });
  for (const { at, text } of reads) stream.push(text, at);
  const { generation } = stream.end();
  const endAt = reads.at(-1)?.at ?? 0;
  const timings = callTimingsOf({
    sentAt: 0,
    connectMs: null,
    headersAt: 1,
    firstByteAt: reads[0]?.at ?? null,
    deltas: stream.texts(),
    endAt,
  });
  return { turn: 0, timings, usage: generation.usage, serverTimings: null, finish: generation.finish };
};

const usage = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

/** A server that does not stream: the whole completion after a fixed cost, the prompt and all tokens. */
const whole = (tokens: number, msPerToken: number, fixedMs = 412): Call => {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'ab'.repeat(tokens) }, finish_reason: 'stop' }];
  const text = JSON.stringify({ object: 'chat.completion', model: 'm', choices, usage: usage(300, tokens) });
  return callOf([{ at: fixedMs + tokens * msPerToken, text }]);
};

const firstTokenAfter = (prompt: number, ms: number): Call =>
  callOf([
    { at: ms, text: T('a') },
    { at: ms + 500, text: FIN('length') + U(prompt, 1) + DONE },
  ]);

test('154: a server that does not stream has its decode rate by two lengths of reply', () => {
  const calls = [whole(64, 20), whole(256, 20)];
  expect(calls.map(({ timings }) => timings?.firstTokenMs)).toEqual([null, null]);
  const slope = decodeBySlope(calls);
  expect(slope?.rate).toBeCloseTo(50, 6);
  expect(slope?.fixedMs).toBeCloseTo(412, 6);
});

test('155: three lengths of prompt give the prefill rate without a floor, and tell the floor', () => {
  const slope = prefillBySlope([500, 1_000, 2_000].map((tokens) => firstTokenAfter(tokens, 150 + tokens / 2)));
  expect(slope?.rate).toBeCloseTo(2_000, 6);
  expect(slope).toMatchObject({ lengths: 3 });
  expect(slope?.fixedMs).toBeCloseTo(150, 6);
  expect(slope?.worstMs).toBeCloseTo(0, 6);
});

test('what came from a cache was not read, and a slow outlier of a length does not move it', () => {
  const cached = (call: Call, cachedTokens: number): Call =>
    call.usage === null ? call : { ...call, usage: { ...call.usage, cachedTokens } };
  expect(prefillBySlope([firstTokenAfter(500, 300), cached(firstTokenAfter(2_000, 550), 1_000)])?.rate).toBeCloseTo(2_000, 6);
  const outlier = [whole(64, 20), whole(64, 20), whole(64, 90), whole(256, 20)];
  expect(decodeBySlope(outlier)?.rate).toBeCloseTo(50, 6);
});

test('no slope without two counted lengths, or where longer takes no longer', () => {
  expect(decodeBySlope([whole(64, 20), whole(64, 21)])).toBeNull();
  expect(decodeBySlope([])).toBeNull();
  expect(
    slopeRate([
      { tokens: 10, ms: 50 },
      { tokens: 20, ms: 50 },
    ]),
  ).toBeNull();
  expect(
    slopeRate([
      { tokens: 10, ms: 50 },
      { tokens: 20, ms: 40 },
    ]),
  ).toBeNull();
  const uncounted = [whole(64, 20), whole(256, 20)].map((call): Call => ({ ...call, usage: null }));
  expect(decodeBySlope(uncounted)).toBeNull();
  const guessed = [whole(64, 20), whole(256, 20)].map((call): Call => ({
    ...call,
    usage: call.usage === null ? null : { ...call.usage, source: 'estimate' },
  }));
  expect(decodeBySlope(guessed)).toBeNull();
});

test('the curve of attention shows as a distance from the line', () => {
  const curved = [500, 1_000, 2_000].map((tokens) => ({ tokens, ms: 150 + tokens / 2 + (tokens / 100) ** 2 }));
  expect(slopeRate(curved)?.worstMs).toBeGreaterThan(10);
});

test('law: a fixed cost never moves the rate', () => {
  const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(lengths, fc.double({ min: 0.01, max: 100, noNaN: true }), fc.integer({ min: 0, max: 100_000 }), (tokens, each, fixed) => {
      const slope = slopeRate(tokens.map((count) => ({ tokens: count, ms: fixed + count * each })));
      expect((slope?.rate ?? 0) * each).toBeCloseTo(1_000, 3);
    }),
  );
});
