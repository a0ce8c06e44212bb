import fc from 'fast-check';
import type { Gpu, Plan } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { fitsMemory } from './fits-memory.ts';
import { statedMachine } from './stated-machine.ts';
import { usableCores } from './usable-cores.ts';

const gibi = 1024 ** 3;
const gpu = (change: Partial<Gpu> = {}): Gpu => ({
  vendor: 'nvidia',
  name: 'x',
  memoryBytes: 24 * gibi,
  unifiedMemory: false,
  driver: null,
  ...change,
});

describe('whether a model fits', () => {
  test.each([
    [20, { memoryBytes: 16 * gibi, gpus: [gpu()] }, { fits: true, place: 'gpu' }],
    [40, { memoryBytes: 64 * gibi, gpus: [gpu()] }, { fits: true, place: 'memory' }],
    [40, { memoryBytes: 16 * gibi, gpus: [gpu(), gpu()] }, { fits: true, place: 'gpu' }],
    [30, { memoryBytes: 16 * gibi, gpus: [gpu()] }, { fits: true, place: 'split' }],
    [40, { memoryBytes: 64 * gibi, gpus: [gpu({ unifiedMemory: true, memoryBytes: 64 * gibi })] }, { fits: true, place: 'gpu' }],
    [10, { memoryBytes: 16 * gibi, gpus: [gpu({ memoryBytes: null })] }, { fits: true, place: 'memory' }],
    [60, { memoryBytes: 16 * gibi, gpus: [gpu()] }, { fits: false, place: null }],
    [63, { memoryBytes: 64 * gibi, gpus: [gpu({ unifiedMemory: true, memoryBytes: 64 * gibi })] }, { fits: false, place: null }],
  ])('%i GiB', (size, machine, fit) => expect(fitsMemory(size * gibi, machine)).toMatchObject(fit));

  test('a smaller model fits wherever a larger one does, and more memory never hurts', () => {
    const size = fc.integer({ min: 1, max: 200 }).map((n) => n * gibi);
    fc.assert(
      fc.property(size, size, size, size, (estimate, less, memoryBytes, more) => {
        const machine = { memoryBytes, gpus: [gpu()] };
        if (!fitsMemory(estimate, machine).fits) return;
        expect(fitsMemory(Math.min(estimate, less), machine).fits).toBe(true);
        expect(fitsMemory(estimate, { ...machine, memoryBytes: memoryBytes + more }).fits).toBe(true);
      }),
    );
  });
});

describe('stated hardware', () => {
  const plan = (
    hardware: string | null,
    name: string | null,
    gigabytes: number | null,
  ): Pick<Plan, 'hardware' | 'gpu' | 'gpuMemoryBytes'> => ({
    hardware: { value: hardware, origin: 'flag' },
    gpu: { value: name, origin: 'flag' },
    gpuMemoryBytes: { value: gigabytes === null ? null : gigabytes * gibi, origin: 'flag' },
  });

  test('is unknown unless stated', () => {
    expect(statedMachine(plan(null, null, null))).toEqual({ hardware: null, gpus: [] });
    expect(statedMachine(plan(null, '  ', 8))).toEqual({ hardware: null, gpus: [] });
  });

  test.each([
    ['2x RTX 4090', 2, 'RTX 4090', 'nvidia'],
    ['H100 x8', 8, 'H100', 'nvidia'],
    ['Radeon RX 7900 XTX', 1, 'Radeon RX 7900 XTX', 'amd'],
    ['M3 Ultra', 1, 'M3 Ultra', 'apple'],
    ['Arc A770', 1, 'Arc A770', 'intel'],
    ['something new', 1, 'something new', 'other'],
  ])('%s', (text, count, name, vendor) => {
    const { gpus, hardware } = statedMachine(plan('a rack', text, 24));
    expect(hardware).toBe('a rack');
    expect(gpus).toHaveLength(count);
    for (const one of gpus) expect(one).toMatchObject({ name, vendor, memoryBytes: 24 * gibi, driver: null });
  });
});

test.each([
  [{ physicalCores: 8, logicalCores: 16, quotaCores: null }, 8],
  [{ physicalCores: 8, logicalCores: 16, quotaCores: 2.5 }, 2],
  [{ physicalCores: 8, logicalCores: 16, quotaCores: 0.5 }, 1],
  [{ physicalCores: null, logicalCores: 4 }, 4],
])('%j may keep %i cores busy', (cpu, cores) =>
  expect(usableCores({ vendor: null, model: null, instructionSets: [], ...cpu })).toBe(cores),
);
