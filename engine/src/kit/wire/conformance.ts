import { generationSchema, type Generation, type ModelErrorKind, type Receipt } from '@benchloop/spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReplyOptions, ReplyReader } from './reply-reader.ts';

/** Bytes of one reply, and what must be read from them however they are cut. */
export type ReplyCase = {
  title: string;
  wire: string | Uint8Array;
  status?: number;
  /** When all of it came, in milliseconds since the request. */
  atMs?: number;
  /** Members that must be equal; the rest is free. */
  generation?: Record<string, unknown>;
  /** Exactly these warnings, by their code. */
  warnings?: string[];
  error?: { kind: ModelErrorKind; message?: RegExp; hint?: RegExp; retryAfterMs?: number };
};

export type ReplyFormatSubject = {
  createReader: (options: ReplyOptions) => ReplyReader;
  decode: (receipt: Receipt) => Generation;
  cases: readonly ReplyCase[];
};

/** Cut into single bytes it is seen everywhere; cut in two, at this many places. */
const mostCutsInTwo = 200;

const bytesOf = ({ wire }: ReplyCase): Uint8Array => (typeof wire === 'string' ? new TextEncoder().encode(wire) : wire);

/** The texts of pieces of bytes, as one streaming decoder gives them. */
const textsOf = (pieces: readonly Uint8Array[]): string[] => {
  const decoder = new TextDecoder();
  return [...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()];
};

const read = ({ createReader }: ReplyFormatSubject, { status = 200, atMs = 100 }: ReplyCase, texts: readonly string[]) => {
  const reader = createReader({ status });
  const deltas = texts.flatMap((text) => reader.push(text, atMs));
  const { generation, error, deltas: last } = reader.end();
  return { generation, error, deltas: [...deltas, ...last] };
};

const codes = (warnings: readonly string[]): string[] => warnings.map((warning) => warning.split(':')[0] ?? '').sort();

const slices = (bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] => {
  const ends = sizes.map((_size, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index]));
};

/** The tests that the reader of every wire format passes. */
export const describeReplyFormat = (name: string, subject: ReplyFormatSubject): void => {
  const whole = (replyCase: ReplyCase) => read(subject, replyCase, textsOf([bytesOf(replyCase)]));
  const named = subject.cases.map((replyCase) => [replyCase.title, replyCase] as const);

  describe(`replies of ${name}`, () => {
    test.each(named)('%s', (_title, replyCase) => {
      const { generation, error } = whole(replyCase);
      generationSchema.parse(generation);
      expect(generation).toMatchObject(replyCase.generation ?? {});
      expect(codes(generation.warnings)).toEqual([...(replyCase.warnings ?? [])].sort());
      expect(error?.kind).toBe(replyCase.error?.kind);
      expect(error?.message ?? '').toMatch(replyCase.error?.message ?? /(?:)/u);
      expect(error?.hint ?? '').toMatch(replyCase.error?.hint ?? /(?:)/u);
    });

    test.each(named)('%s, cut at every byte', (_title, replyCase) => {
      const bytes = bytesOf(replyCase);
      const outcome = (pieces: readonly Uint8Array[]) => {
        const { generation, error } = read(subject, replyCase, textsOf(pieces));
        return JSON.stringify({ generation, error });
      };
      const expected = outcome([bytes]);
      expect(outcome(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(expected);
      const step = Math.ceil(bytes.length / mostCutsInTwo);
      const cuts = Array.from(bytes, (_byte, index) => index + 1).filter((cut) => cut % step === 0);
      expect(cuts.filter((cut) => outcome([bytes.subarray(0, cut), bytes.subarray(cut)]) !== expected)).toEqual([]);
    });

    test('any case in any pieces gives the same generation, live and decoded from its receipt', () => {
      fc.assert(
        fc.property(fc.constantFrom(...subject.cases), fc.array(fc.nat(60)), (replyCase, sizes) => {
          const texts = textsOf(slices(bytesOf(replyCase), sizes));
          const { generation } = read(subject, replyCase, texts);
          expect(generation).toEqual(whole(replyCase).generation);
          const { status = 200, atMs = 100 } = replyCase;
          const receipt = { status, contentType: null, reads: texts.map((text) => ({ at: atMs, text })) };
          expect(subject.decode(receipt)).toEqual(generation);
        }),
        { numRuns: 150 },
      );
    });

    test('what is shown live adds up to the generation', () => {
      for (const [title, replyCase] of named) {
        const { generation, deltas } = whole(replyCase);
        if (codes(generation.warnings).includes('cumulative')) continue;
        const said = (channel: string) => deltas.flatMap((delta) => (delta.channel === channel ? [delta.text] : [])).join('');
        expect([title, said('answer'), said('reasoning')]).toEqual([title, generation.text, generation.reasoning]);
      }
    });

    test('no bytes make the reader fail', () => {
      const strings = new Set(subject.cases.flatMap(({ wire }) => (typeof wire === 'string' ? wire.split(/(?<=[{}[\],:\n])/u) : [])));
      const soup = fc.array(fc.constantFrom(...strings, '{', '}', 'null', '[]', '\n\n')).map((parts) => parts.join(''));
      fc.assert(
        fc.property(fc.oneof(soup, fc.string()), fc.constantFrom(200, 400, 503), (wire, status) => {
          generationSchema.parse(whole({ title: '', wire, status }).generation);
        }),
        { numRuns: 300 },
      );
    });
  });
};

/** The same events with their members replaced by other JSON, for readers that must take any shape. */
export const withMembersReplaced = (value: unknown, by: unknown): unknown[] => {
  if (value === null || typeof value !== 'object') return [by];
  const entries = Object.entries(value);
  const copy = (member: string, changed: unknown) =>
    Array.isArray(value) ? value.map((item, at) => (String(at) === member ? changed : (item as unknown))) : { ...value, [member]: changed };
  return [by, ...entries.flatMap(([member, inner]) => withMembersReplaced(inner, by).map((changed) => copy(member, changed)))];
};
