import { describe, expect, test } from 'vitest';
import { createBlueprintSuite } from './suite.ts';

const suite = createBlueprintSuite();

describe('suite blueprint', () => {
  test('the same seed gives the same tasks and another seed others', () => {
    expect(suite.tasks(7)).toEqual(suite.tasks(7));
    expect(suite.tasks(7)).not.toEqual(suite.tasks(8));
  });

  test('the key is the sum of the numbers in the question', () => {
    for (const { messages, expect: key } of suite.tasks(suite.publishedSeed)) {
      const numbers = [...(messages[0]?.content ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits));
      expect(key).toEqual({ type: 'integer', value: String(numbers.reduce((sum, number) => sum + number, 0)) });
    }
  });
});
