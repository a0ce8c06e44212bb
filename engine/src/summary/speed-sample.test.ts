import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCall } from './fixtures.ts';
import { speedSampleOf } from './speed-sample.ts';

describe('speed of one call', () => {
  test('n tokens have n - 1 intervals', () => {
    expect(speedSampleOf(buildCall())).toEqual({
      promptTokens: 200,
      completionTokens: 61,
      ttftMs: 500,
      decode: 40,
      serverDecode: null,
      serverPrefill: null,
      clientPrefill: 400,
      interTokenP50Ms: 25,
      interTokenP95Ms: 30,
      flags: [],
    });
  });

  test('a call without times says nothing', () => {
    expect(speedSampleOf({ ...buildCall(), timings: null })).toBeNull();
  });

  test.each([
    ['usage is missing', { ...buildCall(), usage: null }],
    ['the server counted nothing', buildCall({ prompt: null, completion: null, textReads: 61 })],
    ['counts are estimates', buildCall({ source: 'estimate' })],
  ])('no rate when %s', (_name, call) => {
    expect(speedSampleOf(call)).toMatchObject({ decode: null, clientPrefill: null, ttftMs: 500, flags: ['usage-missing'] });
  });

  test('the server’s own counts stand in for missing usage', () => {
    const call = { ...buildCall({ server: { promptTokens: 200, promptMs: 400, predictedTokens: 61, predictedMs: 1500 } }), usage: null };
    expect(speedSampleOf(call)).toMatchObject({ decode: 40, serverDecode: 40, serverPrefill: 500, promptTokens: 200, flags: [] });
  });

  test('a call in which the model was loaded has no time to first token', () => {
    expect(speedSampleOf(buildCall({ ttftMs: 20_000, server: { loadMs: 19_830 } }))).toMatchObject({
      ttftMs: null,
      clientPrefill: null,
      decode: 40,
    });
    expect(speedSampleOf(buildCall({ server: { loadMs: 80 } }))).toMatchObject({ ttftMs: 500 });
  });

  test('16 reply tokens give a rate, 15 do not', () => {
    expect(speedSampleOf(buildCall({ completion: 16, spanMs: 375 }))).toMatchObject({ decode: 40, flags: [] });
    expect(speedSampleOf(buildCall({ completion: 15, spanMs: 350 }))).toMatchObject({
      decode: null,
      serverDecode: null,
      flags: ['short-reply'],
    });
    expect(speedSampleOf(buildCall({ completion: 0, textReads: 0, textEvents: 0, ttftMs: null }))).toMatchObject({
      decode: null,
      ttftMs: null,
      flags: ['short-reply'],
    });
  });

  test('a reply that came in one read has no rate', () => {
    expect(speedSampleOf(buildCall({ textReads: 1, textEvents: 61, spanMs: 0 }))).toMatchObject({
      decode: null,
      interTokenP50Ms: null,
      flags: ['coalesced-stream'],
    });
  });

  test('two tokens a read: the rate stays, inter-token times go; many tokens a read: both go', () => {
    expect(speedSampleOf(buildCall({ textEvents: 61, textReads: 30 }))).toMatchObject({
      decode: 40,
      interTokenP50Ms: null,
      interTokenP95Ms: null,
      flags: ['coalesced-stream'],
    });
    expect(speedSampleOf(buildCall({ textReads: 10 }))).toMatchObject({ decode: null, flags: ['coalesced-stream'] });
  });

  test('a token without text of its own, such as an end token, is no coalescing', () => {
    expect(speedSampleOf(buildCall({ textReads: 60 }))).toMatchObject({ decode: 40, interTokenP50Ms: 25, flags: [] });
  });

  test('prefill leaves cached tokens out, and takes the smaller of two counts', () => {
    expect(speedSampleOf(buildCall({ prompt: 1000, cached: 40 }))).toMatchObject({ clientPrefill: 1920, flags: [] });
    expect(speedSampleOf(buildCall({ prompt: 1000, cached: 600 }))).toMatchObject({ clientPrefill: 800, flags: ['prompt-cached'] });
    expect(speedSampleOf(buildCall({ prompt: 1000, cached: null, server: { promptTokens: 300, promptMs: 300 } }))).toMatchObject({
      serverPrefill: 1000,
    });
    expect(speedSampleOf(buildCall({ prompt: 1000, cached: 700, server: { promptTokens: 1000, promptMs: 300 } }))).toMatchObject({
      serverPrefill: 1000,
      flags: ['prompt-cached'],
    });
  });

  test('a prompt of fewer than 128 uncached tokens has no prefill rate', () => {
    expect(speedSampleOf(buildCall({ prompt: 127 }))).toMatchObject({ clientPrefill: null });
    expect(speedSampleOf(buildCall({ prompt: 128 }))).toMatchObject({ clientPrefill: 256 });
    expect(speedSampleOf(buildCall({ prompt: 500, cached: 499 }))).toMatchObject({ clientPrefill: null });
  });

  test('58: a prompt of 100 tokens, 90 of them cached, is read as 10, which is too few for a prefill rate', () => {
    expect(speedSampleOf(buildCall({ prompt: 100, cached: 90, server: { promptTokens: 10, promptMs: 20 } }))).toMatchObject({
      clientPrefill: null,
      serverPrefill: null,
      flags: ['prompt-cached'],
    });
  });

  test('61: 35 tokens in 661 ms of the server are 34 intervals', () => {
    const server = { promptTokens: 1, promptMs: 30.9, predictedTokens: 35, predictedMs: 661 };
    const sample = speedSampleOf(buildCall({ prompt: 237, cached: 236, completion: 35, server }));
    expect(sample?.serverDecode).toBeCloseTo(34 / 0.661, 9);
    expect(sample).toMatchObject({ promptTokens: 237, serverPrefill: null, flags: ['prompt-cached'] });
  });

  test.each([1, 35])('62: one token of the server has no decode rate, whatever the usage of %i tokens says', (completion) => {
    for (const predictedMs of [0.001, 20])
      expect(speedSampleOf(buildCall({ completion, server: { predictedTokens: 1, predictedMs } }))).toMatchObject({ serverDecode: null });
  });

  test('50: an empty reply has neither a time to the first token nor a rate', () => {
    expect(speedSampleOf(buildCall({ completion: 0, textReads: 0, textEvents: 0, ttftMs: null }))).toMatchObject({
      ttftMs: null,
      decode: null,
      serverDecode: null,
      clientPrefill: null,
    });
  });

  test('server times that exceed the client’s are not believed', () => {
    const call = buildCall({ server: { promptTokens: 200, promptMs: 400_000, predictedTokens: 61, predictedMs: 1_500_000 } });
    expect(speedSampleOf(call)).toMatchObject({ serverDecode: null, serverPrefill: null, decode: 40, flags: ['server-clock-differs'] });
  });

  test('spans below 1 ms and rates beyond any machine are no rates', () => {
    expect(speedSampleOf(buildCall({ spanMs: 0.9, ttftMs: 0.9 }))).toMatchObject({ decode: null, clientPrefill: null });
    expect(speedSampleOf(buildCall({ completion: 5000, spanMs: 40 }))).toMatchObject({ decode: null });
    expect(speedSampleOf(buildCall({ completion: 3000, spanMs: 40 }))).toMatchObject({ decode: 74_975 });
    expect(speedSampleOf(buildCall({ prompt: 30_000, ttftMs: 2 }))).toMatchObject({ clientPrefill: null });
  });

  test('scaling all times scales rates by the inverse', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 100, noNaN: true }), (factor) => {
        const sample = speedSampleOf(buildCall({ ttftMs: 500 * factor, spanMs: 1500 * factor }));
        expect(sample?.decode).toBeCloseTo(40 / factor, 6);
        expect(sample?.clientPrefill).toBeCloseTo(400 / factor, 6);
      }),
    );
  });

  test('rates are finite and positive, or absent', () => {
    const count = fc.option(fc.integer({ min: 0, max: 5000 }));
    const inputs = fc.record({
      prompt: count,
      completion: count,
      cached: count,
      ttftMs: fc.option(fc.integer({ min: 0, max: 9999 })),
      spanMs: fc.integer({ min: 0, max: 9999 }),
      textReads: fc.integer({ min: 0, max: 5000 }),
    });
    fc.assert(
      fc.property(inputs, (input) => {
        const sample = speedSampleOf(buildCall(input));
        const rates = [sample?.decode, sample?.serverDecode, sample?.serverPrefill, sample?.clientPrefill];
        expect(rates.every((rate) => rate === null || (Number.isFinite(rate) && Number(rate) > 0))).toBe(true);
      }),
    );
  });
});
