import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseReader, type SseEvent } from './sse.ts';

const read = (...pieces: string[]) => {
  const events: SseEvent[] = [];
  const other: string[] = [];
  const reader = createSseReader({
    onEvent: (event) => events.push(event),
    onComment: (text) => other.push(`:${text}`),
    onUnknownField: (name, value) => other.push(`${name}=${value}`),
  });
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return { events, other };
};

const stream = ': ping\n\ndata: {"a":1}\n\nevent: error\nid: 7\nretry: 100\ndata:x\ndata: y\u2028z\n\nerror: {"b":2}\n\ndata: last';
const expected = {
  events: [
    { event: null, data: '{"a":1}' },
    { event: 'error', data: 'x\ny\u2028z' },
    { event: null, data: 'last' },
  ],
  other: [':ping', 'error={"b":2}'],
};

test.each(['\n', '\r\n', '\r'])('line end %j', (lineEnd) => {
  const text = stream.replaceAll('\n', lineEnd);
  expect(read(text)).toEqual(expected);
  expect(read(...text)).toEqual(expected);
  expect(read(`\uFEFF${text}`)).toEqual(expected);
});

test('mixed line ends in any pieces give the same events', () => {
  const ends = fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1 });
  fc.assert(
    fc.property(ends, fc.array(fc.nat(12)), (lineEnds, sizes) => {
      let line = 0;
      const text = stream.replaceAll('\n', () => lineEnds[line++ % lineEnds.length] as string);
      // A CR followed by a bare LF would read as one line end.
      fc.pre(!/\r\n/u.test(stream.replaceAll('\n', '')) && text.replace(/\r\n?/gu, '\n') === stream);
      const pieces: string[] = [];
      let at = 0;
      for (const size of sizes) {
        pieces.push(text.slice(at, at + size));
        at += size;
      }
      expect(read(...pieces, text.slice(at))).toEqual(expected);
    }),
  );
});

test('with CR alone an event is given out with the read that ends it', () => {
  const events: SseEvent[] = [];
  const reader = createSseReader({ onEvent: (event) => events.push(event) });
  reader.push('data: a\r\r');
  expect(events).toEqual([{ event: null, data: 'a' }]);
});

test('a last event is given out once, an empty end gives none', () => {
  expect(read('data: a\n\n').events).toHaveLength(1);
  expect(read('data: a').events).toHaveLength(1);
  expect(read('').events).toEqual([]);
});
