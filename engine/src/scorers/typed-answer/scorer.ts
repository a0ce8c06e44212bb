import type { Scorer, Verdict } from '@benchloop/spec';
import { findAnswer } from './answer-line.ts';
import { right, typedAnswerSchema, unreadable, wrong, type Match, type TypedAnswer } from './expect.ts';
import { matchChoice, matchSequence, matchSet } from './match-list.ts';
import { isSameFraction, matchDecimal, matchFraction, matchInteger, matchPercentage } from './match-number.ts';
import { matchMoney, matchQuantity } from './match-quantity.ts';
import { matchDate, matchTime } from './match-time.ts';
import { fromFirstNumber, holdsSeveralNumbers, saysUndetermined, statementsOf, withoutLeadIn } from './statements.ts';

const matchOne = (expect: TypedAnswer, text: string): Match => {
  switch (expect.type) {
    case 'integer':
      return matchInteger(expect, text);
    case 'decimal':
      return matchDecimal(expect, text);
    case 'quantity':
      return matchQuantity(expect, text);
    case 'fraction':
      return matchFraction(expect, text);
    case 'percentage':
      return matchPercentage(expect, text);
    case 'money':
      return matchMoney(expect, text);
    case 'choice':
      return matchChoice(expect, text);
    case 'set':
      return matchSet(expect, text);
    case 'sequence':
      return matchSequence(expect, text);
    case 'date':
      return matchDate(expect, text);
    case 'time':
      return matchTime(expect, text);
    case 'undetermined':
      return saysUndetermined(text) ? right : unreadable(`"${text}" is not "not determined"`);
  }
};

/** Types whose matcher reads the whole line itself. */
const ownGrammar: ReadonlySet<TypedAnswer['type']> = new Set(['choice', 'set', 'sequence', 'undetermined']);

/** One value may be stated in several equal ways, and each of them must be right. */
const matchEach = (expect: TypedAnswer, value: string): Match => {
  if (ownGrammar.has(expect.type)) return matchOne(expect, value);
  const whole = matchOne(expect, value);
  if (whole.kind === 'right') return whole;
  const texts = statementsOf(value);
  const parts = texts.map((part) => matchOne(expect, part));
  const isSaid = parts.some((part) => part.kind === 'right');
  const failed = parts.find(
    (part, index) => part.kind !== 'right' && !(isSaid && expect.type === 'fraction' && isSameFraction(expect, texts[index] ?? '')),
  );
  if (!failed) return right;
  if (isSaid) return wrong(`the answer line "${value}" states several values that differ; one was asked for`);
  return whole.kind === 'wrong' ? whole : (parts.find((part) => part.kind === 'wrong') ?? failed);
};

const listTypes: ReadonlySet<TypedAnswer['type']> = new Set(['set', 'sequence']);
const numberTypes: ReadonlySet<TypedAnswer['type']> = new Set(['integer', 'decimal', 'quantity', 'fraction', 'percentage', 'money']);

const matchValue = (expect: TypedAnswer, value: string, labelled: boolean): Match => {
  if (expect.type !== 'undetermined' && saysUndetermined(value))
    return wrong(`the reply says "not determined", but the facts determine the answer`);
  const match = matchEach(expect, value);
  const mayHaveLead = labelled && (match.kind === 'unreadable' || (listTypes.has(expect.type) && match.kind === 'wrong'));
  if (!mayHaveLead) return match;
  const shorter = [withoutLeadIn(value), numberTypes.has(expect.type) ? fromFirstNumber(value) : null].filter((text) => text !== null);
  return shorter.map((text) => matchEach(expect, text)).find(({ kind }) => kind !== 'unreadable') ?? match;
};

/** The inside of a placeholder's brackets: some models keep them around their value. */
const insideBrackets = (value: string): string | null => /^<([^<>]*)>$/.exec(value)?.[1]?.trim() ?? null;

const isEmptyPlaceholder = (value: string): boolean => /^(?:\[[a-z ]*(?:value|answer)[a-z ]*\]|…|\.{3}|_+)$/i.test(value);

/** A last line such as "so 40 + 2 = 42" shows working; only "x = 42" is just a value. */
const isSentenceWithWorking = (value: string): boolean => value.includes('=') && !/^[a-z]\w{0,20} ?= ?[^=]+$/i.test(value);

const refusal =
  /\b(?:i'm|i am) (?:sorry|afraid|unable|not able)\b|\bi (?:can't|cannot|can not|won't|will not) (?:help|assist|answer|comply|solve|do that|provide|fulfil)|\bas an ai\b|\bi (?:must|have to) decline\b/i;

const zero = (reason: string): Verdict => ({ outcome: 'scored', score: { value: 0, passed: false, reason } });

const noAnswer = (reply: string): Verdict => {
  if (refusal.test(reply.replaceAll('’', "'").slice(0, 2000)))
    return { outcome: 'refused', reason: 'the model declines to answer and states no answer line' };
  if (reply.trim() === '') return { outcome: 'unparseable', reason: 'the reply is empty' };
  return { outcome: 'unparseable', reason: 'the reply ends without an answer line; the prompt asks for "Answer: …" as its last line' };
};

const placeholderLeft = (value: string): Verdict => ({
  outcome: 'unparseable',
  reason: `the answer line still holds the placeholder ${value}`,
});

const scoreReply = (expect: TypedAnswer, reply: string): Verdict => {
  const stated = findAnswer(reply);
  if (stated.kind === 'none') return noAnswer(reply);
  if (isEmptyPlaceholder(stated.value)) return placeholderLeft(stated.value);
  if (stated.kind === 'closing' && isSentenceWithWorking(stated.value)) return noAnswer(reply);
  const inside = insideBrackets(stated.value);
  const match = matchValue(expect, inside ?? stated.value, stated.kind === 'line');
  if (match.kind === 'right')
    return { outcome: 'scored', score: { value: 1, passed: true, reason: `the answer "${stated.value}" equals the key` } };
  if (match.kind === 'wrong') return zero(match.reason);
  if (inside !== null) return placeholderLeft(stated.value);
  if (stated.kind === 'closing') return noAnswer(reply);
  const several = !listTypes.has(expect.type) && holdsSeveralNumbers(stated.value);
  return zero(
    several
      ? `the answer line "${stated.value}" holds more than one value; one was asked for`
      : `the answer line cannot be read: ${match.reason}`,
  );
};

/** Judges the value on a reply's answer line by the type of its key. Never looks for the key elsewhere in the prose. */
export const createTypedAnswerScorer = (): Scorer<TypedAnswer> => ({
  id: 'typed-answer',
  version: '1',
  expectSchema: typedAnswerSchema,
  score: ({ expect, transcript }) => scoreReply(expect, transcript.finalText),
});
