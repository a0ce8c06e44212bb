import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagedFiles } from '../runtime-files.ts';
import { capModuleMemory } from './memory-section.ts';
import { wasm } from './web-assembly.ts';

/** A module with one exported memory of `minimum` pages: header, memory section, export section. */
const moduleWith = (limits: readonly number[]): Uint8Array => {
  const memory = [1, ...limits];
  const exported = [1, 1, 0x6d, 2, 0];
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, memory.length, ...memory, 7, exported.length, ...exported]);
};

const grow = async (bytes: Uint8Array<ArrayBuffer>, pages: number): Promise<void> => {
  const { exports } = new wasm.Instance(await wasm.compile(bytes), {});
  (exports['m'] as { grow: (pages: number) => number }).grow(pages);
};

test('a memory without maximum gets one, which holds', async () => {
  const capped = capModuleMemory(moduleWith([0, 1]), 300);
  await expect(grow(capped, 299)).resolves.toBeUndefined();
  await expect(grow(capped, 300)).rejects.toThrow(RangeError);
});

test('a maximum that is there is replaced', async () => {
  await expect(grow(capModuleMemory(moduleWith([1, 1, 200, 1]), 4), 4)).rejects.toThrow(RangeError);
});

test('modules that cannot be capped are refused', () => {
  expect(() => capModuleMemory(moduleWith([0, 9]), 8)).toThrow('needs 9 pages');
  expect(() => capModuleMemory(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 8)).toThrow('no memory');
  expect(() => capModuleMemory(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 0x80]), 8)).toThrow('cut off');
});

test('Python’s own module has a memory that can be capped', () => {
  const bytes = readFileSync(packagedFiles(import.meta.filename).pythonModule);
  expect(capModuleMemory(bytes, 4096).length).toBeGreaterThan(bytes.length - 8);
});
