import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

test.each([
  [['the call failed', 'try again'], 'The call failed. Try again.'],
  [['The call failed.', 'Try again.'], 'The call failed. Try again.'],
  [['is it there?', ''], 'Is it there?'],
  [[], ''],
])('%o is said %s', (texts, said) => {
  expect(sentences(...texts)).toBe(said);
});
