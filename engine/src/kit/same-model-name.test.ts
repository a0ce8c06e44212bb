import { expect, test } from 'vitest';
import { isSameModelName } from './same-model-name.ts';

test.each([
  ['smollm2', 'smollm2'],
  ['models/SmolLM2.Q4_1.gguf', 'smollm2.q4_1'],
  ['qwen3:latest', 'qwen3'],
  ['library/qwen3', 'qwen3:latest'],
  ['gpt-4o', 'gpt-4o-2024-08-06'],
])('%s answers as %s', (asked, reported) => {
  expect(isSameModelName(asked, reported)).toBe(true);
});

test.each([
  ['qwen3:8b', 'qwen3:14b'],
  ['llama', 'llama-3'],
  ['gpt-4o', 'gpt-4o-mini'],
  ['smollm2.q4_1', 'smollm2.q8_0'],
])('%s is not %s', (asked, reported) => {
  expect(isSameModelName(asked, reported)).toBe(false);
});
