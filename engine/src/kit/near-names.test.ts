import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearNames } from './near-names.ts';

test('a mistyped, shortened or longer name finds the model', () => {
  const names = ['SmolLM2-135M-Instruct.Q4_1.gguf', 'Qwen3-8B-Q4_K_M.gguf', 'gemma.gguf'];
  expect(nearNames('smollm', names)).toEqual(['SmolLM2-135M-Instruct.Q4_1.gguf']);
  expect(nearNames('qwen3-8b-q4km', names)).toEqual(['Qwen3-8B-Q4_K_M.gguf']);
  expect(nearNames('gema', names)).toEqual(['gemma.gguf']);
  expect(nearNames('something-else-entirely', names)).toEqual([]);
});

test('the distance is a metric', () => {
  const text = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
});
