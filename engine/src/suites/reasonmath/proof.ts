import type { Proof, ProofCase } from '@benchloop/spec';
import type { Answer } from './answers.ts';
import type { NearMiss } from './near-miss.ts';

const said = (name: string, text: string, reasoning?: string): ProofCase => ({
  name,
  replies: [{ text, ...(reasoning === undefined ? {} : { reasoning }) }],
});

/** The same answer in the styles that models use. */
const accepted = ({ right, other }: Answer): ProofCase[] => [
  said('bare', right),
  said('prose', `I take the facts one after the other and work towards the result.\n\nAnswer: ${right}`),
  said('fenced', `Here is my result.\n\n\`\`\`text\nAnswer: ${right}\n\`\`\``),
  said('thinking', `**Answer:** ${right}`, `At first sight the facts look odd. Let me go through them again, slowly.`),
  said('other format', `Done step by step.\n\nFinal answer: ${other}.`),
];

const differing = (answer: Answer, misses: readonly NearMiss[]): NearMiss[] => {
  const seen = new Set([answer.right, answer.other]);
  return misses.filter(({ text }) => !seen.has(text) && seen.add(text).size > 0);
};

/** Accepted styles, near misses of the instance, and the ways to say a right value without answering with it. */
export const proofOf = (answer: Answer, nearMisses: readonly NearMiss[]): Proof => {
  const misses = differing(answer, [...nearMisses, ...answer.misses]);
  const [first] = misses;
  if (first === undefined) throw new Error(`no near miss of ${answer.right} differs from it`);
  const { right } = answer;
  return {
    accepted: accepted(answer),
    rejected: [
      ...misses.map(({ name, text }) => said(name, `Answer: ${text}`)),
      said('hedged, right value first', `Answer: ${right} or ${first.text}`),
      said('hedged, right value last', `Answer: either ${first.text} or ${right}`),
      said('right value in the prose, wrong answer line', `I first get ${right}, but that can't be it.\n\nAnswer: ${first.text}`),
      said('right answer line taken back', `Answer: ${right}\n\nLet me correct that.\n\nAnswer: ${first.text}`),
      {
        ...said('right value in the thinking alone', 'I have thought about it and the facts are clear to me.', `Answer: ${right}`),
        outcome: 'unparseable',
      },
      {
        ...said(
          'right value in the prose, no answer line',
          `Along the way I meet ${right} as a value.\nThere is more to say about it, and I stop here.`,
        ),
        outcome: 'unparseable',
      },
    ],
  };
};
