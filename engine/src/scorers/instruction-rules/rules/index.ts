import { z } from 'zod';
import type { Reading } from '../reading.ts';
import { digits, punctuation, vowels } from './counts.ts';
import { csv, jsonObject, table } from './data-forms.ts';
import type { Fault } from './define.ts';
import { endsWith, exactReply, lineEnd, postscript, quoted, repeatFirst, startsWith, wrap } from './edges.ts';
import { avoids, avoidsLetter, contains, containsTimes, placeholders } from './inclusion.ts';
import { language } from './language.ts';
import { characters, lines, lineWords, paragraphs, sentences, sentenceWords, wordLength, words } from './length.ts';
import { capitalWords, lowerCase, titleCase, upperCase } from './letter-case.ts';
import { bold, bullets, codeFence, headings, nestedList, noMarkdown, numbered, separator } from './markdown.ts';
import { alphabeticalLines, growingLines, sequence } from './order.ts';
import { acrostic, firstLast, noRepeatedWord, palindromes, selfCount, sentenceInitial, statesLine } from './patterns.ts';

/** Every kind of rule. */
export const ruleKinds = [
  words,
  sentences,
  paragraphs,
  lines,
  characters,
  sentenceWords,
  lineWords,
  wordLength,
  startsWith,
  endsWith,
  exactReply,
  repeatFirst,
  postscript,
  wrap,
  quoted,
  lineEnd,
  contains,
  containsTimes,
  avoids,
  avoidsLetter,
  placeholders,
  lowerCase,
  upperCase,
  titleCase,
  capitalWords,
  jsonObject,
  table,
  csv,
  bullets,
  numbered,
  nestedList,
  headings,
  bold,
  separator,
  noMarkdown,
  codeFence,
  sequence,
  alphabeticalLines,
  growingLines,
  language,
  punctuation,
  digits,
  vowels,
  acrostic,
  sentenceInitial,
  noRepeatedWord,
  palindromes,
  selfCount,
  firstLast,
  statesLine,
] as const;

type RuleKind = (typeof ruleKinds)[number];
/** A rule as the scorer reads it, defaults filled in. */
export type Rule = z.output<RuleKind['schema']>;
/** A rule as a task writes it. */
export type RuleInput = z.input<RuleKind['schema']>;
export type RuleName = RuleKind['kind'];

type SchemaList = [RuleKind['schema'], ...RuleKind['schema'][]];
export const ruleSchema: z.ZodType<Rule, RuleInput> = z.discriminatedUnion(
  'kind',
  ruleKinds.map(({ schema }) => schema) as unknown as SchemaList,
);

/** How each kind of rule is judged. */
export type RuleChecks = Record<RuleName, { restrains: (rule: never) => boolean; check: (rule: never, reading: Reading) => Fault }>;

export const ruleChecks = Object.fromEntries(ruleKinds.map((kind) => [kind.kind, kind])) as unknown as RuleChecks;
