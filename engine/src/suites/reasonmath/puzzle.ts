import type { Difficulty, Task } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import type { Answer } from './answers.ts';
import type { NearMiss } from './near-miss.ts';
import { proofOf } from './proof.ts';

/** How an instance is put to the model, and what counts as right and as nearly right. */
export type Presentation = {
  question: string;
  answer: Answer;
  /** Wrong answers that a real model writes, computed from the instance. Those equal to the key are dropped. */
  nearMisses: readonly NearMiss[];
  tags: readonly string[];
};

/** One drawn instance. `key` and `check` come from different algorithms and must agree. */
export type Posed = { key: readonly string[]; check: () => string[]; presentation: Presentation };

/** A seeded generator of one kind of question; `levels` fixes the difficulty of each index, whatever the seed. */
export type Puzzle = { id: string; levels: readonly Difficulty[]; pose: (random: Random, index: number) => Posed };

export type PuzzleDefinition<Instance> = {
  id: string;
  levels: readonly Difficulty[];
  draw: (random: Random, level: Difficulty, index: number) => Instance;
  solve: (instance: Instance) => string | string[];
  check: (instance: Instance) => string | string[];
  present: (instance: Instance, key: readonly string[]) => Presentation;
};

const listOf = (key: string | string[]): string[] => (typeof key === 'string' ? [key] : key);

/** True when the one number that is asked for already stands in the question, so that copying it would pass. */
const givesKeyAway = (key: readonly string[], question: string): boolean =>
  key.length === 1 && (question.match(/\d+(?:[.:/-]\d+)*/g) ?? []).some((number) => number === key[0]);

const maxDraws = 100;

export const definePuzzle = <Instance>({ id, levels, draw, solve, check, present }: PuzzleDefinition<Instance>): Puzzle => ({
  id,
  levels,
  pose: (random, index) => {
    for (let attempt = 0; attempt < maxDraws; attempt += 1) {
      const instance = draw(random, levels[index] ?? 'easy', index);
      const key = listOf(solve(instance));
      const presentation = present(instance, key);
      if (!givesKeyAway(key, presentation.question)) return { key, presentation, check: () => listOf(check(instance)) };
    }
    throw new Error(`family ${id} gave its key away in each of ${maxDraws} draws`);
  },
});

/** Tokens per reply: short working for easy tasks, so that a small model on a CPU gets through a smoke run. */
const maxTokens: Record<Difficulty, number> = { easy: 400, medium: 640, hard: 1024, extreme: 1024 };

const promptOf = ({ question, answer }: Presentation): string =>
  [question, [...answer.rules, 'Work it out, then end your reply with one line of this form:'].join(' '), `Answer: <${answer.form}>`].join(
    '\n\n',
  );

export const taskOf = ({ presentation }: Posed, difficulty: Difficulty): Omit<Task, 'id' | 'family'> => {
  return {
    difficulty,
    tags: [...presentation.tags, presentation.answer.expect.type],
    messages: [{ role: 'user', content: promptOf(presentation) }],
    expect: presentation.answer.expect,
    limits: { maxTokens: maxTokens[difficulty], maxTurns: 1 },
    proof: proofOf(presentation.answer, presentation.nearMisses),
  };
};

export const familyOf = (puzzle: Puzzle): Family => ({
  id: puzzle.id,
  size: puzzle.levels.length,
  make: (random, index) => taskOf(puzzle.pose(random, index), puzzle.levels[index] ?? 'easy'),
});
