import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGguf, readGgufHeader } from './gguf-header.ts';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)]);
const entry = (key: string, type: number, value: Buffer): Buffer => Buffer.concat([text(key), uint32(type), value]);
const strings = (values: string[]): Buffer => Buffer.concat([uint32(8), uint64(values.length), ...values.map(text)]);
const int32s = (values: number[]): Buffer => Buffer.concat([uint32(5), uint64(values.length), ...values.map(uint32)]);
const tensor = (name: string, shape: number[]): Buffer =>
  Buffer.concat([text(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(0)]);

const file = (entries: Buffer[], tensors: Buffer[], version = 3): Buffer =>
  Buffer.concat([Buffer.from('GGUF'), uint32(version), uint64(tensors.length), uint64(entries.length), ...entries, ...tensors]);

const head = (more: Buffer[] = []): Buffer[] => [
  entry('general.architecture', 8, text('llama')),
  entry('general.file_type', 4, uint32(15)),
  entry('llama.context_length', 4, uint32(8192)),
  entry('llama.block_count', 4, uint32(16)),
  entry('llama.embedding_length', 4, uint32(2048)),
  entry('llama.attention.head_count', 4, uint32(32)),
  entry('llama.attention.head_count_kv', 4, uint32(8)),
  entry('tokenizer.ggml.tokens', 9, strings(Array.from({ length: 2000 }, (_, index) => `token ${index}`))),
  entry('tokenizer.chat_template', 8, text('{{ messages }}')),
  ...more,
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gguf-header-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (bytes: Buffer) => {
  const path = join(folder, 'x.gguf');
  await writeFile(path, bytes);
  return readGgufHeader(path);
};

const full = file(head(), [tensor('a', [2048, 4096]), tensor('b', [2048])]);

test('the head tells type, sizes, cache and template', async () => {
  expect(await read(full)).toEqual({
    architecture: 'llama',
    quantization: 'Q4_K_M',
    parameters: 2048 * 4096 + 2048,
    contextTrained: 8192,
    // Keys and values of 16 layers, 8 heads of 64 numbers, two bytes each.
    cacheBytesPerToken: 2 * 16 * 8 * 64 * 2,
    template: '{{ messages }}',
    toolTemplate: null,
    lastTensorAt: Math.ceil(full.length / 32) * 32,
  });
});

test('layers may have heads of their own, and sizes per head', async () => {
  const more = [
    entry('llama.attention.head_count_kv', 9, int32s([8, 0, 4])),
    entry('llama.attention.key_length', 4, uint32(128)),
    entry('llama.attention.value_length', 4, uint32(64)),
  ];
  expect(await read(file(head(more), []))).toMatchObject({ cacheBytesPerToken: 2 * 12 * (128 + 64) });
});

test('what the file does not say stays null', async () => {
  expect(await read(file([entry('general.file_type', 4, uint32(999))], []))).toEqual({
    architecture: null,
    quantization: null,
    parameters: 0,
    contextTrained: null,
    cacheBytesPerToken: null,
    template: null,
    toolTemplate: null,
    lastTensorAt: 64,
  });
});

test.each([
  ['another format', Buffer.from('PK\u0003\u0004 something else')],
  ['an unknown version', file(head(), [], 9)],
  ['an unknown type', file([entry('x', 77, uint32(1))], [])],
  ['an empty file', Buffer.alloc(0)],
  ['a length beyond all', Buffer.concat([Buffer.from('GGUF'), uint32(3), uint64(0), uint64(1), Buffer.alloc(8, 0xff)])],
])('%s gives null', async (_what, bytes) => expect(await read(bytes)).toBeNull());

test('a missing file gives null', async () => expect(await readGgufHeader(join(folder, 'none.gguf'))).toBeNull());

test('a head cut at any byte gives null', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: full.length - 1 }), async (length) => (await read(full.subarray(0, length))) === null),
    { numRuns: 60 },
  );
});

test('a file that ends within its head or before its last tensor is cut off, and one of another format is none', async () => {
  const path = join(folder, 'y.gguf');
  const troubleOf = async (bytes: Buffer) => {
    await writeFile(path, bytes);
    return (await readGguf(path)).trouble;
  };
  const lastAt = Buffer.concat([full.subarray(0, -8), uint64(64)]);
  const dataAt = Math.ceil(full.length / 32) * 32;
  expect(await troubleOf(Buffer.concat([lastAt, Buffer.alloc(dataAt - full.length + 64 + 32)]))).toBeNull();
  expect(await troubleOf(Buffer.concat([lastAt, Buffer.alloc(dataAt - full.length + 63)]))).toBe('cut off');
  expect(await troubleOf(full.subarray(0, 300))).toBe('cut off');
  expect(await troubleOf(Buffer.from('GGML old'))).toBe('no GGUF file');
  expect(await troubleOf(file(head(), [], 9))).toBeNull();
});
