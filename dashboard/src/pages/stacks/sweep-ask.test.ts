import { describe, expect, test } from 'vitest';
import { askOf, countOf, firstSweep, readKvTypes } from './sweep-ask.ts';

const model = { label: 'a', provider: null, endpoint: null, model: 'disk:a#0123456789abcdef', embedded: true };
const picked = { models: [model], drafts: [] };

describe('what the form of a sweep asks for', () => {
  test('each value once, and every combination is counted', () => {
    const ask = askOf({ ...firstSweep, ctx: '2048 2048, 4096', kvTypes: 'F16, q8_0', batch: '64', flash: 'both' }, picked);
    expect(ask).toMatchObject({ ctx: [2048, 4096], kvTypes: ['f16', 'q8_0'], batch: [64], flash: ['on', 'off'], threads: [1, 2] });
    expect(ask).not.toHaveProperty('serverCommand');
    expect(ask !== null && countOf(ask)).toBe(16);
    expect(ask !== null && countOf({ ...ask, models: [] })).toBe(0);
  });

  test('a command goes along only where a server is started', () =>
    expect(askOf({ ...firstSweep, place: 'command', command: 's {port}' }, picked)).toMatchObject({ serverCommand: 's {port}' }));

  test.each([{ ctx: '64' }, { threads: '0' }, { kvTypes: 'q3_k' }, { batch: 'many' }, { gpuLayers: '-1' }])(
    'a value that can’t be read is not sent: %j',
    (change) => expect(askOf({ ...firstSweep, ...change }, picked)).toBeNull(),
  );

  test('no type is the engine’s own', () => expect(readKvTypes('  ')).toEqual([]));
});
