import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatchReader, createBatchWriter, type EventBatch } from './batch.ts';
import type { HttpEvent, WireEvent } from './protocol.ts';

const end: WireEvent = { type: 'end', at: 9e9, capped: false };
const failure: WireEvent = { type: 'failure', at: 9e9, failure: { reason: 'reset', phase: 'mid-stream', code: null, message: 'gone' } };

/** What a batch is on the other side of a thread, where the memory of its sender is gone. */
const transferred = (batch: EventBatch): EventBatch => structuredClone(batch, { transfer: [batch.table.buffer, batch.bytes.buffer] });

/** Sends events through batches, taken after each event that `cuts` names. */
const through = (events: readonly (readonly [number, WireEvent])[], cuts: ReadonlySet<number>): [number, HttpEvent][] => {
  const told: [number, HttpEvent][] = [];
  const writer = createBatchWriter();
  const read = createBatchReader((id, event) => told.push([id, event]));
  const pass = () => {
    const batch = writer.take();
    if (batch !== null) read(transferred(batch));
  };
  events.forEach(([id, event], index) => {
    writer.add(id, event);
    if (cuts.has(index)) pass();
  });
  pass();
  return told;
};

const readOf = (at: number, chunk: Uint8Array): WireEvent => ({ type: 'read', at, chunk });

test('text, stamps, sizes and order come over as they were, for any split of the bytes and any cut into batches', () => {
  const streams = fc.array(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(streams, fc.infiniteStream(fc.nat()), fc.uniqueArray(fc.nat(60)), (parts, order, cuts) => {
      const left = parts.map((chunks, id) => ({ id, chunks: [...chunks] }));
      const sent: [number, WireEvent][] = [];
      while (left.length > 0) {
        const index = (order.next().value as number) % left.length;
        const stream = left[index];
        const chunk = stream?.chunks.shift();
        if (stream !== undefined) sent.push([stream.id, chunk === undefined ? end : readOf(sent.length, chunk)]);
        if (chunk === undefined) left.splice(index, 1);
      }
      const told = through(sent, new Set(cuts));
      for (const [id, chunks] of parts.entries()) {
        const own = told.filter(([of]) => of === id).map(([, event]) => event);
        const reads = own.filter((event) => event.type === 'read');
        const stamps = sent.flatMap(([of, event]) => (of === id && event.type === 'read' ? [event.at] : []));
        expect(reads.map(({ text }) => text).join('')).toBe(new TextDecoder().decode(Buffer.concat(chunks)));
        expect(reads.slice(0, stamps.length).map(({ at, bytes }) => [at, bytes])).toEqual(
          stamps.map((at, index) => [at, chunks[index]?.length]),
        );
        expect(reads.slice(stamps.length).every(({ at, bytes }) => bytes === 0 && at === stamps.at(-1))).toBe(true);
        expect(own.at(-1)).toEqual(end);
      }
    }),
  );
});

test('a read that outgrows the memory of a batch is whole, and so is the next batch', () => {
  const large = new Uint8Array(3_000_000).fill(97);
  const told = through(
    [
      [1, readOf(1, large)],
      [2, readOf(2, large.subarray(0, 5))],
      [1, readOf(3, large.subarray(0, 7))],
    ],
    new Set([0]),
  );
  expect(told.map(([id, event]) => [id, event.type === 'read' && event.text.length])).toEqual([
    [1, 3_000_000],
    [2, 5],
    [1, 7],
  ]);
});

test('more events than a batch has room for at first come over in order', () => {
  const events = Array.from({ length: 1000 }, (_, at): [number, WireEvent] => [at % 3, readOf(at, new Uint8Array([97 + (at % 26)]))]);
  const told = through(events, new Set());
  expect(told.map(([id, event]) => [id, event.at])).toEqual(events.map(([id, event]) => [id, event.at]));
});

test('half a character at the end is told as one unknown character, and not at all after a failure', () => {
  const half = new TextEncoder().encode('ä').subarray(0, 1);
  expect(
    through(
      [
        [1, readOf(5, half)],
        [1, end],
      ],
      new Set(),
    ),
  ).toEqual([
    [1, { type: 'read', at: 5, text: '', bytes: 1 }],
    [1, { type: 'read', at: 5, text: '\u{FFFD}', bytes: 0 }],
    [1, end],
  ]);
  expect(
    through(
      [
        [1, readOf(5, half)],
        [1, failure],
      ],
      new Set(),
    ).at(-1),
  ).toEqual([1, failure]);
  expect(
    through(
      [
        [1, readOf(5, half)],
        [1, failure],
      ],
      new Set(),
    ),
  ).toHaveLength(2);
});

test('nothing that came is no batch', () => {
  expect(createBatchWriter().take()).toBeNull();
});
