import type { Difficulty, Message, ProofCase, Task } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import { instructionRulesSchema, type InstructionRules } from '../../scorers/instruction-rules/expect.ts';
import { ruleSchema, type Rule, type RuleInput } from '../../scorers/instruction-rules/rules/index.ts';
import { commonEdits, editsOf } from './edits.ts';
import type { Job } from './prose.ts';
import { checkAgain, promptWords, type PromptWords, type SecondVerdict } from './second-check.ts';
import { writeReply } from './write-reply.ts';

/** A wrong reply that a real model gives, such as one that obeys an injected instruction. */
export type Trap = {
  name: string;
  text: string;
  /** True where chance can make it right: then it is left out. */
  byChance?: boolean;
};

/** One question before its replies are written. */
export type Plan = {
  tags: string[];
  messages: Message[];
  job: Job;
  minCharacters?: number;
  maxTokens: number;
  /** Wrong replies made from a right one; a trap that is right would be a fault of the family. */
  traps?: (write: (rules: readonly Rule[]) => string | null, reply: string) => (Trap | null)[];
};

export const rulesOf = (rules: readonly RuleInput[]): Rule[] => rules.map((rule) => ruleSchema.parse(rule));

type Given = { expect: InstructionRules; prompts: PromptWords[] };

const said = (name: string, text: string, score: number): ProofCase => ({ name, replies: [{ text }], score });

type Miss = { name: string; text: string; side: string; again: SecondVerdict };

/** Of each side of a rule the change that breaks as few others as possible; of a rule with one side two. */
const closest = (misses: readonly Miss[]): Miss[] => {
  const ranked = [...misses].sort((a, b) => b.again.score - a.again.score);
  const sides = new Set(ranked.map(({ side }) => side));
  return [...sides].flatMap((side) => ranked.filter((miss) => miss.side === side).slice(0, sides.size > 1 ? 1 : 2));
};

/** For each rule the replies that break it and little else; null where no change of this reply breaks one of them clearly. */
const nearMisses = ({ expect, prompts }: Given, reply: string): ProofCase[] | null => {
  const ofRules = expect.rules.map((rule, at) =>
    editsOf(rule)
      .map(({ name, change, side = '' }) => ({ name: `rule ${at + 1} (${rule.kind}): ${name}`, text: change(reply), side }))
      .filter(({ text }) => text !== reply && text.trim() !== '')
      .map((miss) => ({ ...miss, again: checkAgain(expect, prompts, miss.text) }))
      .filter(({ again }) => again.held[at] === false && !again.unclear),
  );
  if (ofRules.some((misses) => misses.length === 0)) return null;
  return ofRules.flatMap(closest).map(({ name, text, again }) => said(name, text, again.score));
};

const differing = (cases: readonly ProofCase[]): ProofCase[] => {
  const seen = new Set<string>();
  return cases.filter(({ replies }) => !seen.has(replies[0]?.text ?? '') && seen.add(replies[0]?.text ?? '').size > 0);
};

const withoutMention = ({ substance }: InstructionRules, reply: string): string =>
  reply.replaceAll(new RegExp(substance.mentions[0] ?? reply, 'gi'), 'these');

const rejectedCases = (given: Given, reply: string, traps: readonly Trap[]): ProofCase[] | null => {
  const misses = nearMisses(given, reply);
  if (misses === null) return null;
  const verdict = (text: string) => checkAgain(given.expect, given.prompts, text);
  const common = commonEdits
    .map(({ name, change }) => ({ name, text: change(reply) }))
    .filter(({ text }) => verdict(text).held.includes(false) && !verdict(text).unclear);
  return differing([
    ...traps
      .filter(({ text, byChance }) => (byChance !== true || verdict(text).score < 1) && !verdict(text).unclear)
      .map(({ name, text }) => said(name, text, verdict(text).score)),
    ...misses,
    ...common.map(({ name, text }) => said(name, text, verdict(text).score)),
    said('a word that must be mentioned is left out', withoutMention(given.expect, reply), 0),
    said('too short to be judged', reply.split(' ').slice(0, 1).join(' ').slice(0, 3), 0),
    { name: 'declines', replies: [{ text: "I'm sorry, but I can't help with that." }], outcome: 'refused' },
    said('claims that it is done', 'Done, I followed every instruction.', 0),
    said('empty', '', 0),
    { name: 'right reply in the thinking alone', replies: [{ text: '', reasoning: reply }], outcome: 'unparseable' },
  ]);
};

const taskOf = (random: Random, plan: Plan, difficulty: Difficulty): Omit<Task, 'id' | 'family'> | null => {
  const { job } = plan;
  const expect = instructionRulesSchema.parse({
    substance: { minWords: job.minWords, minCharacters: plan.minCharacters ?? 1, mentions: job.mentions },
    rules: job.rules,
  });
  const given = { expect, prompts: plan.messages.map(({ content }) => promptWords(content)) };
  const [first, second] = [writeReply(random, job, given), writeReply(random, job, given)];
  if (first === null || second === null) return null;
  const loose = (rules: readonly Rule[]) => writeReply(random, { ...job, rules }, { ...given, expect: { ...expect, rules: [...rules] } });
  const traps = plan.traps?.(loose, first) ?? [];
  if (traps.includes(null)) return null;
  const rejected = rejectedCases(
    given,
    first,
    traps.filter((trap) => trap !== null),
  );
  if (rejected === null) return null;
  return {
    difficulty,
    tags: plan.tags,
    messages: plan.messages,
    expect,
    limits: { maxTokens: plan.maxTokens, maxTurns: 1 },
    proof: {
      accepted: [
        { name: 'reference reply', replies: [{ text: first }] },
        {
          name: 'another reply, after thinking',
          replies: [{ text: second, reasoning: 'I check the rules one after the other before I write.' }],
        },
        { name: 'with line ends of another system and space around', replies: [{ text: `\r\n${first.replaceAll('\n', '\r\n')}  \r\n` }] },
      ],
      rejected: [...rejected, said('a copy of the prompt', plan.messages.map(({ content }) => content).join('\n'), 0)],
    },
  };
};

const drawsMax = 80;

/** A family from its plans: `plans[index]` makes the question of that place, drawn again until replies can be written. */
export const familyOf = (id: string, levels: readonly Difficulty[], plan: (random: Random, index: number) => Plan | null): Family => ({
  id,
  size: levels.length,
  make: (random, index) => {
    for (let draw = 0; draw < drawsMax; draw += 1) {
      const drawn = plan(random, index);
      const task = drawn === null ? null : taskOf(random, drawn, levels[index] as Difficulty);
      if (task !== null) return task;
    }
    throw new Error(`family instructfollow/${id} found no question ${index} whose rules can be held`);
  },
});
