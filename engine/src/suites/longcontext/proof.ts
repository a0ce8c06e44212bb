import type { Proof, ProofCase } from '@benchloop/spec';
import type { Answer, NearMiss } from './answers.ts';

const reply = (name: string, text: string, reasoning?: string): ProofCase => ({
  name,
  replies: [reasoning === undefined ? { text } : { text, reasoning }],
});

/** One right answer in the styles that models use. */
const acceptedOf = ({ right, other }: Answer): ProofCase[] => [
  reply('answer line alone', `Answer: ${right}`),
  reply('value alone', right),
  reply('prose before it', `I went through the pages of the log and noted the entries that matter here.\n\nAnswer: ${right}`),
  reply('in a code fence', `Found it.\n\n\`\`\`\nAnswer: ${right}\n\`\`\``),
  reply('after thinking', `**Answer:** ${right}`, 'Which page was it on? I look again, page by page, and compare.'),
  reply('another spelling', `The entries are clear.\n\nFinal answer: ${other}.`),
];

/** Misses that differ from every legal spelling and from each other. */
const distinct = ({ right, other }: Answer, misses: readonly NearMiss[]): NearMiss[] => {
  const known = new Set(['', right, other]);
  return misses.filter(({ text }) => !known.has(text) && known.add(text).size > 0);
};

/** `evidence` is an entry of the log that leads to the answer: to quote it is no answer. */
export const proofOf = (answer: Answer, nearMisses: readonly NearMiss[], evidence: string): Proof => {
  const misses = distinct(answer, [...nearMisses, ...answer.misses]);
  const [first] = misses;
  if (first === undefined) throw new Error(`no near miss of ${answer.right} differs from it`);
  const { right } = answer;
  return {
    accepted: acceptedOf(answer),
    rejected: [
      ...misses.map(({ name, text }) => reply(name, `Answer: ${text}`)),
      reply('right value before another', `Answer: ${right} or ${first.text}`),
      reply('right value after another', `Answer: either ${first.text} or ${right}`),
      reply('right value, then a wrong answer line', `The log says ${right} on an early page.\n\nAnswer: ${first.text}`),
      reply('right answer line taken back', `Answer: ${right}\n\nNo, that was another page.\n\nAnswer: ${first.text}`),
      reply('says that the log is silent', 'I read every page and it is not there.\n\nAnswer: not determined'),
      {
        ...reply('right value in the thinking alone', 'I have read the whole log and everything in it is clear to me.', `Answer: ${right}`),
        outcome: 'unparseable',
      },
      {
        ...reply('entry quoted, no answer line', `One entry settles it: “${evidence}”\nThat is all that I can say about it at this point.`),
        outcome: 'unparseable',
      },
      { ...reply('placeholder left', `Answer: <${answer.form}>`), outcome: 'unparseable' },
      {
        ...reply('refused', 'I’m sorry, but I can’t help with a text of this length.'),
        outcome: 'refused',
      },
    ],
  };
};
