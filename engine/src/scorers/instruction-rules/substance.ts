import type { Message } from '@benchloop/spec';
import type { InstructionRules } from './expect.ts';
import { countPhrase, plainText, readReply, wordsOf } from './reading.ts';

/** A run of this many words of the prompt counts as copied. */
export const copiedRunWords = 5;
/** More than this share of copied words makes a reply a copy. */
export const copiedShareMax = 0.5;

const lowerWords = (text: string): string[] => wordsOf(plainText(text).toLowerCase());

/** All runs of a conversation, kept while its messages are. */
const runsOfMessages = new WeakMap<readonly Message[], ReadonlySet<string>>();

const runsOf = (messages: readonly Message[]): ReadonlySet<string> => {
  const known = runsOfMessages.get(messages);
  if (known !== undefined) return known;
  const runs = new Set<string>();
  for (const { content } of messages) {
    const words = lowerWords(content);
    for (let at = 0; at + copiedRunWords <= words.length; at += 1) runs.add(words.slice(at, at + copiedRunWords).join(' '));
  }
  runsOfMessages.set(messages, runs);
  return runs;
};

/** Share of a reply's words that stand in runs of five or more words of the conversation before it. */
export const copiedShare = (messages: readonly Message[], reply: string): number => {
  const runs = runsOf(messages);
  const words = lowerWords(reply);
  let copied = 0;
  let until = 0;
  for (let at = 0; at + copiedRunWords <= words.length; at += 1) {
    if (!runs.has(words.slice(at, at + copiedRunWords).join(' '))) continue;
    copied += at + copiedRunWords - Math.max(at, until);
    until = at + copiedRunWords;
  }
  return words.length === 0 ? 0 : copied / words.length;
};

/** A line that the task asks to repeat is neither copied nor own text. */
const withoutRepeated = (expect: InstructionRules, reply: string): string =>
  expect.rules.reduce((text, rule) => {
    const line = rule.kind === 'repeat-first' ? plainText(rule.text) : null;
    return line !== null && text.startsWith(line) ? text.slice(line.length) : text;
  }, plainText(reply));

/** Why the reply is no attempt at the task, or null when the rules may count. */
export const substanceFault = (expect: InstructionRules, messages: readonly Message[], reply: string): string | null => {
  if (reply.trim() === '') return 'the reply is empty';
  const own = withoutRepeated(expect, reply);
  const { minWords, minCharacters, mentions } = expect.substance;
  const { words, text } = readReply(own);
  if (words.length < minWords) return `the reply has ${words.length} words, the task needs at least ${minWords}`;
  const length = [...text].length;
  if (length < minCharacters) return `the reply has ${length} characters, the task needs at least ${minCharacters}`;
  const missing = mentions.find((mention) => countPhrase(text, mention) === 0);
  if (missing !== undefined) return `the reply does not mention "${missing}"`;
  const copied = copiedShare(messages, own);
  return copied > copiedShareMax ? `${Math.round(copied * 100)} % of the reply's words are copied from the prompt` : null;
};

/** Longer replies explain something, and are judged like any other. */
const refusalCharactersMax = 400;

/** Whether a reply without substance declines the request. */
export const declines = (reply: string): boolean =>
  reply.length <= refusalCharactersMax &&
  /^\W*(?:(?:i'm|i am|we are) (?:very |so )?(?:sorry|afraid)\b|sorry\b|i (?:can't|cannot|can not|won't|will not|must decline|have to decline|am unable|am not able)\b|i'm (?:unable|not able)\b|as an ai\b|unfortunately,? i can)/.test(
    plainText(reply).toLowerCase(),
  );
