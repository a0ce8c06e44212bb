import type { Task } from '@benchloop/spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSpeedSuite } from './suite.ts';

const suite = createSpeedSuite();
const promptOf = (task: Task) => task.messages[0]?.content ?? '';
const wordsOf = (task: Task) => promptOf(task).split(/\s+/).length;
const frozen = suite.tasks(suite.publishedSeed);
const cell = (id: string) => frozen.filter(({ family }) => family === id);

describe('speed suite', () => {
  test('four cells of three tasks', () => {
    expect(frozen.map(({ id }) => id)).toEqual(
      ['decode', 'prefill-512', 'prefill-1500', 'answer'].flatMap((family) => [1, 2, 3].map((number) => `${family}-0${number}`)),
    );
  });

  test('cells with a known length ask the server to go on', () => {
    expect(cell('decode').map(({ limits, ignoreEndToken }) => [limits.maxTokens, ignoreEndToken])).toEqual(Array(3).fill([64, true]));
    expect(cell('prefill-512').every(({ ignoreEndToken, limits }) => ignoreEndToken === true && limits.maxTokens >= 16)).toBe(true);
    expect(cell('answer').every((task) => task.ignoreEndToken === undefined)).toBe(true);
  });

  test('prompts have about the length that their cell names, at 1.1 to 1.35 tokens a word', () => {
    for (const [id, tokens] of [
      ['prefill-512', 512],
      ['prefill-1500', 1500],
    ] as const)
      for (const task of cell(id)) {
        expect(wordsOf(task) * 1.1).toBeLessThan(tokens);
        expect(wordsOf(task) * 1.35).toBeGreaterThan(tokens);
      }
    for (const task of [...cell('decode'), ...cell('answer')]) expect(wordsOf(task)).toBeLessThan(40);
  });

  test('prose is ordinary text: many different words, no sentence twice in a row', () => {
    for (const task of cell('prefill-1500')) {
      const words =
        promptOf(task)
          .toLowerCase()
          .match(/[a-z]+/g) ?? [];
      expect(new Set(words).size).toBeGreaterThan(150);
      const sentences = promptOf(task).split(/(?<=\.) /);
      expect(sentences.some((sentence, place) => sentence === sentences[place + 1])).toBe(false);
    }
  });

  test('no two prompts of any seeds share their beginning, so that no prefix cache can serve them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 2, maxLength: 4 }), (seeds) => {
        const heads = seeds.flatMap((seed) => suite.tasks(seed).map((task) => promptOf(task).slice(0, 12)));
        expect(new Set(heads).size).toBe(heads.length);
        expect(heads.every((head) => /^\[[a-z2-9]{10}\]$/.test(head))).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  test('every task gets a text of its trial in front as well', () => {
    expect(frozen.every(({ nonce, messages }) => nonce === 'prefix' && messages.length === 1)).toBe(true);
  });

  test('the same seed gives the same tasks', () => {
    expect(suite.tasks(7)).toEqual(suite.tasks(7));
    expect(suite.tasks(7)).not.toEqual(suite.tasks(8));
  });
});
