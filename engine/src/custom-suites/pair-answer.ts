import type { Proof, ProofCase } from '@benchloop/spec';
import type { TypedAnswer } from '../scorers/typed-answer/expect.ts';

/** One answer of a pair: its key, the form that the prompt asks for, two legal spellings, and wrong answers. */
export type PairAnswer = {
  expect: TypedAnswer;
  /** Words for the placeholder of the answer line. */
  form: string;
  /** Lines between the question and the request for the answer line. */
  rules: readonly string[];
  right: string;
  other: string;
  wrong: readonly string[];
};

const decimalPlaces = (value: string): number => value.split('.')[1]?.length ?? 0;

/** The value moved by more than the tolerance, with as many decimal places as it needs. */
const moved = (value: string, tolerance: string, step: number): string =>
  (Number(value) + step * (2 * Number(tolerance) + 1)).toFixed(Math.max(decimalPlaces(value), decimalPlaces(tolerance)));

export const numberAnswer = (value: string, tolerance: string | undefined): PairAnswer => {
  const isWhole = decimalPlaces(value) === 0 && tolerance === undefined;
  return {
    expect: isWhole ? { type: 'integer', value } : { type: 'decimal', value, tolerance: tolerance ?? '0' },
    form: 'number in digits',
    rules: [
      tolerance === undefined
        ? 'Give the exact number in digits, without a unit.'
        : `Give the number in digits, without a unit, at most ${tolerance} away from the exact value.`,
    ],
    right: value,
    other: `\\boxed{${value}}`,
    wrong: [moved(value, tolerance ?? '0', 1), moved(value, tolerance ?? '0', -1)],
  };
};

const label = (index: number): string => String.fromCodePoint(65 + index);

/** `correct` is the place of the right option, from 0. */
export const choiceAnswer = (options: readonly string[], correct: number): PairAnswer => ({
  expect: { type: 'choice', options: options.map((text, index) => ({ label: label(index), text })), correct: label(correct) },
  form: 'letter of the option',
  rules: [options.map((text, index) => `${label(index)}) ${text}`).join('\n'), 'Give the letter of the right option.'],
  right: label(correct),
  other: `option ${label(correct)}`,
  wrong: options.flatMap((_text, index) => (index === correct ? [] : [label(index)])),
});

/** A name or a word; capitals, an article before it and quotation marks around it do not count. */
export const exactAnswer = (value: string, others: readonly string[]): PairAnswer => ({
  expect: { type: 'set', items: [value] },
  form: 'answer alone',
  rules: ['Give only the answer itself.'],
  right: value,
  other: `"${value}".`,
  wrong: [...others, 'none of these'],
});

const said = (name: string, text: string, more: Partial<ProofCase> = {}): ProofCase => ({ name, replies: [{ text }], ...more });

/** Made from the answer: its legal styles pass; other answers, hedging, taking back, thinking alone and silence do not. */
export const proofOfPair = ({ right, other, wrong }: PairAnswer): Proof => {
  const [first = ''] = wrong;
  return {
    accepted: [
      said('bare', right),
      said('with prose', `I have thought about it.\n\nAnswer: ${right}`),
      said('in a fence', `Here is the result.\n\n\`\`\`text\nAnswer: ${right}\n\`\`\``),
      { name: 'after thinking', replies: [{ text: `**Answer:** ${right}`, reasoning: 'Let me see.' }] },
      said('other format', `Final answer: ${other}`),
    ],
    rejected: [
      ...wrong.slice(0, 3).map((text) => said(`wrong answer ${text}`, `Answer: ${text}`)),
      said('hedged', `Answer: ${right} or ${first}`),
      said('taken back', `Answer: ${right}\n\nLet me correct that.\n\nAnswer: ${first}`),
      { name: 'in the thinking alone', replies: [{ text: '', reasoning: `Answer: ${right}` }], outcome: 'unparseable' },
      said('empty', '', { outcome: 'unparseable' }),
    ],
  };
};
