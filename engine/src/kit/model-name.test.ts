import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitsPerWeight, nameFacts, parseCount, quantizationOf } from './model-name.ts';

test.each([
  ['Llama-3.2-3B-Instruct-Q4_K_M.gguf', 'Q4_K_M', 3e9, null],
  ['Qwen2.5-0.5B-IQ3_XXS', 'IQ3_XXS', 0.5e9, null],
  ['Qwen3-30B-A3B-UD-Q4_K_XL.gguf', 'UD-Q4_K_XL', 30e9, 3e9],
  ['gpt-oss-20b-MXFP4.gguf', 'MXFP4', 20e9, null],
  ['mlx-community/Qwen3-8B-4bit', '4bit', 8e9, null],
  ['Qwen2.5-7B-Instruct-AWQ', 'AWQ', 7e9, null],
  ['qwen3:30b-a3b-q4_K_M', 'Q4_K_M', 30e9, 3e9],
  ['SmolLM2-135M-Instruct.Q8_0', 'Q8_0', 135e6, null],
  ['meta-llama/Llama-3.1-8B-Instruct', null, 8e9, null],
  ['model-8-bit', '8bit', null, null],
  ['some-70B-W4A16', 'W4A16', 70e9, null],
])('145: %s', (name, quantization, parameters, activeParameters) => {
  expect(nameFacts(name)).toEqual({ quantization, parameters, activeParameters, experts: null });
});

test('145: 8x7B names experts that share weights, so their sum is no total', () => {
  expect(nameFacts('Mixtral-8x7B-Instruct-v0.1.Q5_0.gguf')).toEqual({
    quantization: 'Q5_0',
    parameters: null,
    activeParameters: null,
    experts: { count: 8, parametersEach: 7e9 },
  });
});

test.each(['gemma-3n-E4B-it', 'phi-4', 'llama3.2:latest', 'Q', 'quantum-q', 'mymodelq4_0', '4bits-of-fun', 'cats-and-dogs', ''])(
  '%j says neither quantization nor size',
  (name) => expect(nameFacts(name)).toEqual({ quantization: null, parameters: null, activeParameters: null, experts: null }),
);

test('counts', () => {
  expect(['8.0B', '494.03M', '1.1T', '30', 'eight', '', '8.0 BB'].map(parseCount)).toEqual([
    8e9,
    494_030_000,
    1.1e12,
    30,
    null,
    null,
    null,
  ]);
});

test('bits per weight need both numbers', () => {
  expect(bitsPerWeight(4.5e9, 8e9)).toBeCloseTo(4.5);
  expect([bitsPerWeight(null, 1), bitsPerWeight(1, null), bitsPerWeight(1, 0), bitsPerWeight(0, 1)]).toEqual([null, null, null, null]);
});

test('any name is read without failing', () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (name) => (quantizationOf(name) ?? '').length <= name.length + 1));
  expect(quantizationOf('q4'.repeat(200_000)) === null).toBe(true);
});
