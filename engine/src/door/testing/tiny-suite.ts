import { z } from 'zod';
import type { AnyScorer, Suite, Task, ToolDefinition } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';

const wordScorer: AnyScorer = {
  id: 'word',
  version: '1',
  expectSchema: z.object({ word: z.string() }),
  score: ({ expect, transcript }: { expect: { word: string }; transcript: { finalText: string } }) => {
    const passed = transcript.finalText.trim() === expect.word;
    return {
      outcome: 'scored',
      score: { value: passed ? 1 : 0, passed, reason: passed ? 'the word is right' : `the reply is not ${expect.word}` },
    };
  },
};

const tool: ToolDefinition = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };

const proofOf = (word: string): Task['proof'] => ({
  accepted: [
    { name: 'bare', replies: [{ text: word }] },
    { name: 'space', replies: [{ text: ` ${word}\n` }] },
  ],
  rejected: ['', 'other', `${word}${word}`, 'no'].map((text) => ({ name: text, replies: [{ text }] })),
});

/** A suite of `size` one-word tasks for tests of the runner; with `tools`, each task offers one. */
export const createTinySuite = (size: number, options: { tools?: boolean } = {}): Suite => ({
  id: 'tiny',
  version: '1',
  title: 'Tiny',
  summary: 'Repeats a word.',
  judge: 'scorer',
  scorer: wordScorer,
  needs: options.tools ? ['tools'] : [],
  publishedSeed: 1,
  tasks: (seed) =>
    tasksOfFamilies(
      'tiny',
      [
        {
          id: 'word',
          size,
          make: (random) => {
            const word = `w${random.int(1, 1_000_000)}`;
            return {
              difficulty: 'easy',
              tags: ['tiny'],
              messages: [{ role: 'user', content: `Say only the word ${word}.` }],
              ...(options.tools ? { tools: [tool] } : {}),
              expect: { word },
              limits: { maxTokens: 50, maxTurns: 3 },
              proof: proofOf(word),
            };
          },
        },
      ],
      seed,
    ),
});
