import { generationSchema, type Generation, type ModelError } from '@benchloop/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { anatomyCases } from './cases/anatomy.ts';
import { errorCases } from './cases/errors.ts';
import { framingCases } from './cases/framing.ts';
import type { WireCase } from './cases/notation.ts';
import { reasoningCases } from './cases/reasoning.ts';
import { partly, skips, transportNumbers } from './cases/skips.ts';
import { toolCallCases } from './cases/tool-calls.ts';
import { usageCases } from './cases/usage.ts';
import { createChatStream } from './chat-stream.ts';
import { decodeReceipt } from './decode.ts';

const cases = [...framingCases, ...anatomyCases, ...usageCases, ...toolCallCases, ...reasoningCases, ...errorCases];
const named = cases.map((wireCase) => [`${wireCase.number} ${wireCase.title}`, wireCase] as const);

const at = 10_000;

/** Bytes as they come from the transport: decoded by one streaming decoder. */
const read = (pieces: readonly Uint8Array[], status: number): { generation: Generation; error: ModelError | null; live: string } => {
  const decoder = new TextDecoder();
  const stream = createChatStream({ status });
  const texts = [...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()];
  const deltas = texts.flatMap((text) => stream.push(text, at));
  const { generation, error, deltas: last } = stream.end();
  return { generation, error, live: [...deltas, ...last].map((delta) => delta.text).join('') };
};

const bytesOf = (wireCase: WireCase): Uint8Array =>
  typeof wireCase.wire === 'string' ? new TextEncoder().encode(wireCase.wire) : wireCase.wire;
const readWhole = (wireCase: WireCase) => read([bytesOf(wireCase)], wireCase.status ?? 200);

const codes = (warnings: readonly string[]): string[] => warnings.map((warning) => warning.split(':')[0] ?? '').sort();

/** Ids that were made here differ from case to case. */
const withoutMadeIds = (generation: Generation): Generation => {
  const plain = (calls: Generation['toolCalls']) =>
    calls.map((call) => (/^[a-z0-9]{9}$/u.test(call.id) ? { ...call, id: 'synthetic' } : call));
  return { ...generation, toolCalls: plain(generation.toolCalls), leakedToolCalls: plain(generation.leakedToolCalls) };
};

test.each(named)('%s', (_name, wireCase) => {
  const { generation, error } = readWhole(wireCase);
  generationSchema.parse(generation);
  const ids = [...generation.toolCalls, ...generation.leakedToolCalls].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(withoutMadeIds(generation)).toMatchObject(wireCase.generation ?? {});
  // What a reply that failed holds besides its error is told by the case where it matters.
  if (wireCase.warnings !== undefined || wireCase.error === undefined)
    expect(codes(generation.warnings)).toEqual([...(wireCase.warnings ?? [])].sort());
  expect(error?.kind).toBe(wireCase.error?.kind);
  expect(error?.message ?? '').toMatch(wireCase.error?.message ?? /(?:)/u);
  expect(error?.hint ?? '').toMatch(wireCase.error?.hint ?? /(?:)/u);
  expect(error?.status ?? null).toBe(wireCase.error?.status ?? error?.status ?? null);
});

const cuttable = named.filter(([, wireCase]) => wireCase.whole === undefined);

test.each(cuttable)('%s, cut at every byte', (_name, wireCase) => {
  const bytes = bytesOf(wireCase);
  const status = wireCase.status ?? 200;
  const outcome = (pieces: readonly Uint8Array[]) => {
    const { generation, error } = read(pieces, status);
    return JSON.stringify({ generation, error });
  };
  const whole = outcome([bytes]);
  expect(outcome(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(whole);
  const cuts = Array.from(bytes, (_byte, index) => index + 1);
  expect(cuts.filter((cut) => outcome([bytes.subarray(0, cut), bytes.subarray(cut)]) !== whole)).toEqual([]);
});

test.each(cuttable)('%s, with other line ends', (_name, wireCase) => {
  const text = new TextDecoder().decode(bytesOf(wireCase)).replace(/\r\n?/gu, '\n');
  const whole = readWhole(wireCase);
  for (const lineEnd of ['\r\n', '\r']) {
    const { generation, error } = read(
      [new TextEncoder().encode(text.replaceAll('\n', wireCase.wire.toString().startsWith('{') ? '\n' : lineEnd))],
      wireCase.status ?? 200,
    );
    expect({ generation, error: error?.kind }).toEqual({ generation: whole.generation, error: whole.error?.kind });
  }
});

test('any case in any pieces gives the same generation, live and decoded from its receipt', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cuttable.map(([, wireCase]) => wireCase)), fc.array(fc.nat(60)), (wireCase, sizes) => {
      const bytes = bytesOf(wireCase);
      const pieces: Uint8Array[] = [];
      let start = 0;
      for (const size of sizes) {
        pieces.push(bytes.subarray(start, start + size));
        start += size;
      }
      pieces.push(bytes.subarray(start));
      const status = wireCase.status ?? 200;
      const { generation } = read(pieces, status);
      expect(generation).toEqual(readWhole(wireCase).generation);
      const decoder = new TextDecoder();
      const reads = [...pieces.map((piece) => ({ at, text: decoder.decode(piece, { stream: true }) })), { at, text: decoder.decode() }];
      expect(decodeReceipt({ status, contentType: null, reads })).toEqual(generation);
    }),
    { numRuns: 400 },
  );
});

const timed = named.flatMap(([name, { timed: timing }]) => (timing === undefined ? [] : [[name, timing] as const]));

test.each(timed)('%s, its times', (_name, { reads, timings }) => {
  const stream = createChatStream({ status: 200 });
  for (const [readAt, text] of reads) stream.push(text, readAt);
  stream.end();
  const firstByteAt = reads[0]?.[0] ?? null;
  expect(callTimingsOf({ sentAt: 0, connectMs: null, headersAt: 1, firstByteAt, deltas: stream.texts(), endAt: at })).toMatchObject(
    timings,
  );
});

test('what is shown live adds up to the generation where nothing had to be taken back', () => {
  for (const [name, wireCase] of cuttable) {
    const { generation, live } = readWhole(wireCase);
    if (generation.toolCalls.length > 0 || codes(generation.warnings).some((code) => code === 'cumulative' || code === 'opener-missing'))
      continue;
    expect([name, [...live].sort()]).toEqual([name, [...(generation.reasoning + generation.text)].sort()]);
  }
});

test('no bytes make the reader fail', () => {
  const soup = fc
    .array(
      fc.constantFrom(
        'data: ',
        '{',
        '}',
        '[',
        ']',
        '"choices"',
        ':',
        '\n',
        '\r',
        'null',
        '"delta"',
        '0',
        '"tool_calls"',
        '"error"',
        '[DONE]',
        ',',
        '<',
        'é',
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(soup, fc.string()),
      fc.constantFrom(200, 400, 503, 302),
      (text, status) => void generationSchema.parse(read([new TextEncoder().encode(text)], status).generation),
    ),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const wire = [
        value,
        { choices: value },
        { choices: [value] },
        { choices: [{ delta: value }] },
        { choices: [{ delta: { tool_calls: [value], content: value } }], usage: value },
      ]
        .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
        .join('');
      generationSchema.parse(read([new TextEncoder().encode(wire)], 200).generation);
    }),
    { numRuns: 300 },
  );
});

test('every case of wire.md sections A to E and G is tested or skipped with a reason', () => {
  const expected = [...Array.from({ length: 105 }, (_, index) => index + 1), ...Array.from({ length: 14 }, (_, index) => index + 120)];
  const covered = new Set([...cases.map((wireCase) => wireCase.number), ...transportNumbers]);
  expect(expected.filter((number) => !covered.has(number))).toEqual(skips.map((skip) => skip.number));
  expect(partly.filter((part) => !covered.has(part.number))).toEqual([]);
  expect([...skips, ...partly].filter((skip) => skip.reason.length < 20)).toEqual([]);
});
