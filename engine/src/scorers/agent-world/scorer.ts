import type { Score, ScoreComponent, Scorer, ScorerInput, ToolCall } from '@benchloop/spec';
import { worldEvidenceSchema, worldStateSchema, type WorldEvidence } from '../../kit/world/world.ts';
import type { Matcher } from '../tool-calls/expect.ts';
import { createJudgement, matcherRules } from '../tool-calls/matchers.ts';
import { isRefusal } from '../tool-calls/refusal.ts';
import { answerFault, statesAnswer } from './answer.ts';
import { assignCalls } from './assign.ts';
import { agentWorldExpectSchema, type AgentWorldExpect, type Requirement } from './expect.ts';

/** The rules of judging; tests replace one to show that the proofs notice. */
export type AgentWorldRules = {
  /** Whether a call serves one requirement at most. */
  oneCallEach: boolean;
  /** Whether the arguments of a required call are judged. */
  argumentsCount: boolean;
  /** Whether only a call that changed the world serves a required change, and only one that went well a required look. */
  failedCallsDoNotCount: boolean;
  /** Whether the end state is judged. */
  stateCounts: boolean;
  /** Whether the answer is judged. */
  answerCounts: boolean;
  /** Whether a right answer without the required calls is a guess. */
  guessesAreWrong: boolean;
  /** Whether a change of the world that was not required voids the other components when the end state is wrong. */
  harmVoids: boolean;
  /** Whether the same holds when something that had to stay as it was did not. */
  spoilingVoids: boolean;
  /** Whether, without a right end, only required changes of the world earn anything. */
  effortNeedsEffect: boolean;
  /** Whether names that the task does not offer count as hallucinated. */
  onlyOfferedTools: boolean;
  /** Whether a task that allows no call fails with one. */
  noCallMeansNone: boolean;
  /** Multiple of the budget at which `efficient` reaches 0. */
  budgetEnd: number;
  /** Whether turns and calls are held to the budget. */
  turnsCount: boolean;
  callsCount: boolean;
};

export const agentWorldRules: AgentWorldRules = {
  oneCallEach: true,
  argumentsCount: true,
  failedCallsDoNotCount: true,
  stateCounts: true,
  answerCounts: true,
  guessesAreWrong: true,
  harmVoids: true,
  spoilingVoids: true,
  effortNeedsEffect: true,
  onlyOfferedTools: true,
  noCallMeansNone: true,
  budgetEnd: 2,
  turnsCount: true,
  callsCount: true,
};

const judgeValue = createJudgement(matcherRules);

const fitsCall = (requirement: Requirement, call: ToolCall, rules: AgentWorldRules): boolean =>
  requirement.anyOf.some(
    ({ tool, arguments: wanted }) =>
      tool === call.name &&
      call.arguments !== null &&
      (!rules.argumentsCount ||
        Object.entries(wanted).every(([name, matcher]) => judgeValue(matcher, (call.arguments as Record<string, unknown>)[name]) === null)),
  );

/** The value that keys lead to; undefined where there is none. */
const memberAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (held, key) =>
      held !== null && typeof held === 'object' && Object.hasOwn(held, key) ? (held as Record<string, unknown>)[key] : undefined,
    value,
  );

type Attempt = { input: ScorerInput<AgentWorldExpect>; evidence: WorldEvidence; rules: AgentWorldRules };

/** For each requirement the index of the call that serves it, or null. */
const servedBy = ({ input: { expect, transcript }, evidence, rules }: Attempt): (number | null)[] => {
  const counts = (requirement: Requirement, at: number): boolean => {
    const log = evidence.calls[at];
    if (log === undefined) return false;
    const { leaves } = requirement;
    if (rules.stateCounts && leaves !== undefined && judgeValue(leaves.is, memberAt(evidence.state, leaves.at)) !== null) return false;
    return !rules.failedCallsDoNotCount || requirement.mayFail === true || (requirement.effect ? log.changed : log.ok);
  };
  // The evidence tells of those calls that reached the world.
  const reached = transcript.toolCalls.filter(({ ran }) => ran !== false);
  const fits = (requirement: number, call: number): boolean => {
    const [wanted, made] = [expect.required[requirement], reached[call]];
    return wanted !== undefined && made !== undefined && counts(wanted, call) && fitsCall(wanted, made.call, rules);
  };
  const calls = Math.min(reached.length, evidence.calls.length);
  if (rules.oneCallEach) {
    // A call that changed the world serves a required change before it serves a look.
    const order = expect.required
      .map((_one, at) => at)
      .toSorted((a, b) => Number(expect.required[b]?.effect) - Number(expect.required[a]?.effect));
    const assigned = assignCalls(order.length, calls, (place, call) => fits(order[place] as number, call));
    return expect.required.map((_one, at) => assigned[order.indexOf(at)] ?? null);
  }
  return expect.required.map((_one, at) => Array.from({ length: calls }, (_, call) => call).find((call) => fits(at, call)) ?? null);
};

const nameOf = (requirement: Requirement): string => {
  const [first] = requirement.anyOf;
  const values = Object.entries(first?.arguments ?? {}).flatMap(([name, matcher]) =>
    'value' in matcher ? [`${name} ${JSON.stringify(matcher.value)?.slice(0, 60)}`] : [],
  );
  return values.length === 0 ? (first?.tool ?? '') : `${first?.tool} with ${values.join(', ')}`;
};

const efficiency = ({ input: { expect, transcript }, rules }: Attempt): ScoreComponent => {
  const { turns, calls } = expect.budget;
  const used = Math.max(
    rules.turnsCount ? transcript.turns / turns : 0,
    rules.callsCount ? transcript.toolCalls.length / Math.max(1, calls) : 0,
  );
  return {
    id: 'efficient',
    value: Math.min(1, Math.max(0, (rules.budgetEnd - used) / (rules.budgetEnd - 1))),
    reason: `${transcript.turns} of ${turns} turns and ${transcript.toolCalls.length} of ${calls} calls were used`,
  };
};

const honesty = ({ input: { task, transcript }, rules }: Attempt): ScoreComponent => {
  const offered = new Set((task.tools ?? []).map(({ name }) => name));
  const unknown = rules.onlyOfferedTools ? transcript.toolCalls.find(({ call }) => !offered.has(call.name)) : undefined;
  return unknown === undefined
    ? { id: 'no_hallucinated_tools', value: 1, reason: 'every tool that was called is offered' }
    : { id: 'no_hallucinated_tools', value: 0, reason: `"${unknown.call.name.slice(0, 80)}" was called, which this task does not offer` };
};

const finalFault = ({ input: { expect, task, transcript }, evidence, rules }: Attempt, missing: Requirement | undefined): string | null => {
  if (rules.noCallMeansNone && expect.budget.calls === 0 && transcript.toolCalls.length > 0)
    return `${transcript.toolCalls[0]?.call.name.slice(0, 80)} was called though no call was due`;
  const stateFault = rules.stateCounts ? judgeValue(expect.state, evidence.state) : null;
  if (stateFault !== null) return `the world ends in another state than asked: it ${stateFault}`;
  const fault = rules.answerCounts ? answerFault(expect.answer, task, transcript) : null;
  if (fault !== null) return fault;
  return rules.guessesAreWrong && missing !== undefined ? `the answer is a guess without the call of ${nameOf(missing)}` : null;
};

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether something that was right from the start is no longer so, or something is there that was neither there nor asked for. */
const isSpoiled = (matcher: Matcher, before: unknown, after: unknown): boolean => {
  if (judgeValue(matcher, after) === null) return false;
  if (judgeValue(matcher, before) === null) return true;
  if (matcher.kind !== 'object' || !isObject(before) || !isObject(after)) return false;
  return (
    Object.entries(matcher.entries).some(([key, member]) => isSpoiled(member, before[key], after[key])) ||
    Object.keys(after).some((key) => !Object.hasOwn(matcher.entries, key) && !Object.hasOwn(before, key))
  );
};

/** Whether the end state is wrong, and a call changed the world that was not required or a required one changed too much. */
const didHarm = ({ input, evidence, rules }: Attempt, served: readonly (number | null)[]): boolean => {
  const { state, required } = input.expect;
  if (judgeValue(state, evidence.state) === null) return false;
  if (rules.harmVoids && evidence.calls.some(({ changed }, at) => changed && !served.includes(at))) return true;
  // On the way something may be off that the last change puts right.
  if (required.some(({ effect }, at) => effect && served[at] === null)) return false;
  const start = worldStateSchema.safeParse(input.task.world?.state);
  return rules.spoilingVoids && start.success && isSpoiled(state, start.data.data, evidence.state);
};

/** Share, 0 to 1, of what the process components may earn; null = the end is right, so they count in full. */
const earnedShare = (attempt: Attempt, served: readonly (number | null)[]): number => {
  const { input, rules } = attempt;
  const { required } = input.expect;
  if (didHarm(attempt, served)) return 0;
  if (!rules.effortNeedsEffect) return 1;
  const effects = required.flatMap(({ effect }, at) => (effect ? [served[at] ?? null] : []));
  return effects.length === 0 ? 0 : effects.filter((call) => call !== null).length / effects.length;
};

const score = (attempt: Attempt): Score => {
  const { required } = attempt.input.expect;
  const served = servedBy(attempt);
  const missing = required.find((_one, at) => served[at] === null);
  const fault = finalFault(attempt, missing);
  const share = fault === null ? 1 : earnedShare(attempt, served);
  const done = served.filter((call) => call !== null).length;
  const [efficient, honest] = [efficiency(attempt), honesty(attempt)];
  const components: ScoreComponent[] = [
    { id: 'correct_final', value: fault === null ? 1 : 0, reason: fault ?? 'the world and the answer are as asked' },
    { ...efficient, value: efficient.value * share },
    { ...honest, value: honest.value * share },
    {
      id: 'all_required_called',
      value: share === 0 ? 0 : required.length === 0 ? 1 : done / required.length,
      reason: missing === undefined ? `all ${required.length} required calls were made` : `the call of ${nameOf(missing)} is missing`,
    },
  ];
  const wrong = [components[0], components[2], components[3]].filter((part) => part !== undefined && part.value < 1);
  return {
    value: components.reduce((sum, { value }) => sum + value, 0) / components.length,
    passed: wrong.length === 0,
    reason:
      fault ??
      (honest.value < 1 ? honest.reason : missing === undefined ? 'the world and the answer are as asked' : (components[3]?.reason ?? '')),
    components,
  };
};

/**
 * Judges an attempt in a world by four components of equal weight.
 *
 * `correct_final`: 1 when the end state fits, the answer line is right and every required call was made, otherwise 0.
 * `all_required_called`: share of the required calls, arguments included, that were made; each call serves one at most,
 * a required change is served only by a call that changed the world and left what it had to, a required look only by one
 * that went well. `no_hallucinated_tools`: 1 when only
 * offered tools were called. `efficient`: 1 within the budget of turns and calls, then falling evenly to 0 at twice of it.
 *
 * Without a right end the last three count only for what was accomplished: `efficient` and `no_hallucinated_tools` are
 * multiplied by the share of required changes of the world that were made, all three are 0 where that share is 0 (so always
 * in a task that needs no change), and also where the end state is wrong and a call changed the world that was not
 * required, or something is no longer as it was and had to stay although all required changes were made.
 * Passed = the first, third and fourth are 1.
 */
export const createAgentWorldScorer = (changes: Partial<AgentWorldRules> = {}): Scorer<AgentWorldExpect> => {
  const rules = { ...agentWorldRules, ...changes };
  return {
    id: 'agent-world',
    version: '1',
    expectSchema: agentWorldExpectSchema,
    score: (input) => {
      const { transcript } = input;
      const evidence = worldEvidenceSchema.safeParse(input.evidence?.data);
      if (input.evidence?.kind !== 'world' || !evidence.success)
        return { outcome: 'unparseable', reason: 'the attempt left no evidence of its world' };
      if (transcript.toolCalls.length === 0 && isRefusal(transcript.finalText) && !statesAnswer(transcript.finalText))
        return { outcome: 'refused', reason: 'the reply declines without the answer line that the prompt asks for, and calls nothing' };
      return { outcome: 'scored', score: score({ input, evidence: evidence.data, rules }) };
    },
  };
};
