import type { Score, Scorer, Verdict } from '@benchloop/spec';
import { bestAssignment } from './assignment.ts';
import { createComparison, type CompareRules, type Fault, type Tally } from './compare.ts';
import { fieldExtractionExpectSchema, type FieldExtractionExpect } from './expect.ts';
import { readReply, type Candidate } from './read-reply.ts';
import { scalarRules } from './scalars.ts';

/** What the scorer does, apart, so that a test can change each and see it noticed. */
export type FieldRules = CompareRules & {
  /** Share of the score that is left when the JSON had to be repaired. */
  repairedWorth: number;
  read: typeof readReply;
};

/** The rules in force. */
export const fieldRules: FieldRules = {
  scalars: scalarRules,
  missing: 1,
  invented: 1,
  assign: bestAssignment,
  repairedWorth: 0.5,
  read: readReply,
};

const round = (share: number): string => share.toFixed(2);

const f1Of = ({ right, wanted, given }: Tally): number => (right === 0 ? 0 : (2 * right) / (wanted + given));

const fieldsReason = ({ right, wanted, given }: Tally): string =>
  `${right} of ${wanted} wanted values are right, ${given} were given: precision ${round(given === 0 ? 0 : right / given)}, recall ${round(right / wanted)}`;

const faultSentence = ([first, ...others]: readonly Fault[]): string =>
  `${first?.() ?? ''}${others.length === 0 ? '' : `; and ${others.length} more ${others.length === 1 ? 'fault' : 'faults'}`}`;

const scoreOf = (tally: Tally, { flaw }: Candidate, rules: FieldRules): Score => {
  const fields = f1Of(tally);
  const faults = flaw === null ? tally.faults : [...tally.faults, () => `the JSON had to be repaired: it has ${flaw}`];
  return {
    value: flaw === null ? fields : fields * rules.repairedWorth,
    passed: faults.length === 0,
    reason: faults.length === 0 ? `all ${tally.right} values are right, and the JSON is strict` : faultSentence(faults),
    components: [
      { id: 'fields', value: fields, reason: fieldsReason(tally) },
      {
        id: 'strict-json',
        value: flaw === null ? 1 : 0,
        reason: flaw === null ? 'the reply holds one strict JSON value' : `the JSON had to be repaired: it has ${flaw}`,
      },
    ],
  };
};

const withoutJson = (reasoning: string, rules: FieldRules, keys: readonly string[]): Verdict => ({
  outcome: 'unparseable',
  reason:
    rules.read(reasoning, keys).kind === 'none'
      ? 'the reply holds no JSON object'
      : 'the reply holds no JSON object; one stands in the thinking only, where it does not count',
});

/**
 * Judges the one JSON object of a reply against a tree of expected fields.
 *
 * Score = F1 over single values = 2 · right / (wanted + given). Every scalar and each item of a list is one value;
 * money is one value; null is none. A wrong value is wanted and given but not right; a missing one only wanted; an
 * invented field, item or duplicate only given. A key left out where null is due is one missing value. Objects of a
 * list are paired with the expected ones in the way that is best for the reply; sequences are aligned in order.
 * JSON that had to be repaired (comma, quotes, comment, cut, a key twice) gets half of that and never passes.
 * Fences and prose around exactly one JSON object do not count; two different ones, or none, are `unparseable`.
 * Passed = nothing at all is wrong.
 */
export const createFieldExtractionScorer = (changes: Partial<FieldRules> = {}): Scorer<FieldExtractionExpect> => {
  const rules = { ...fieldRules, ...changes };
  const compare = createComparison(rules);
  return {
    id: 'field-extraction',
    version: '1',
    expectSchema: fieldExtractionExpectSchema,
    score: ({ expect, transcript }) => {
      const keys = Object.keys(expect.root.fields);
      const read = rules.read(transcript.finalText, keys);
      if (read.kind === 'none') return withoutJson(transcript.reasoning, rules, keys);
      if (read.kind === 'several')
        return { outcome: 'unparseable', reason: `the reply holds ${read.count} different JSON values where exactly one was asked for` };
      return { outcome: 'scored', score: scoreOf(compare(expect.root, read.candidate.value), read.candidate, rules) };
    },
  };
};
