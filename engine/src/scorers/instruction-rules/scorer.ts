import type { Scorer, Verdict } from '@benchloop/spec';
import { instructionRulesSchema, type InstructionRules } from './expect.ts';
import { readReply, type Reading } from './reading.ts';
import { ruleChecks, type Rule, type RuleChecks } from './rules/index.ts';
import type { Fault } from './rules/define.ts';
import { declines, substanceFault } from './substance.ts';

/** The parts of judging; tests replace one to show that the proofs notice. */
export type InstructionJudging = {
  checks: RuleChecks;
  substanceFault: typeof substanceFault;
  /** Whether a broken vital rule takes the whole score. */
  vitalRules: boolean;
  /** Whether rules that only forbid need one that asks for something. */
  restraintNeedsMore: boolean;
};

const inForce: InstructionJudging = { checks: ruleChecks, substanceFault, vitalRules: true, restraintNeedsMore: true };

type Judged = { rule: Rule; fault: Fault; restrains: boolean };

const judgeRule = (rule: Rule, reading: Reading, checks: RuleChecks): Judged => {
  const kind = checks[rule.kind];
  return { rule, fault: kind.check(rule as never, reading), restrains: kind.restrains(rule as never) };
};

const weightOf = (judged: readonly Judged[]): number => judged.reduce((sum, { rule }) => sum + rule.weight, 0);

const valueOf = (judged: readonly Judged[], judging: InstructionJudging): number => {
  const held = judged.filter(({ fault }) => fault === null);
  if (judging.vitalRules && judged.some(({ rule, fault }) => rule.vital && fault !== null)) return 0;
  const asksForMore = judged.some(({ restrains }) => !restrains);
  if (judging.restraintNeedsMore && asksForMore && held.every(({ restrains }) => restrains)) return 0;
  return weightOf(held) / weightOf(judged);
};

const scoreRules = (expect: InstructionRules, reply: string, judging: InstructionJudging): Verdict => {
  const reading = readReply(reply);
  const judged = expect.rules.map((rule) => judgeRule(rule, reading, judging.checks));
  const broken = judged.find(({ fault }) => fault !== null);
  const held = judged.filter(({ fault }) => fault === null).length;
  return {
    outcome: 'scored',
    score: {
      value: broken === undefined ? 1 : valueOf(judged, judging),
      passed: broken === undefined,
      reason:
        broken === undefined
          ? `all ${judged.length} rules hold`
          : `${held} of ${judged.length} rules hold; rule ${judged.indexOf(broken) + 1} (${broken.rule.kind}) is broken: ${broken.fault}`,
      components: judged.map(({ rule, fault }, at) => ({
        id: `${at + 1}-${rule.kind}`,
        value: fault === null ? 1 : 0,
        reason: fault ?? 'the rule holds',
      })),
    },
  };
};

const noAttempt = (expect: InstructionRules, why: string): Verdict => ({
  outcome: 'scored',
  score: {
    value: 0,
    passed: false,
    reason: `${why}, so no rule counts`,
    components: expect.rules.map(({ kind }, at) => ({ id: `${at + 1}-${kind}`, value: 0, reason: why })),
  },
});

/**
 * Judges a reply by checkable rules.
 *
 * First the reply must have the task's substance: enough words, the things that it must mention, and not more than
 * half of its words copied from the prompt in runs of five or more. Without it the score is 0. Then the score is the
 * weight of the rules that hold over the weight of all rules; it is 0 when a vital rule is broken, and 0 when every
 * rule that holds only forbids or limits although others ask for something. Passed = every rule holds.
 * Only the reply counts: one that stands in the thinking alone is no reply.
 */
export const createInstructionRulesScorer = (changes: Partial<InstructionJudging> = {}): Scorer<InstructionRules> => {
  const judging = { ...inForce, ...changes };
  return {
    id: 'instruction-rules',
    version: '1',
    expectSchema: instructionRulesSchema,
    score: ({ task, expect, transcript }) => {
      const reply = transcript.finalText;
      if (reply.trim() === '' && transcript.reasoning.trim() !== '')
        return { outcome: 'unparseable', reason: 'the reply is empty: all text stands in the thinking' };
      const fault = judging.substanceFault(expect, task.messages, reply);
      if (fault === null) return scoreRules(expect, reply, judging);
      return declines(reply) ? { outcome: 'refused', reason: 'the reply declines the request' } : noAttempt(expect, fault);
    },
  };
};
