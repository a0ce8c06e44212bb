import type { Instant } from '@benchloop/spec';
import { TextDecoder } from 'node:util';
import type { HttpEvent, WireEvent } from './protocol.ts';

/**
 * Events of some milliseconds, in order, in a form that crosses threads without a copy: structured clones of objects
 * cost several times as much, for each of them and on both sides, and that work would hold up the reads that follow.
 */
export type EventBatch = {
  /** Rows of `columns`: the request's id, a read's stamp or `isEvent`, and a read's length in bytes or an event's index. */
  table: Float64Array<ArrayBuffer>;
  /** The bytes of all reads, one after another. */
  bytes: Uint8Array<ArrayBuffer>;
  events: Exclude<WireEvent, { type: 'read' }>[];
};

const columns = 3;
const isEvent = -1;
const leastRows = 64;
const leastBytes = 1 << 14;

const grown = <List extends Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(from: List, to: List): List => {
  to.set(from as never);
  return to;
};

/** Collects events. A batch that was taken is the taker's, its memory included, and may be transferred. */
export const createBatchWriter = () => {
  let rows = 0;
  let length = 0;
  let table = new Float64Array(leastRows * columns);
  let bytes = new Uint8Array(leastBytes);
  let events: EventBatch['events'] = [];

  const addRow = (id: number, at: number, value: number) => {
    if (rows * columns === table.length) table = grown(table, new Float64Array(table.length * 2));
    table[rows * columns] = id;
    table[rows * columns + 1] = at;
    table[rows * columns + 2] = value;
    rows += 1;
  };

  return {
    add: (id: number, event: WireEvent): void => {
      if (event.type !== 'read') return addRow(id, isEvent, events.push(event) - 1);
      const { chunk } = event;
      if (length + chunk.length > bytes.length) bytes = grown(bytes, new Uint8Array((length + chunk.length) * 2));
      bytes.set(chunk, length);
      length += chunk.length;
      addRow(id, event.at, chunk.length);
    },
    /** The batch so far; null = nothing came. */
    take: (): EventBatch | null => {
      if (rows === 0) return null;
      const batch = { table: table.subarray(0, rows * columns), bytes: bytes.subarray(0, length), events };
      // The next one is likely about as large.
      table = new Float64Array(Math.max(leastRows, rows * 2) * columns);
      bytes = new Uint8Array(Math.max(leastBytes, length * 2));
      [rows, length, events] = [0, 0, []];
      return batch;
    },
  };
};

type Decoding = { decoder: TextDecoder; lastAt: Instant };

/**
 * Tells the events of batches, each with its request's id, and turns each request's bytes into text. Bytes of a
 * character that no later read completes are told before `end`, as a read of no bytes.
 */
export const createBatchReader = (tell: (id: number, event: HttpEvent) => void) => {
  const decodings = new Map<number, Decoding>();

  const decodingOf = (id: number, at: Instant): Decoding => {
    const known = decodings.get(id);
    if (known !== undefined) return known;
    const decoding = { decoder: new TextDecoder('utf-8'), lastAt: at };
    decodings.set(id, decoding);
    return decoding;
  };

  const tellRead = (id: number, at: Instant, chunk: Uint8Array) => {
    const decoding = decodingOf(id, at);
    decoding.lastAt = at;
    tell(id, { type: 'read', at, text: decoding.decoder.decode(chunk, { stream: true }), bytes: chunk.length });
  };

  const tellEvent = (id: number, event: EventBatch['events'][number]) => {
    const decoding = decodings.get(id);
    if (event.type === 'end' || event.type === 'failure') decodings.delete(id);
    const rest = event.type === 'end' ? (decoding?.decoder.decode() ?? '') : '';
    if (decoding !== undefined && rest !== '') tell(id, { type: 'read', at: decoding.lastAt, text: rest, bytes: 0 });
    tell(id, event);
  };

  return ({ table, bytes, events }: EventBatch): void => {
    let offset = 0;
    for (let row = 0; row < table.length; row += columns) {
      const id = table[row] ?? 0;
      const at = table[row + 1] ?? 0;
      const value = table[row + 2] ?? 0;
      const event = at === isEvent ? events[value] : undefined;
      if (event === undefined) tellRead(id, at, bytes.subarray(offset, (offset += value)));
      else tellEvent(id, event);
    }
  };
};
