import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { digestOf } from '../../kit/digest.ts';
import { digestOfModel, partsOf, sizeOfModel } from './model-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-loop-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds all parts of a split model, and one file of any other', () => {
  expect(partsOf('/m/big-00001-of-00003.gguf')).toEqual([
    '/m/big-00001-of-00003.gguf',
    '/m/big-00002-of-00003.gguf',
    '/m/big-00003-of-00003.gguf',
  ]);
  expect(partsOf('/m/big-00002-of-00003.gguf')).toEqual(['/m/big-00002-of-00003.gguf']);
  expect(partsOf('/m/plain.gguf')).toEqual(['/m/plain.gguf']);
});

it('identifies a split model by all its parts', async () => {
  const first = join(folder, 'big-00001-of-00002.gguf');
  const second = join(folder, 'big-00002-of-00002.gguf');
  writeFileSync(first, 'one');
  writeFileSync(second, 'second');
  expect(await sizeOfModel(first)).toBe(9);
  expect(await digestOfModel(first, folder, () => undefined)).toBe(digestOf([digestOf('one'), digestOf('second')].join('\n')));
  expect(await digestOfModel(second, folder, () => undefined)).toBe(digestOf('second'));
});
