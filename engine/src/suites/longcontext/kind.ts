import { contextTiers, sayTier, type ContextTier, type Difficulty, type Task } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import type { Answer, NearMiss } from './answers.ts';
import { drawPeople, renderLog, type Placed } from './log.ts';
import { proofOf } from './proof.ts';
import { harbours } from './words.ts';

/** What is asked about one log, what counts as right, and what counts as nearly right. */
export type Presentation = { question: string; answer: Answer; nearMisses: readonly NearMiss[]; tags: readonly string[] };

/** One drawn instance: the records behind the log, those of them that stand in it, and what is asked. */
export type Instance<Facts, Query> = { facts: Facts; query: Query; placed: readonly Placed[] };

/** One task of a kind: `index` among its tasks, `step` of its tier from 0. */
export type Slot = { index: number; step: number; tier: ContextTier };

/** Two tasks in each of the tiers that are cheap to run, one in each larger one. */
export const slots: readonly Slot[] = contextTiers
  .flatMap((tier, step) =>
    step < 2
      ? [
          { tier, step },
          { tier, step },
        ]
      : [{ tier, step }],
  )
  .map((slot, index) => ({ ...slot, index }));

/** `solve` reads the records, `scan` only the rendered log: two algorithms that must agree. */
export type KindDefinition<Facts, Query> = {
  id: string;
  /** True where entries must be combined, which is one step harder than to find them. */
  combines: boolean;
  draw: (random: Random, slot: Slot, people: readonly string[]) => Instance<Facts, Query>;
  solve: (facts: Facts, query: Query) => string[];
  scan: (log: string, query: Query) => string[];
  present: (instance: Instance<Facts, Query>, key: readonly string[], people: readonly string[]) => Presentation;
};

export type Posed = { key: readonly string[]; check: () => string[]; log: string; presentation: Presentation; evidence: string };

/** A seeded generator of one kind of question. */
export type Kind = { id: string; combines: boolean; pose: (random: Random, slot: Slot) => Posed };

/** Tokens per reply: room to note the entries found; the smallest tiers have little to spare. */
const replyTokens: Record<ContextTier, number> = {
  2048: 320,
  4096: 448,
  8192: 640,
  16384: 1024,
  32768: 1024,
  65536: 1024,
  131072: 1024,
};

/**
 * Characters per token of these logs with their questions, as SmolLM2's tokenizer (49k entries, digits one by one)
 * counts them. Larger vocabularies need fewer tokens.
 */
const charactersPerToken = 3.8;

/** Share of the tier that prompt and reply fill by that estimate; the rest is for other tokenizers and chat templates. */
const filledShare = 0.9;

const opening = (harbour: string): string =>
  `Below stands the duty log of the harbour office of ${harbour}. Its entries stand in the order in which they were written. Read all of it; a question follows at its end.`;

const begins = '--- The log begins ---';
const ends = '--- The log ends ---';

const closing = ({ question, answer }: Presentation): string =>
  [question, [...answer.rules, 'End your reply with one line of this form:'].join(' '), `Answer: <${answer.form}>`].join('\n\n');

const charactersOf = (tier: ContextTier): number => Math.round((filledShare * tier - replyTokens[tier]) * charactersPerToken);

export const defineKind = <Facts, Query>(definition: KindDefinition<Facts, Query>): Kind => ({
  id: definition.id,
  combines: definition.combines,
  pose: (random, slot) => {
    const people = drawPeople(random);
    const instance = definition.draw(random, slot, people);
    const key = definition.solve(instance.facts, instance.query);
    const presentation = definition.present(instance, key, people);
    const head = `${opening(random.pick(harbours))}\n\n${begins}`;
    const tail = `${ends}\n\n${closing(presentation)}`;
    const room = charactersOf(slot.tier) - head.length - tail.length;
    const log = `${head}\n\n${renderLog({ random, cast: { people }, placed: instance.placed, characters: room })}\n\n${tail}`;
    const body = () => log.slice(log.indexOf(begins) + begins.length, log.indexOf(ends));
    return { key, check: () => definition.scan(body(), instance.query), log, presentation, evidence: instance.placed[0]?.text ?? '' };
  },
});

/** Deeper tiers are harder, and so is combining entries. Never depends on the seed. */
export const difficultyOf = ({ combines }: Pick<Kind, 'combines'>, step: number): Difficulty => {
  const place = step + (combines ? 1 : 0);
  return place < 2 ? 'easy' : place < 4 ? 'medium' : place < 6 ? 'hard' : 'extreme';
};

export const taskOf = (kind: Kind, posed: Posed, { step, tier }: Slot): Omit<Task, 'id' | 'family'> => {
  const { answer, nearMisses, tags } = posed.presentation;
  return {
    difficulty: difficultyOf(kind, step),
    tags: [`tier-${sayTier(tier)}`, ...tags, answer.expect.type],
    messages: [{ role: 'user', content: posed.log }],
    contextTokens: tier,
    expect: answer.expect,
    limits: { maxTokens: replyTokens[tier], maxTurns: 1 },
    proof: proofOf(answer, nearMisses, posed.evidence),
  };
};

export const familyOf = (kind: Kind): Family => ({
  id: kind.id,
  size: slots.length,
  make: (random, index) => {
    const slot = slots[index] as Slot;
    return taskOf(kind, kind.pose(random, slot), slot);
  },
});
