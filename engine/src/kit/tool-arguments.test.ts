import { expect, test } from 'vitest';
import { readArguments, syntheticCallId } from './tool-arguments.ts';

test.each([
  ['', {}, []],
  ['  ', {}, []],
  ['null', {}, []],
  ['{}', {}, []],
  ['{"a":1}', { a: 1 }, []],
  ['{}{"a":1}', { a: 1 }, ['several-objects']],
  ['{"a":1}{"a":1}', { a: 1 }, ['several-objects']],
  ['"{\\"a\\":1}"', { a: 1 }, ['double-encoded']],
  ['{"a":1,}', { a: 1 }, ['malformed-json']],
  ["{'a': True, 'b': None}", { a: true, b: null }, ['malformed-json']],
  ['{"a":1} done', { a: 1 }, ['trailing-text']],
  ['{"a":"it\'s {"}', { a: "it's {" }, []],
])('%j is read with its repairs named', (text, value, repairs) => {
  expect(readArguments(text)).toEqual({ arguments: value, repairs });
});

test.each(['{"a":1', '{"a":"x', '[1]', '7', 'true', 'a=1', '"text"', '{]}'])('%j is no object, and is not guessed', (text) => {
  expect(readArguments(text).arguments).toBeNull();
});

test('a synthetic id is nine letters and digits, the same for the same seed', () => {
  expect(syntheticCallId('x', 0)).toMatch(/^[a-z0-9]{9}$/u);
  expect(syntheticCallId('x', 0)).toBe(syntheticCallId('x', 0));
  expect(syntheticCallId('x', 0)).not.toBe(syntheticCallId('x', 1));
});
