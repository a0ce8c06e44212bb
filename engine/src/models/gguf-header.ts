import { open, type FileHandle } from 'node:fs/promises';
import type { Bytes } from '@benchloop/spec';

/** What the head of a GGUF file tells. Null = the file does not say. */
export type GgufHeader = {
  architecture: string | null;
  /** Most frequent type of the weights, such as `Q4_K_M`. */
  quantization: string | null;
  /** Weights in this file; a model in parts has others. */
  parameters: number;
  contextTrained: number | null;
  /** Bytes that one token takes in a cache of 16-bit floats. */
  cacheBytesPerToken: number | null;
  template: string | null;
  toolTemplate: string | null;
  /** Where the last of its tensors begins; a file that ends before was cut off. */
  lastTensorAt: Bytes;
};

/** Names of `general.file_type`, by number, as llama.cpp writes them. */
const fileTypes: Record<number, string> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  7: 'Q8_0',
  8: 'Q5_0',
  9: 'Q5_1',
  10: 'Q2_K',
  11: 'Q3_K_S',
  12: 'Q3_K_M',
  13: 'Q3_K_L',
  14: 'Q4_K_S',
  15: 'Q4_K_M',
  16: 'Q5_K_S',
  17: 'Q5_K_M',
  18: 'Q6_K',
  19: 'IQ2_XXS',
  20: 'IQ2_XS',
  21: 'Q2_K_S',
  22: 'IQ3_XS',
  23: 'IQ3_XXS',
  24: 'IQ1_S',
  25: 'IQ4_NL',
  26: 'IQ3_S',
  27: 'IQ3_M',
  28: 'IQ2_S',
  29: 'IQ2_M',
  30: 'IQ4_XS',
  31: 'IQ1_M',
  32: 'BF16',
  36: 'TQ1_0',
  37: 'TQ2_0',
  38: 'MXFP4_MOE',
  39: 'NVFP4',
};

/** Of the data behind the head, where the file states none (GGUF specification). */
const defaultAlignment: Bytes = 32;
const firstRead: Bytes = 8 * 1024 * 1024;
/** No real head is longer: vocabulary, merges and templates stay below this. */
const lastRead: Bytes = 128 * 1024 * 1024;

/** Thrown inside when the head goes on beyond what was read. */
class TooShort extends Error {}
/** Thrown inside for what is no head of a known version. */
class Unreadable extends Error {}

type Value = string | number | boolean | number[] | null;

const createReader = (bytes: Buffer) => {
  let at = 0;
  const advance = (count: number): number => {
    if (!Number.isSafeInteger(count) || count < 0) throw new Unreadable();
    const from = at;
    at += count;
    if (at > bytes.length) throw new TooShort();
    return from;
  };
  const uint32 = (): number => bytes.readUInt32LE(advance(4));
  const uint64 = (): number => Number(bytes.readBigUInt64LE(advance(8)));
  const text = (): string => {
    const length = uint64();
    return bytes.toString('utf8', advance(length), at);
  };
  const scalars: Record<number, () => Value> = {
    0: () => bytes.readUInt8(advance(1)),
    1: () => bytes.readInt8(advance(1)),
    2: () => bytes.readUInt16LE(advance(2)),
    3: () => bytes.readInt16LE(advance(2)),
    4: uint32,
    5: () => bytes.readInt32LE(advance(4)),
    6: () => bytes.readFloatLE(advance(4)),
    7: () => bytes.readUInt8(advance(1)) !== 0,
    8: text,
    10: uint64,
    11: () => Number(bytes.readBigInt64LE(advance(8))),
    12: () => bytes.readDoubleLE(advance(8)),
  };
  /** Arrays of whole numbers tell of layers; all others, such as the vocabulary, are passed over. */
  const array = (): Value => {
    const type = uint32();
    const length = uint64();
    const read = scalars[type];
    if (read === undefined) throw new Unreadable();
    if (type === 8) {
      for (let index = 0; index < length; index += 1) advance(uint64());
      return null;
    }
    const values: number[] = [];
    for (let index = 0; index < length; index += 1) {
      const item = read();
      if (values.length < 1024) values.push(Number(item));
    }
    return values;
  };
  const value = (type: number): Value => {
    if (type === 9) return array();
    const read = scalars[type];
    if (read === undefined) throw new Unreadable();
    return read();
  };
  return { advance, uint32, uint64, text, value, position: () => at };
};

type Reader = ReturnType<typeof createReader>;

const readValues = (reader: Reader, count: number): Map<string, Value> => {
  const values = new Map<string, Value>();
  for (let index = 0; index < count; index += 1) {
    const key = reader.text();
    values.set(key, reader.value(reader.uint32()));
  }
  return values;
};

/** Weights of all tensors, and how far behind the head the last one begins. */
const readTensors = (reader: Reader, tensors: number): { weights: number; lastOffset: Bytes } => {
  let weights = 0;
  let lastOffset = 0;
  for (let tensor = 0; tensor < tensors; tensor += 1) {
    reader.text();
    const dimensions = reader.uint32();
    if (dimensions > 8) throw new Unreadable();
    let size = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) size *= reader.uint64();
    reader.uint32();
    lastOffset = Math.max(lastOffset, reader.uint64());
    weights += size;
  }
  return { weights, lastOffset };
};

const numberIn = (value: Value | undefined): number | null => (typeof value === 'number' && value > 0 ? value : null);
const textIn = (value: Value | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Keys and values of every layer with attention, two bytes each; null for a model without it. */
const cachePerToken = (values: Map<string, Value>, architecture: string): number | null => {
  const get = (name: string) => values.get(`${architecture}.${name}`);
  const layers = numberIn(get('block_count'));
  const heads = get('attention.head_count');
  const mostHeads = Array.isArray(heads) ? Math.max(...heads) : numberIn(heads);
  const embedding = numberIn(get('embedding_length'));
  if (layers === null || mostHeads === null || mostHeads <= 0 || embedding === null) return null;
  const keyHeads = get('attention.head_count_kv') ?? heads;
  const allHeads = Array.isArray(keyHeads) ? keyHeads.reduce((sum, count) => sum + count, 0) : (numberIn(keyHeads) ?? mostHeads) * layers;
  const perHead = embedding / mostHeads;
  return 2 * allHeads * ((numberIn(get('attention.key_length')) ?? perHead) + (numberIn(get('attention.value_length')) ?? perHead));
};

const parse = (bytes: Buffer): GgufHeader => {
  const reader = createReader(bytes);
  if (bytes.toString('latin1', reader.advance(4), 4) !== 'GGUF') throw new Unreadable();
  const version = reader.uint32();
  if (version !== 2 && version !== 3) throw new Unreadable();
  const tensors = reader.uint64();
  const values = readValues(reader, reader.uint64());
  const architecture = textIn(values.get('general.architecture'));
  const fileType = values.get('general.file_type');
  const { weights, lastOffset } = readTensors(reader, tensors);
  const alignment = numberIn(values.get('general.alignment')) ?? defaultAlignment;
  return {
    architecture,
    quantization: typeof fileType === 'number' ? (fileTypes[fileType] ?? null) : null,
    parameters: weights,
    contextTrained: architecture === null ? null : numberIn(values.get(`${architecture}.context_length`)),
    cacheBytesPerToken: architecture === null ? null : cachePerToken(values, architecture),
    template: textIn(values.get('tokenizer.chat_template')),
    toolTemplate: textIn(values.get('tokenizer.chat_template.tool_use')),
    lastTensorAt: Math.ceil(reader.position() / alignment) * alignment + lastOffset,
  };
};

/** What the head of a file tells; or null with what is wrong with the file, where that shows. */
export type GgufRead = { header: GgufHeader | null; trouble: 'no GGUF file' | 'cut off' | null };

const readStart = async (file: FileHandle, size: Bytes): Promise<GgufRead> => {
  for (let length = Math.min(firstRead, size); ; length = Math.min(length * 4, size, lastRead)) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.toString('latin1', 0, 4) !== 'GGUF') return { header: null, trouble: 'no GGUF file' };
    try {
      const header = parse(bytes);
      return { header, trouble: header.lastTensorAt > size ? 'cut off' : null };
    } catch (error) {
      if (!(error instanceof TooShort)) return { header: null, trouble: null };
      if (bytesRead < length || length >= Math.min(size, lastRead)) return { header: null, trouble: length >= size ? 'cut off' : null };
    }
  }
};

/** Reads the head of a GGUF file (specification versions 2 and 3) without any weight, and sees whether the file ends too early. */
export const readGguf = async (path: string): Promise<GgufRead> => {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return { header: null, trouble: null };
  try {
    return await readStart(file, (await file.stat()).size);
  } catch {
    return { header: null, trouble: null };
  } finally {
    await file.close();
  }
};

/** The head alone; null where it can't be read. The file may hold no more than its head. */
export const readGgufHeader = async (path: string): Promise<GgufHeader | null> => (await readGguf(path)).header;
