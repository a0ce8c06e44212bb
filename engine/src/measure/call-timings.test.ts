import { callTimingsSchema } from '@benchloop/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callTimingsOf, type TimedDelta } from './call-timings.ts';

const base = { sentAt: 1000, connectMs: 3, headersAt: 1010, firstByteAt: 1012, endAt: 1500 };
const tokens = (count: number, gapMs: number, channel: TimedDelta['channel'] = 'answer'): TimedDelta[] =>
  Array.from({ length: count }, (_, index) => ({ at: 1200 + index * gapMs, channel, textLength: 2 }));

test('first byte, first reasoning and first answer are three different times', () => {
  const deltas: TimedDelta[] = [
    { at: 1012, channel: 'answer', textLength: 0 },
    { at: 1100, channel: 'reasoning', textLength: 4 },
    { at: 1300, channel: 'answer', textLength: 1 },
  ];
  expect(callTimingsOf({ ...base, deltas })).toMatchObject({
    connectMs: 3,
    headersMs: 10,
    firstByteMs: 12,
    firstTokenMs: 100,
    firstReasoningMs: 100,
    firstAnswerMs: 300,
    lastTokenMs: 300,
    endMs: 500,
    textEvents: 2,
    textReads: 2,
  });
});

test('a reply without text has no token times', () => {
  const timings = callTimingsOf({ ...base, headersAt: null, firstByteAt: null, connectMs: null, deltas: [] });
  expect(timings).toMatchObject({
    headersMs: null,
    firstByteMs: null,
    firstTokenMs: null,
    lastTokenMs: null,
    interTokenP50Ms: null,
    textEvents: 0,
  });
});

test('a think tag is a token but neither reasoning nor answer', () => {
  const deltas: TimedDelta[] = [{ at: 1050, channel: 'markup', textLength: 7 }, ...tokens(1, 0)];
  expect(callTimingsOf({ ...base, deltas })).toMatchObject({ firstTokenMs: 50, firstReasoningMs: null, firstAnswerMs: 200 });
});

test('gaps are those between reads; p95 needs 20 of them', () => {
  expect(callTimingsOf({ ...base, deltas: tokens(20, 10) })).toMatchObject({ interTokenP50Ms: 10, interTokenP95Ms: null });
  expect(callTimingsOf({ ...base, deltas: tokens(21, 10) })).toMatchObject({ interTokenP50Ms: 10, interTokenP95Ms: 10 });
});

test('coalesced events withhold the gaps', () => {
  const deltas = tokens(2000, 0);
  expect(callTimingsOf({ ...base, deltas })).toMatchObject({ textEvents: 2000, textReads: 1, interTokenP50Ms: null });
  const pairs = tokens(40, 10).flatMap((delta) => [delta, delta]);
  expect(callTimingsOf({ ...base, deltas: pairs })).toMatchObject({ textEvents: 80, textReads: 40, interTokenP50Ms: null });
});

test('every result is a valid record, with times in order', () => {
  const delta = fc.record({
    at: fc.double({ min: 1012, max: 1500, noNaN: true }),
    channel: fc.constantFrom<TimedDelta['channel']>('answer', 'reasoning', 'tool-call', 'markup'),
    textLength: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(delta), (unsorted) => {
      const deltas = unsorted.sort((a, b) => a.at - b.at);
      const timings = callTimingsSchema.parse(callTimingsOf({ ...base, deltas }));
      expect(timings.textReads).toBeLessThanOrEqual(timings.textEvents);
      const order = [timings.firstTokenMs ?? 0, timings.firstAnswerMs ?? timings.lastTokenMs ?? 0, timings.lastTokenMs ?? 0, timings.endMs];
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});
