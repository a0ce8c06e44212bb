import type { Task, Transcript } from '@benchloop/spec';
import { plainText } from '../tool-calls/text.ts';
import { findAnswer } from '../typed-answer/answer-line.ts';
import { createTypedAnswerScorer } from '../typed-answer/scorer.ts';
import type { WorldAnswer } from './expect.ts';

const typedAnswers = createTypedAnswerScorer();

/** Words without the signs around and between them; signs inside of a word, as in `/a/b-2.txt`, stay. */
const wordsOf = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .split(' ')
    .map((word) => word.replace(/^["'`*_(<[]+|["'`*_)>\],;:.]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

const wordsFault = (value: string, reply: string): string | null => {
  const stated = findAnswer(reply);
  if (stated.kind === 'none') return 'the last reply ends without an answer line';
  return wordsOf(stated.value).join(' ') === wordsOf(value).join(' ') ? null : `the answer "${stated.value}" is not "${value}"`;
};

/** Whether a reply holds a labelled answer line. */
export const statesAnswer = (reply: string): boolean => findAnswer(reply).kind === 'line';

/** What is wrong with the answer line of the last reply, or null. */
export const answerFault = (answer: WorldAnswer, task: Task, transcript: Transcript): string | null => {
  if (transcript.stop !== 'answer') return 'the attempt never came to an answer';
  if (answer.type === 'words') return wordsFault(answer.value, transcript.finalText);
  const verdict = typedAnswers.score({ task, expect: answer, transcript, evidence: null });
  if (verdict.outcome !== 'scored') return verdict.reason;
  return verdict.score.passed ? null : verdict.score.reason;
};
