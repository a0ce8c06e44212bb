import type { Family } from '../../kit/family.ts';

const answer = (value: number): string => `Answer: ${value}`;

/** Three numbers to add. The key is computed, never typed; every task proves itself. */
export const sums: Family = {
  id: 'sums',
  size: 4,
  make: (random, index) => {
    const most = index < 2 ? 50 : 500;
    const [first, second, third] = [random.int(10, most), random.int(10, most), random.int(10, most)];
    const sum = first + second + third;
    return {
      difficulty: index < 2 ? 'easy' : 'medium',
      tags: ['arithmetic'],
      messages: [{ role: 'user', content: `How much is ${first} + ${second} + ${third}? End with a line "Answer: <number>".` }],
      expect: { type: 'integer', value: String(sum) },
      limits: { maxTokens: 256, maxTurns: 1 },
      proof: {
        accepted: [
          { name: 'answer line alone', replies: [{ text: answer(sum) }] },
          { name: 'with the way to it', replies: [{ text: `${first + second} + ${third} = ${sum}\n${answer(sum)}` }] },
        ],
        rejected: [
          { name: 'one too many', replies: [{ text: answer(sum + 1) }] },
          { name: 'one addend forgotten', replies: [{ text: answer(first + second) }] },
          { name: 'right in the prose, wrong in the answer line', replies: [{ text: `It is ${sum}.\n${answer(sum - 10)}` }] },
          { name: 'empty', replies: [{ text: '' }], outcome: 'unparseable' },
        ],
      },
    };
  },
};
