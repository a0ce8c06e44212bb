import type { Score, Scorer, ToolCall, Transcript } from '@benchloop/spec';
import { toolCallsExpectSchema, type ExpectedCall, type FinalText, type ToolCallsExpect } from './expect.ts';
import { createJudgement, matcherRules, type MatcherRules } from './matchers.ts';
import { bestPairing, type Pairing } from './pairing.ts';
import { isRefusal } from './refusal.ts';
import { entityName, holdsEntity } from './text.ts';

/** The rules of judging; tests replace one to show that the proofs notice. */
export type ToolCallRules = {
  matchers: MatcherRules;
  /** What a call with a fault is worth at most: this times its share of right arguments. */
  faultyCallWorth: number;
  /** What each call that nobody asked for takes away, in calls. */
  extraCallCost: number;
  /** Whether a later group waits for the earlier ones. */
  ordered: boolean;
};

export const toolCallRules: ToolCallRules = { matchers: matcherRules, faultyCallWorth: 0.5, extraCallCost: 0.5, ordered: true };

type CallJudgement = { worth: number; faults: string[] };

const judgeCall = (expected: ExpectedCall, call: ToolCall, rules: ToolCallRules): CallJudgement => {
  const given = call.arguments;
  if (given === null) return { worth: 0, faults: [`the arguments of ${call.name} are no JSON object`] };
  const again = createJudgement(rules.matchers);
  const faults: string[] = [];
  let judged = 0;
  for (const [name, matcher] of Object.entries(expected.arguments)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const fault = again(matcher, value);
    if (fault !== null || value !== undefined) judged += 1;
    if (fault !== null) faults.push(`argument "${name}" of ${call.name} ${fault}`);
  }
  for (const name of Object.keys(given).filter((key) => !Object.hasOwn(expected.arguments, key))) {
    judged += 1;
    faults.push(`${call.name} was given an argument "${name}" that was not asked for`);
  }
  return { worth: faults.length === 0 ? 1 : (rules.faultyCallWorth * (judged - faults.length)) / judged, faults };
};

const finalFault = (final: FinalText | undefined, text: string): string | null => {
  if (final === undefined) return null;
  if (text.trim() === '') return 'there is no final answer';
  const missing = final.all.find((entity) => !holdsEntity(text, entity));
  if (missing !== undefined) return `the final answer does not say ${entityName(missing)}`;
  const wrong = (final.none ?? []).find((entity) => holdsEntity(text, entity));
  return wrong === undefined ? null : `the final answer must not say ${entityName(wrong)}`;
};

const wellFormed = (transcript: Transcript) => {
  const repaired = transcript.toolCalls.filter(({ call }) => call.repairs.length > 0 || call.arguments === null);
  const names = [...new Set(repaired.flatMap(({ call }) => call.repairs))].join(', ');
  return {
    id: 'well-formed',
    value: transcript.toolCalls.length === 0 ? 1 : 1 - repaired.length / transcript.toolCalls.length,
    reason:
      repaired.length === 0
        ? 'no call needed repair'
        : `${repaired.length} of ${transcript.toolCalls.length} calls needed repair: ${names || 'arguments beyond repair'}`,
  };
};

const sentence = (faults: readonly string[]): string =>
  faults.length <= 3 ? faults.join('; ') : `${faults.slice(0, 3).join('; ')}; and ${faults.length - 3} more faults`;

const scoreAbstention = (expect: ToolCallsExpect, transcript: Transcript): Score => {
  const called = transcript.toolCalls[0]?.call.name;
  const fault =
    called === undefined ? finalFault(expect.final ?? { all: [] }, transcript.finalText) : `${called} was called though no call was due`;
  const right = fault === null;
  return {
    value: right ? 1 : 0,
    passed: right,
    reason: fault ?? 'no call was made, as was due, and the answer says what it must',
    components: [wellFormed(transcript)],
  };
};

type JudgePair = (expected: number, call: number) => CallJudgement | null;

/** Judges each pair of the same tool once, when it is first asked for. */
const pairJudge = (expected: readonly ExpectedCall[], calls: readonly ToolCall[], rules: ToolCallRules): JudgePair => {
  const known = new Map<string, CallJudgement>();
  return (at, made) => {
    const [wanted, call] = [expected[at], calls[made]];
    if (wanted === undefined || call === undefined || wanted.tool !== call.name) return null;
    const key = `${at}/${made}`;
    const judged = known.get(key) ?? judgeCall(wanted, call, rules);
    known.set(key, judged);
    return judged;
  };
};

const faultsOf = (expected: readonly ExpectedCall[], calls: readonly ToolCall[], pairing: Pairing, judge: JudgePair): string[] => {
  const missing = expected.filter((_call, at) => pairing.pairs.every((pair) => pair.expected !== at)).map(({ tool }) => tool);
  const extra = calls.filter((_call, at) => pairing.pairs.every((pair) => pair.call !== at)).map(({ name }) => name);
  const early = missing.filter((name) => extra.includes(name));
  return [
    ...pairing.pairs.flatMap((pair) => judge(pair.expected, pair.call)?.faults ?? []),
    ...early.map((name) => `${name} was called before the results that it needs`),
    ...missing.filter((name) => !early.includes(name)).map((name) => `the call of ${name} is missing`),
    ...extra.filter((name) => !early.includes(name)).map((name) => `the call of ${name} was not asked for`),
  ];
};

const scoreCalls = (expect: ToolCallsExpect, transcript: Transcript, rules: ToolCallRules): Score => {
  const expected = expect.groups.flat();
  const groupOf = expect.groups.flatMap((group, index) => group.map(() => (rules.ordered ? index : 0)));
  const calls = transcript.toolCalls.map(({ call }) => call);
  const judge = pairJudge(expected, calls, rules);
  const pairing = bestPairing(
    groupOf,
    transcript.toolCalls.map(({ turn }) => turn),
    (at, call) => judge(at, call)?.worth ?? null,
  );
  const extra = calls.length - pairing.pairs.length;
  const complete = pairing.pairs.length === expected.length;
  const answerFault = finalFault(expect.final, transcript.finalText);
  const units = expected.length + (expect.final === undefined ? 0 : 1);
  const answer = expect.final !== undefined && complete && answerFault === null ? 1 : 0;
  const value = pairing.value === 0 ? 0 : Math.max(0, (pairing.value + answer - extra * rules.extraCallCost) / units);
  const faults = [...faultsOf(expected, calls, pairing, judge), ...(answerFault === null ? [] : [answerFault])];
  return {
    value,
    passed: faults.length === 0,
    reason:
      faults.length === 0
        ? `${expected.length === 1 ? 'the expected call was' : `all ${expected.length} expected calls were`} made with the right arguments, and no other`
        : sentence(faults),
    components: [
      {
        id: 'calls',
        value: pairing.value / expected.length,
        reason: `${pairing.pairs.length} of ${expected.length} expected calls were made, ${extra} others`,
      },
      wellFormed(transcript),
    ],
  };
};

/**
 * Judges the tool calls of a transcript against the expected ones.
 *
 * Each actual call serves at most one expected call, in the way that is best for the reply. A call is worth 1 when
 * every argument is right and none is extra, otherwise 0.5 times its share of right arguments (given, missing and
 * extra ones counted). Score = (worth of all calls + 1 for a right final answer where one is judged - 0.5 for each
 * extra call) / (expected calls + 1 where a final answer is judged), not below 0. The final answer counts only when
 * every expected call was made; without any worth in calls the score is 0. Passed = nothing at all is wrong.
 * Where no call is due, a call scores 0 and the answer must be there and say what it must.
 */
export const createToolCallsScorer = (changes: Partial<ToolCallRules> = {}): Scorer<ToolCallsExpect> => {
  const rules = { ...toolCallRules, ...changes };
  return {
    id: 'tool-calls',
    version: '1',
    expectSchema: toolCallsExpectSchema,
    score: ({ expect, transcript }) => {
      if (expect.groups.length === 0) return { outcome: 'scored', score: scoreAbstention(expect, transcript) };
      if (transcript.toolCalls.length === 0 && isRefusal(transcript.finalText))
        return { outcome: 'refused', reason: 'the reply declines the request and calls nothing' };
      return { outcome: 'scored', score: scoreCalls(expect, transcript, rules) };
    },
  };
};
