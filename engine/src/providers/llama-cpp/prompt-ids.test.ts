import type { Token } from 'node-llama-cpp';
import { expect, it } from 'vitest';
import { promptIds, type PromptTokenizer } from './prompt-ids.ts';

const bos = 1 as Token;
const model = (shouldPrependBosToken: boolean, known: Token | null = bos): PromptTokenizer => ({
  tokenize: (text) => Array.from(text.replace('<s>', '\u0001'), (character) => character.charCodeAt(0) as Token),
  tokens: { bos: known, bosString: '<s>', shouldPrependBosToken },
});

it('begins with one beginning token where the tokenizer wants one', () => {
  expect(promptIds(model(true), 'ab')).toEqual([1, 97, 98]);
  expect(promptIds(model(true), '<s>ab')).toEqual([1, 97, 98]);
});

it('leaves the beginning to the template where the tokenizer wants none', () => {
  expect(promptIds(model(false), 'ab')).toEqual([97, 98]);
  expect(promptIds(model(false), '<s>ab')).toEqual([1, 97, 98]);
  expect(promptIds(model(true, null), 'ab')).toEqual([97, 98]);
});
